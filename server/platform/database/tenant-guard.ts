// The service's guard beside row security, independent of policies and in every statement. Either alone must hold:
// tests/integration/security disables them one by one. Each domain names its rows (tenant-rows.ts); server/tables.ts joins them.
import type { Relation } from "#rest/catalogue-types.ts";
import type { RowGuard } from "#rest/row-guard.ts";
import type { Caller } from "./as-user.ts";

export interface TenantGuard {
  admits(caller: Caller, organizationId: string): boolean;
  /** Returns the organisation that limits the caller's function look-ups; null: none. */
  scope(caller: Caller): string | null;
  /** Returns the caller's /rest/v1 row condition; null: whatever row security admits. */
  rows(caller: Caller): RowGuard | null;
}

/** Returns SQL that is true for an org admin's rows; null: all. `row` is the alias, `value` places `organization` or `user`. */
export type RowCondition = (row: string, value: (name: string) => string) => string | null;

/** A domain's relations where `organization_id` alone does not decide. */
export interface TenantRows {
  readonly conditions: Readonly<Record<string, RowCondition>>;
  /** Columns that only functions write, by relation. */
  readonly functionColumns?: Readonly<Record<string, readonly string[]>>;
}

/** Matches nothing: row security admits no org admin without an organisation, and this guard must not depend on that. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

export const ownOrganization =
  (column = "organization_id"): RowCondition =>
  (row, value) =>
    `${row}.${column} = ${value("organization")}::uuid`;

export const ownUser =
  (column: string): RowCondition =>
  (row, value) =>
    `${row}.${column} = ${value("user")}::uuid`;

/** Creates the guard from the rows that the domains name. */
export function createTenantGuard(domains: readonly TenantRows[]): TenantGuard {
  const conditions = joined(domains.map((domain) => domain.conditions));
  const functionColumns = joined(domains.map((domain) => domain.functionColumns ?? {}));
  /** A relation that no domain names, and that has no `organization_id`, shows org admins nothing. */
  const condition: RowGuard["condition"] = ({ name, columns }, row, value) => {
    const named = conditions.get(name);
    if (named) return named(row, value);
    return columns.has("organization_id") ? ownOrganization()(row, value) : "false";
  };
  const mayWrite = ({ name }: Relation, column: string) =>
    column !== "id" && functionColumns.get(name)?.includes(column) !== true;
  return {
    scope: ({ role, organizationId }) => (role === "system_admin" ? null : (organizationId ?? NOBODY)),
    admits: ({ role, organizationId }, wanted) => role === "system_admin" || organizationId === wanted,
    rows: ({ role, organizationId, userId }) =>
      role === "system_admin"
        ? null
        : { key: role, condition, mayWrite, values: { organization: organizationId, user: userId } },
  };
}

/** Throws when two domains name the same relation. */
function joined<T>(parts: readonly Readonly<Record<string, T>>[]): ReadonlyMap<string, T> {
  const all = new Map<string, T>();
  for (const [name, one] of parts.flatMap((part) => Object.entries(part))) {
    if (all.has(name)) throw new Error(`two domains name the rows of ${name}`);
    all.set(name, one);
  }
  return all;
}
