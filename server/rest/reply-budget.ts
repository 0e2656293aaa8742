/**
 * The byte budget of one reply, kept where the reply is built. Rows become JSON one by one and their sizes are summed on the way
 * (a window over the rows so far), so PostgreSQL stops at the row that goes beyond the budget and never holds more than the
 * budget and one row a level. Plain SQL without a function of ours: the layer serves databases that it may not write to.
 */
import { DatabaseError } from "pg";
import type { ReadNode } from "./plan.ts";

/** Stands in the error that a statement ends with when its reply outgrows the budget; no value of a caller's looks like it. */
const MARK = "rest-reply-budget:";
const INVALID_TEXT = "22P02";

/** `_g` with one row's text or JSON as `j` for each of `rows` (seen as `_r` by `row`), as a FROM with its WHERE. */
export function withinBudget(rows: string, row: string, budget: number): string {
  // `offset 0` keeps the planner from writing `row` out twice; the cast of a text that is no number is the way out of a statement.
  const sized = `select _j.j, sum(pg_column_size(_j.j)) over (rows unbounded preceding) as s from (select ${row} as j from (${rows}) _r offset 0) _j`;
  return `(${sized}) _g where case when _g.s > ${budget} then ('${MARK}' || _g.s)::int is null else true end`;
}

/**
 * True when a list of `node`'s rows may outgrow the budget: rows that hold lists of their own, or name columns again and again.
 * Other lists are at most `maxRows` rows as wide as the table's.
 */
export function mayOutgrow(node: ReadNode): boolean {
  return node.outputs.length > node.relation.columns.size + MORE_COLUMNS || node.children.some(holdsList);
}

/** Computed columns, arrows and casts beside a table's own columns. */
const MORE_COLUMNS = 4;

const holdsList = (node: ReadNode): boolean => !node.toOne || mayOutgrow(node);

/** PostgreSQL stopped because the reply went beyond the budget. */
export const isOverBudget = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === INVALID_TEXT && error.message.includes(MARK);
