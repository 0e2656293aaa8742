import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type SaveAccessGroup, WITHOUT_EFFECT_SHOWN } from "#contract/functions/access-groups.ts";
import { validityPeriodSchema } from "#contract/validity.ts";
import { readRows } from "#server/platform/database/read-each.ts";

export const groupRow = z.object({
  id: z.string(),
  organization_id: z.string().nullable(),
  installation_group_id: z.string().nullable(),
  name: z.string(),
  validity_period: validityPeriodSchema,
  is_default: z.boolean(),
  members: z.number(),
  waiting: z.number(),
  updated_at: z.string(),
});

/** Leaves out an organisation's groups for the installation's that have neither a place nor a person: the next change deletes them. */
const IN_USE = `(g.installation_group_id is null
  or exists (select from access_group_doors d where d.group_id = g.id) or exists (select from access_group_members m where m.group_id = g.id))`;

/** Returns organisations' groups by name, their own before the installation's; a null `organizationId` means any that the caller sees. */
export async function readGroups(client: PoolClient, organizationId: string | null) {
  const { rows } = await client.query(
    `select g.id, g.organization_id, g.installation_group_id, g.name, g.validity_period, g.is_default, to_json(g.updated_at)#>>'{}' as updated_at,
       (select count(*)::int from access_group_members m where m.group_id = g.id) as members,
       (select count(distinct w.end_user_id)::int from private.waiting_pins(array[g.id]) w) as waiting
     from access_groups g where ($1::uuid is null or g.organization_id = $1) and ${IN_USE}
     order by private.search_key(g.name) collate "sv-SE-x-icu", g.installation_group_id is not null, g.id`,
    [organizationId],
  );
  return readRows(groupRow, rows);
}

