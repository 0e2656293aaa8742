// Seeds the demo's access groups; the database's triggers give their members the rights.
import type { PoolClient } from "pg";
import type { DEMO_COMMON_GROUP, DemoGroup } from "./demo-plan.ts";

/** Inserts an organisation's groups. Members are its first people with a PIN that is valid, and no one is in two groups. */
export async function insertGroups(
  client: PoolClient,
  organizationId: string,
  groups: readonly DemoGroup[],
): Promise<void> {
  for (const { name, places, members, isDefault = false, schedule } of groups)
    await client.query(
      `with new_group as (
         insert into access_groups (organization_id, name, is_default) values ($1, $2, $6) returning id, organization_id),
       doors as (
         insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
         select g.id, g.organization_id, c.id, a.id,
           (select s.id from schedules s where s.organization_id = g.organization_id and s.name = $5)
         from new_group g
         join organization_controllers o on o.organization_id = g.organization_id
         join controllers c on c.id = o.controller_id
         left join access_points a on a.controller_id = c.id
         where coalesce(a.name, c.name) = any($3))
       insert into access_group_members (group_id, organization_id, end_user_id)
       select g.id, g.organization_id, p.end_user_id
       from new_group g
       join lateral (
         select distinct c.end_user_id from credentials c
         where c.organization_id = g.organization_id and c.credential_type = 'pin' and c.valid_to > now()
           and not exists (select from access_group_members m where m.end_user_id = c.end_user_id)
         order by c.end_user_id limit $4) p on true`,
      [organizationId, name, places, members, schedule ?? null, isDefault],
    );
}

/** Inserts the installation's group. Members are each organisation's first people with a plate that is valid, who are in no group. */
export async function insertCommonGroup(
  client: PoolClient,
  { name, gates, members }: typeof DEMO_COMMON_GROUP,
): Promise<void> {
  await client.query(
    `with new_group as (insert into installation_groups (name) values ($1) returning id)
     insert into installation_group_doors (group_id, controller_id)
     select g.id, c.id from new_group g join controllers c on c.name = any($2)`,
    [name, gates],
  );
  await client.query("select private.offer_installation_groups(null, null)");
  await client.query(
    `insert into access_group_members (group_id, organization_id, end_user_id)
     select g.id, g.organization_id, p.end_user_id
     from access_groups g
     join lateral (
       select distinct c.end_user_id from credentials c
       where c.organization_id = g.organization_id and c.credential_type = 'license_plate' and c.valid_to > now()
         and not exists (select from access_group_members m where m.end_user_id = c.end_user_id)
       order by c.end_user_id limit $1) p on true
     where g.installation_group_id is not null`,
    [members],
  );
}
