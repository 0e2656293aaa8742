// Subjects and cells of versions for rights.test.ts. A trigger of every role that changes the thing itself writes them, and no portal role
// reads them.
import { ids } from "#tests/integration/platform/world.ts";

/** Returns a subject whose rows are found by the key of a thing, one of each organisation. */
const of = (key: string, own: string, other: string, update: string, columns: string, values: string) => ({
  own: `${key} = '${own}'`,
  other: `${key} = '${other}'`,
  update,
  insertOwn: `(${key}, since, ${columns}) values ('${own}', '-infinity', ${values})`,
  insertOther: `(${key}, since, ${columns}) values ('${other}', '-infinity', ${values})`,
});
const inNamed = (key: string, table: string, name: string) =>
  `${key} = (select id from ${table} where name = '${name}')`;
const named = (key: string, table: string, columns: string, values: string) => ({
  own: inNamed(key, table, "Norr"),
  other: inNamed(key, table, "Syd"),
  update: "removed = true",
  insertOwn: `(${key}, since, ${columns}) select gen_random_uuid(), '-infinity', ${values}`,
  insertOther: `(${key}, since, ${columns}) select gen_random_uuid(), '-infinity', ${values}`,
});

export const VERSION_SUBJECTS = {
  credential_versions: of(
    "credential_id",
    ids.annaPin,
    ids.svenPin,
    "enabled = false",
    "enabled, access_point_ids",
    "true, '{}'",
  ),
  door_versions: of(
    "access_point_id",
    ids.sharedDoor,
    ids.southernDoor,
    "enabled = false",
    "enabled, organization_ids",
    "true, '{}'",
  ),
  gate_versions: of(
    "controller_id",
    ids.northGate,
    ids.southGate,
    "ready = false",
    "ready, list_sync, organization_ids",
    "true, false, '{}'",
  ),
  schedule_versions: named("schedule_id", "schedules", "name, hours, calendars", "'Tider', '[]', '[]'"),
  access_group_versions: named("group_id", "access_groups", "name, places", "'Grupp', '{}'"),
  membership_versions: of("end_user_id", ids.anna, ids.sven, "removed = true", "group_id", "gen_random_uuid()"),
  weekly_code_versions: of(
    "weekly_code_id",
    ids.week,
    ids.week,
    "removed = true",
    "week_number, year, valid_from, valid_to, controller_ids",
    "48, 2026, now(), now(), '{}'",
  ),
};

type Cells = [select: string, insert: string, update: string, remove: string];
const WRITTEN: { portal_engine: Cells } = { portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"] };
export const VERSION_RIGHTS: Record<keyof typeof VERSION_SUBJECTS, { portal_engine: Cells }> = {
  credential_versions: WRITTEN,
  door_versions: WRITTEN,
  gate_versions: WRITTEN,
  schedule_versions: WRITTEN,
  access_group_versions: WRITTEN,
  membership_versions: WRITTEN,
  weekly_code_versions: WRITTEN,
};
