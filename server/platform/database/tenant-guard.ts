// The service's guard beside row security, independent of policies and in every statement. Either alone must hold:
// tests/integration/security disables them one by one.
import type { Relation } from "#rest/catalogue-types.ts";
import type { RowGuard } from "#rest/row-guard.ts";
import type { Caller } from "./as-user.ts";

export interface TenantGuard {
  admits(caller: Caller, organizationId: string): boolean;
  /** The organisation that confines the caller's function look-ups; null = none. */
  scope(caller: Caller): string | null;
  /** The caller's /rest/v1 row condition; null = whatever row security admits. */
  rows(caller: Caller): RowGuard | null;
}

type Condition = (row: string, value: (name: string) => string) => string | null;

const linked =
  (column: string): Condition =>
  (row, value) =>
    `exists (select from public.organization_controllers _l where _l.controller_id = ${row}.${column} and _l.organization_id = ${value("organization")}::uuid)`;

const themselves =
  (column: string): Condition =>
  (row, value) =>
    `${row}.${column} = ${value("user")}::uuid`;

/** Linked to the organisation, or of a linked controller of which no door is. */
const offered: Condition = (row, value) => {
  const organization = `${value("organization")}::uuid`;
  const links = `select from public.organization_access_points _l where _l.organization_id = ${organization}`;
  return `exists (select from public.access_points _a join public.organization_controllers _o on _o.controller_id = _a.controller_id
    where _a.id = ${row}.access_point_id and _o.organization_id = ${organization}
      and (exists (${links} and _l.access_point_id = _a.id) or not exists (${links} and _l.controller_id = _a.controller_id)))`;
};

/** Of a controller that no other organisation uses. */
const linkedAlone: Condition = (row, value) =>
  `${linked("controller_id")(row, value)} and not exists (select from public.organization_controllers _m
    where _m.controller_id = ${row}.controller_id and _m.organization_id <> ${value("organization")}::uuid)`;

/** Of the own organisation, or of system admins at a door that it is offered. */
const ownOrOffered: Condition = (row, value) =>
  `(${row}.organization_id is null or ${row}.organization_id = ${value("organization")}::uuid) and ${offered(row, value)}`;

/** Another's event at an offered door, or one of a linked controller as a whole. */
const shared: Condition = (row, value) =>
  `case when ${row}.access_point_id is null then ${linked("controller_id")(row, value)} else ${offered(row, value)} end`;

/** Own events, and what is shared of others'. */
const ownOrShared: Condition = (row, value) =>
  `case when ${row}.is_shared then ${row}.organization_id is null and ${shared(row, value)} else ${row}.organization_id = ${value("organization")}::uuid end`;

/** Org admins' conditions where `organization_id` is not the answer. */
const ORG_ADMIN_ROWS: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ["organizations", (row, value) => `${row}.id = ${value("organization")}::uuid`],
  // organization_id there names the unit's owner, but a unit may serve several.
  ["controllers", linked("id")],
  ["access_points", linked("controller_id")],
  ["profiles", themselves("id")],
  ["user_roles", themselves("user_id")],
  [
    "plate_near_misses",
    (row, value) =>
      `exists (select from public.plate_near_miss_candidates _c where _c.near_miss_id = ${row}.id and _c.organization_id = ${value("organization")}::uuid)`,
  ],
  ["camera_days", linkedAlone],
  ["shared_door_events", shared],
  ["door_log", ownOrShared],
  ["merged_log", ownOrShared],
  ["door_states", offered],
  ["door_commands", ownOrOffered],
  ["door_holds", ownOrOffered],
  ["mfa_requirements", () => null],
]);

/** Matches nothing: row security admits no org admin without an organisation, and this guard must not rely on it. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** An unnamed relation without `organization_id` shows org admins nothing. */
function orgAdminCondition(relation: Relation, row: string, value: (name: string) => string): string | null {
  const special = ORG_ADMIN_ROWS.get(relation.name);
  if (special) return special(row, value);
  return relation.columns.has("organization_id") ? `${row}.organization_id = ${value("organization")}::uuid` : "false";
}

/** Columns that functions alone write: imports find their rows by them. */
const OF_FUNCTIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["end_users", new Set(["import_id", "import_digest"])],
]);
const mayWrite = ({ name }: Relation, column: string): boolean =>
  column !== "id" && OF_FUNCTIONS.get(name)?.has(column) !== true;

export const tenantGuard: TenantGuard = {
  scope: ({ role, organizationId }) => (role === "system_admin" ? null : (organizationId ?? NOBODY)),
  admits: ({ role, organizationId }, wanted) => role === "system_admin" || organizationId === wanted,
  rows: ({ role, organizationId, userId }) =>
    role === "system_admin"
      ? null
      : { key: role, condition: orgAdminCondition, mayWrite, values: { organization: organizationId, user: userId } },
};
