import type { Relation } from "./catalogue-types.ts";

/**
 * The rows that one caller may meet: a condition in every statement, beside row security, so that one mistake leaves
 * the other in force.
 */
export interface RowGuard {
  /** Part of the plan key. */
  readonly key: string;
  /**
   * SQL that is true for the caller's rows; null allows all. `row` is the alias, `value` places one of `values`.
   * Requested for root, embeds and join tables.
   */
  condition(relation: Relation, row: string, value: (name: string) => string): string | null;
  readonly values: Readonly<Record<string, unknown>>;
}
