// The floor of merged-log.ts, written by hand: each log is read to the end of the page by itself.
import { DOOR_SILENCE_KINDS } from "#contract/door-events.ts";
import type { Role } from "#contract/roles.ts";

/** Conditions on a row of each log; null: that log is not read. */
export interface Condition {
  doors: string;
  /** Columns of another organisation's shared event that differ. */
  shared?: string;
  gates: string | null;
  /** Read once for all of them. */
  with?: string;
}

/** The count stops here for system admins (`maxRows` of rest/). */
const COUNTED_TO = 1_001;

const OWN = `select 'door' as source, id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted,
  reason, device_reason, credential_id, is_weekly_code, gap_cause, gap_from, command_id, hold_id, false as is_shared, null::text as plate_number, null::boolean as macro_executed,
  null::boolean as opened, null::uuid as duplicate_of
  from door_events`;
const SHARED = `select 'door', id, occurred_at, null, received_at, controller_id, access_point_id, null, kind, granted,
  null, null, null, null::boolean, gap_cause, gap_from, null, null, true, null, null, null, null from shared_door_events`;
const GATES = `select 'gate', id, detected_at, null, detected_at, controller_id, null, organization_id, 'access', access_granted,
  access_reason, null, credential_id, false, null, null, null, null, false, plate_number, macro_executed, opened, duplicate_of from access_logs`;

const CONTROLLER: Readonly<Record<Role, string>> = {
  org_admin:
    "(select json_build_object('name', c.name) from controllers c where c.id = n.controller_id) as controllers",
  system_admin: `(select json_build_object('name', c.name, 'organizations', (select json_build_object('id', o.id, 'name', o.name)
    from organizations o where o.id = c.organization_id)) from controllers c where c.id = n.controller_id) as controllers`,
};
const DOOR =
  "(select json_build_object('name', a.name, 'door_name', a.door_name) from access_points a where a.id = n.access_point_id) as access_points";
const EMBEDS = `${DOOR},
  (select json_build_object('end_users', (select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'removed_at', u.removed_at)
    from logged_people u where u.id = k.end_user_id)) from logged_credentials k where k.id = n.credential_id) as credentials,
  (select json_build_object('requested_as', m.requested_as, 'reason', m.reason) from door_commands m where m.id = n.command_id) as door_commands,
  (select json_build_object('requested_as', h.requested_as, 'reason', h.reason, 'until', h.until) from door_holds h where h.id = n.hold_id) as door_holds`;

/** $1: since. The page's rows, and as much of their count as the page is answered. */
export function listSql(role: Role, where: Condition, rows: number): string {
  const isOrgAdmin = role === "org_admin";
  const logs = [
    { from: OWN, table: "door_events", at: "occurred_at", that: where.doors },
    // System admins see the events themselves.
    ...(isOrgAdmin
      ? [{ from: SHARED, table: "shared_door_events", at: "occurred_at", that: where.shared ?? where.doors }]
      : []),
    ...(where.gates === null ? [] : [{ from: GATES, table: "access_logs", at: "detected_at", that: where.gates }]),
  ];
  const page = (parts: string[]) => parts.map((part) => `(${part})`).join(" union all ");
  const newest = logs.map(
    ({ from, at, that }) => `${from} where ${at} >= $1 and ${that} order by ${at} desc, id limit ${rows}`,
  );
  const all = page(logs.map(({ table, at, that }) => `select from ${table} where ${at} >= $1 and ${that}`));
  const counted = isOrgAdmin ? all : `${all} limit ${COUNTED_TO}`;
  return `${where.with ?? ""}select (select count(*) from (${counted}) c) as total, coalesce(json_agg(row), '[]')::text as body from (
    select n.*, ${CONTROLLER[role]}, ${EMBEDS} from (select * from (${page(newest)}) logs order by occurred_at desc, id limit ${rows}) n) row`;
}

/** $1: credentials of one person. */
export function attemptsSql(rows: number): string {
  const newest = (from: string, at: string, and = "") =>
    `(${from} where credential_id = any ($1::uuid[])${and} order by ${at} desc limit ${rows})`;
  // A shared event of another organisation has no credential, for any caller.
  const logs = [newest(OWN, "occurred_at", " and kind = 'access'"), newest(GATES, "detected_at")];
  return `select coalesce(json_agg(row), '[]')::text as body from (
    select n.source, n.id, n.occurred_at, n.granted, n.reason, n.plate_number, ${CONTROLLER.org_admin}, ${DOOR}
    from (${logs.join(" union all ")} order by occurred_at desc limit ${rows}) n) row`;
}

/** One word of a name (person, door, controller, the person who opened or held a door) or of a plate. */
export function textCondition(word: string): Required<Condition> {
  const like = (...columns: string[]) => columns.map((column) => `${column} ilike '%${word}%'`).join(" or ");
  const person = "credential_id in (select id from of_people)";
  const controller = `controller_id in (select id from controllers where ${like("name")})`;
  const door = `access_point_id in (select id from access_points where ${like("door_name", "name")})`;
  const silence = `kind in (${DOOR_SILENCE_KINDS.map((kind) => `'${kind}'`).join(", ")})`;
  const order = `command_id in (select id from door_commands where ${like("requested_as")}) or hold_id in (select id from door_holds where ${like("requested_as")})`;
  return {
    with: `with of_people as materialized (select k.id from credentials k join end_users u on u.id = k.end_user_id
      where u.search like '%${word.toLowerCase()}%') `,
    doors: `(${person} or ${door} or ${controller} or ${order} or ${silence})`,
    shared: `(${door} or ${controller} or ${silence})`,
    gates: `(${like("plate_number", "plate_key")} or ${person} or ${controller})`,
  };
}
