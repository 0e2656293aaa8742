/** The host's row guard: conditions written into every statement beside the database's row policies. */
import type { Relation } from "./catalogue-types.ts";

/**
 * The rows that one caller may meet. Independent of row security on purpose: a dropped policy or a bug here leaves the
 * other in force.
 */
export interface RowGuard {
  /** Equal for callers who get the same SQL; part of the plan key. */
  readonly key: string;
  /**
   * SQL that is true for the caller's rows; null when every row is allowed. `row` is the row's alias, `value` places
   * one of `values`. Requested for every relation of a statement: root, embeds, join tables.
   */
  condition(relation: Relation, row: string, value: (name: string) => string): string | null;
  readonly values: Readonly<Record<string, unknown>>;
}
