import type { Relation } from "./catalogue-types.ts";

/** The caller's condition in every statement, beside row security: if one has a mistake, the other still holds. */
export interface RowGuard {
  readonly key: string;
  /** Returns SQL that is true for the caller's rows; null allows all. `row` is the alias, `value` places one of `values`. */
  condition(relation: Relation, row: string, value: (name: string) => string): string | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** Decides whether the caller may write this column's value. */
  mayWrite(relation: Relation, column: string): boolean;
}
