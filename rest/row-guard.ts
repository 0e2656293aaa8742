import type { Relation } from "./catalogue-types.ts";

/** The caller's condition in every statement, beside row security: one mistake leaves the other in force. */
export interface RowGuard {
  readonly key: string;
  /** SQL true for the caller's rows; null allows all. `row` is the alias, `value` places one of `values`. */
  condition(relation: Relation, row: string, value: (name: string) => string): string | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** Decides whether the caller may choose what this column of a row holds. */
  mayWrite(relation: Relation, column: string): boolean;
}
