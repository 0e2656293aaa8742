/** The host's own wall around rows, written into every statement beside what the database's row policies say. */
import type { Relation } from "./catalogue-types.ts";

/**
 * Which rows the caller of one call may meet. Independent of row security on purpose: when one of the two is gone
 * (a policy dropped by mistake, a bug here), the other still holds.
 */
export interface RowWall {
  /** Equal for callers who get the same SQL; part of the plans' key. */
  readonly key: string;
  /**
   * SQL that is true of the rows the caller may meet; null where every row may be met. `row` is the row's alias, and
   * `value` gives the place of one of `values`. Asked for every relation of a statement: root, embeds, join tables.
   */
  condition(relation: Relation, row: string, value: (name: string) => string): string | null;
  /** What `value` may name. */
  readonly values: Readonly<Record<string, unknown>>;
}
