// The service's wall between organisations. The database has its own (row security); this one is written into every statement
// of /rest/v1 and asked by every function, and knows nothing of policies. Either alone must hold, so that a mistake in one
// shows nothing: tests/integration/walls takes them down one by one.
import type { Relation } from "#rest/catalogue-types.ts";
import type { RowGuard } from "#rest/row-guard.ts";
import type { Caller } from "./as-user.ts";

export interface TenantWall {
  /** True when the caller may see and change what belongs to that organisation. */
  admits(caller: Caller, organizationId: string): boolean;
  /** The organisation that confines what the caller's functions look up; null = none. */
  scope(caller: Caller): string | null;
  /** The rows of /rest/v1 that the caller may meet; null = all that the database shows. */
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

/** Rows that an org admin meets by something else than the column `organization_id`. */
const ORG_ADMIN_ROWS: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ["organizations", (row, value) => `${row}.id = ${value("organization")}::uuid`],
  // organization_id there is who owns the unit, and a unit may serve several.
  ["controllers", linked("id")],
  ["access_points", linked("controller_id")],
  ["profiles", themselves("id")],
  ["user_roles", themselves("user_id")],
  // What is asked of each role is nobody's secret.
  ["mfa_requirements", () => null],
]);

/** Confines to nothing: the database has no org admin without organisation, and this must not be where we learn of one. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A relation that is not named above and has no `organization_id` shows an org admin nothing. */
function orgAdminCondition(relation: Relation, row: string, value: (name: string) => string): string | null {
  const special = ORG_ADMIN_ROWS.get(relation.name);
  if (special) return special(row, value);
  return relation.columns.has("organization_id") ? `${row}.organization_id = ${value("organization")}::uuid` : "false";
}

export const tenantWall: TenantWall = {
  scope: ({ role, organizationId }) => (role === "system_admin" ? null : (organizationId ?? NOBODY)),
  admits: ({ role, organizationId }, wanted) => role === "system_admin" || organizationId === wanted,
  rows: ({ role, organizationId, userId }) =>
    role === "system_admin"
      ? null
      : { key: role, condition: orgAdminCondition, values: { organization: organizationId, user: userId } },
};
