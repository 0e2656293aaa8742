// SQL of groups of the installation, which system admins read and change (database/people/installation-groups.function.sql).
import type { PoolClient } from "pg";
import { z } from "zod";
import type { SaveAccessGroup } from "#contract/functions/access-groups.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { type GroupPlace, groupRow, placeRow } from "./access-groups.store.ts";

/** Returns the installation's groups by name, each with the number of its people in all organisations. */
export async function readInstallationGroups(client: PoolClient) {
  const { rows } = await client.query(
    `select i.id, null as organization_id, null as installation_group_id, i.name, i.validity_period, false as is_default,
       to_json(i.updated_at)#>>'{}' as updated_at, 0 as waiting,
       (select count(*)::int from access_group_members m join access_groups g on g.id = m.group_id where g.installation_group_id = i.id) as members
     from installation_groups i order by private.search_key(i.name) collate "sv-SE-x-icu", i.id`,
  );
  return readRows(groupRow, rows);
}

export async function readInstallationPlaces(client: PoolClient): Promise<GroupPlace[]> {
  const { rows } = await client.query(
    `select d.group_id, d.controller_id, d.access_point_id, k.name as controller,
       case when d.access_point_id is null then k.name else coalesce(nullif(p.door_name, ''), p.name) end as name,
       case when d.access_point_id is null then k.enabled else p.enabled end
         and exists (select from organization_controllers l where l.controller_id = d.controller_id
           and private.is_offered_place(l.organization_id, d.controller_id, d.access_point_id)) as effective,
       case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as schedule
     from installation_group_doors d join controllers k on k.id = d.controller_id left join access_points p on p.id = d.access_point_id
     left join schedules s on s.id = d.schedule_id order by k.name, 5, d.access_point_id`,
  );
  return readRows(placeRow, rows);
}

const savedRow = z.object({ id: z.string().nullable() });

/** Returns the group's id; null when there is none. */
export async function saveInstallationGroup(client: PoolClient, group: SaveAccessGroup): Promise<string | null> {
  const { rows } = await client.query("select private.save_installation_group($1, $2, $3, $4, $5, $6, $7, $8) as id", [
    group.id ?? null,
    group.name,
    group.validity_period,
    group.doors,
    group.gates,
    JSON.stringify(group.schedules),
    group.follow,
    group.seen_at ?? null,
  ]);
  return savedRow.parse(rows[0]).id;
}

export async function removeInstallationGroup(client: PoolClient, id: string, keep: boolean): Promise<string | null> {
  const { rows } = await client.query("select private.remove_installation_group($1, $2) as id", [id, keep]);
  return savedRow.parse(rows[0]).id;
}