export const placeRow = z.object({
  group_id: z.string(),
  controller_id: z.string(),
  access_point_id: z.string().nullable(),
  name: z.string().nullable(),
  controller: z.string().nullable(),
  effective: z.boolean(),
  schedule: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type GroupPlace = z.infer<typeof placeRow>;

/** Returns the groups' doors and gates. `effective` false: the place is off or no longer offered to the organisation. */
export async function readPlaces(client: PoolClient, groupIds: readonly string[]): Promise<GroupPlace[]> {
  const { rows } = await client.query(
    `select d.group_id, d.controller_id, d.access_point_id, k.name as controller,
       case when d.access_point_id is null then k.name else coalesce(nullif(p.door_name, ''), p.name) end as name,
       private.is_offered_place(d.organization_id, d.controller_id, d.access_point_id)
         and coalesce(case when d.access_point_id is null then k.enabled else p.enabled end, false) as effective,
       case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as schedule
     from access_group_doors d left join controllers k on k.id = d.controller_id left join access_points p on p.id = d.access_point_id
     left join schedules s on s.id = d.schedule_id
     where d.group_id = any ($1) order by k.name, 5, d.access_point_id`,
    [groupIds],
  );
  return readRows(placeRow, rows);
}

const withoutEffectRow = z.object({
  group_id: z.string(),
  end_user_id: z.string(),
  person: z.string(),
  access_point_id: z.string(),
  door: z.string(),
  total: z.number(),
});

/**
 * Returns the members whose PIN opens nothing at a door, because its reader does not take the PIN or somebody else has it there; the first
 * of each group by name.
 */
export async function readWithoutEffect(client: PoolClient, groupIds: readonly string[]) {
  const { rows } = await client.query(
    `select group_id, end_user_id, person, access_point_id, door, total from (
       select d.group_id, u.id as end_user_id, u.first_name || ' ' || u.last_name as person, p.id as access_point_id,
         coalesce(nullif(p.door_name, ''), p.name) as door, (count(*) over (partition by d.group_id))::int as total,
         row_number() over (partition by d.group_id order by u.search collate "sv-SE-x-icu", u.id, p.name, c.id) as at
       from (select * from access_group_doors where group_id = any ($1) and private.is_offered_place(organization_id, controller_id, access_point_id) offset 0) d
       join access_points p on p.id = d.access_point_id
       join access_group_members m on m.group_id = d.group_id
       join credentials c on c.end_user_id = m.end_user_id and c.credential_type = 'pin'
       join end_users u on u.id = m.end_user_id
       where (not exists (select from access_group_rights a where a.group_id = d.group_id and a.credential_id = c.id and a.access_point_id = p.id)
           or (p.pin_min is not null or p.pin_max is not null) and not private.fits_reader(c.id, p.id))
         and not exists (select from private.waiting_pins($1) x where x.group_id = d.group_id and x.credential_id = c.id and x.controller_id = d.controller_id)) w
     where at <= $2 order by group_id, at`,
    [groupIds, WITHOUT_EFFECT_SHOWN],
  );
  return readRows(withoutEffectRow, rows);
}

/** Returns the group's organisation; null when the caller does not see the group. */
export async function organizationOfGroup(client: PoolClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ organization_id: string }>(
    "select organization_id from access_groups where id = $1",
    [id],
  );
  return rows[0]?.organization_id ?? null;
}

/** Returns the organisation that a save is for; null when the caller does not see the organisation, or when the group is not in it. */
export async function organizationOfSave(
  client: PoolClient,
  { id, organization_id }: SaveAccessGroup,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select o.id from organizations o where o.id = $2
       and ($1::uuid is null or exists (select from access_groups g where g.id = $1 and g.organization_id = o.id))`,
    [id ?? null, organization_id],
  );
  return rows[0]?.id ?? null;
}

const savedRow = z.object({ id: z.string().nullable() });
const idOf = (rows: unknown[]) => savedRow.parse(rows[0]).id;

/** Returns the group's id; null when the group is not the caller's. Throws the refusal of a PIN or a place. */
export async function saveGroup(client: PoolClient, group: SaveAccessGroup): Promise<string | null> {
  const { rows } = await client.query("select private.save_access_group($1, $2, $3, $4, $5, $6, $7, $8, $9) as id", [
    group.id ?? null,
    group.organization_id,
    group.name,
    group.validity_period,
    group.doors,
    group.gates,
    group.follow,
    JSON.stringify(group.schedules),
    group.seen_at ?? null,
  ]);
  return idOf(rows);
}

/** Removes a group and returns its id; null when gone. `keep`: its members get the same doors of their own. */
export async function removeGroup(client: PoolClient, id: string, keep: boolean): Promise<string | null> {
  const { rows } = await client.query("select private.remove_access_group($1, $2) as id", [id, keep]);
  return idOf(rows);
}

/** Returns the group's id; null when gone. */
export async function setDefaultGroup(client: PoolClient, id: string, isDefault: boolean): Promise<string | null> {
  const { rows } = await client.query("select private.set_default_group($1, $2) as id", [id, isDefault]);
  return idOf(rows);
}

const personName = z.object({ name: z.string() });

/** Returns first and last name; null when the caller sees no such person. */
export async function readPersonName(client: PoolClient, id: string): Promise<string | null> {
  const { rows } = await client.query("select first_name || ' ' || last_name as name from end_users where id = $1", [
    id,
  ]);
  return rows[0] === undefined ? null : personName.parse(rows[0]).name;
}

interface ChangedMembers {
  id: string;
  add: readonly string[];
  remove: readonly string[];
  validFrom: Date | null;
  validTo: Date | null;
  /** True when members who are already in the group get these dates, or lose theirs. */
  isDated: boolean;
}

/** Adds and removes members; returns the group's id, null when gone. */
export async function setGroupMembers(
  client: PoolClient,
  { id, add, remove, validFrom, validTo, isDated }: ChangedMembers,
): Promise<string | null> {
  const { rows } = await client.query("select private.set_group_members($1, $2, $3, $4, $5, $6) as id", [
    id,
    add,
    remove,
    validFrom,
    validTo,
    isDated,
  ]);
  return idOf(rows);
}

/** Makes these the person's only groups. */
export async function setGroupsOfPerson(client: PoolClient, endUserId: string, groupIds: readonly string[]) {
  await client.query("select private.set_groups_of_person($1, $2)", [endUserId, groupIds]);
}

const importGroupRow = z.object({ id: z.string(), name: z.string(), doorIds: z.array(z.string()) });

/** Returns an organisation's groups with their doors, in the order in which a name finds one. */
export async function groupsForImport(client: PoolClient, organizationId: string) {
  const { rows } = await client.query(
    `select g.id, g.name, array(select d.access_point_id from access_group_doors d where d.group_id = g.id and d.access_point_id is not null) as "doorIds"
     from access_groups g where g.organization_id = $1 and ${IN_USE}
     order by private.search_key(g.name) collate "sv-SE-x-icu", g.installation_group_id is not null, g.id`,
    [organizationId],
  );
  return readRows(importGroupRow, rows);
}

/** Returns the doors of groups, or of the person's groups when `groupIds` is absent. */
export async function doorsOfGroups(
  client: PoolClient,
  { groupIds, endUserId }: { groupIds: readonly string[] | undefined; endUserId: string | null },
): Promise<string[]> {
  const { rows } = await client.query(
    `select distinct d.access_point_id as id from access_group_doors d where d.access_point_id is not null
       and (d.group_id = any ($1::uuid[])
         or ($1 is null and d.group_id in (select m.group_id from access_group_members m where m.end_user_id = $2)))`,
    [groupIds ?? null, endUserId],
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}

/** Ends memberships whose time has come. */
export async function endMemberships(client: PoolClient): Promise<void> {
  await client.query("select private.end_memberships()");
}

/** Begins memberships whose time has come. */
export async function beginMemberships(client: PoolClient): Promise<void> {
  await client.query("select private.begin_memberships()");
}

/** Returns the organisations of members whose PINs wait, as portal_engine. */
export async function waitingOrganizations(engine: Pool): Promise<string[]> {
  const { rows } = await engine.query<{ id: string }>("select private.waiting_organizations() as id");
  return rows.map(({ id }) => id);
}

/** Compares waiting PINs of an organisation, as many as its quota allows, and gives their rights to those that are free. */
export async function checkWaitingPins(client: PoolClient, organizationId: string): Promise<void> {
  await client.query("select private.check_waiting_pins($1)", [organizationId]);
}

/** Returns the name of a credential's person; null when the caller does not see the person. */
export async function personOfCredential(client: PoolClient, credentialId: string | null): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    "select u.first_name || ' ' || u.last_name as name from credentials c join end_users u on u.id = c.end_user_id where c.id = $1",
    [credentialId],
  );
  return rows[0]?.name ?? null;
}
