/**
 * The byte budget of one reply, kept where the reply is built. A list that outgrows a small size is charged to what all lists of its
 * level have come to in this statement (a setting of the transaction is the counter), so PostgreSQL stops in the middle of its
 * work. Small lists cost one comparison; they are at most `maxRows` a list, which bounds what was not charged. Plain SQL
 * without a function of ours: the layer serves databases that it may not write to.
 */
import { DatabaseError } from "pg";
import type { ReadNode } from "./plan.ts";

export interface Budget {
  readonly maxRows: number;
  readonly maxReplyBytes: number;
}

/** Stands in the error that a statement ends with when its reply outgrows the budget; no value of a caller's looks like it. */
const MARK = "rest-reply-budget:";
const INVALID_TEXT = "22P02";
/** A full list of uncharged lists comes to the budget's eighth. */
const UNCHARGED_SHARE = 8;
/** Computed columns, arrows and casts beside a table's own columns. */
const MORE_COLUMNS = 4;

/** The cast of a text that is no number is the way out of a statement. */
const stop = (size: string): string => `('${MARK}' || ${size})::int is null`;

/** HAVING of an embedded list whose size is `size` (an aggregate): true, or the end of the statement. */
export function chargedList(size: string, depth: number, { maxRows, maxReplyBytes }: Budget): string {
  const small = Math.floor(maxReplyBytes / maxRows / UNCHARGED_SHARE);
  const counter = `'rest.reply_${depth}'`;
  const before = `coalesce(nullif(current_setting(${counter}, true), ''), '0')::bigint`;
  const sum = `set_config(${counter}, (${before} + ${size})::text, true)::bigint`;
  return ` having case when coalesce(${size}, 0) <= ${small} then true when ${sum} <= ${maxReplyBytes} then true else ${stop(size)} end`;
}

/** HAVING of the whole reply. */
export const boundedReply = (size: string, { maxReplyBytes }: Budget): string =>
  ` having case when coalesce(${size}, 0) <= ${maxReplyBytes} then true else ${stop(size)} end`;

/** WHERE of a scalar reply, whose value is built by then: it goes no further. */
export const boundedValue = (size: string, { maxReplyBytes }: Pick<Budget, "maxReplyBytes">): string =>
  ` where case when coalesce(${size}, 0) <= ${maxReplyBytes} then true else ${stop(size)} end`;

/**
 * `_r` with each of `rows`, stopping at the row with which they outgrow the budget: for rows so wide that a full list of them would be
 * too much to build. Costs a window over the rows.
 */
export function watchedRows(rows: string, { maxReplyBytes }: Budget): string {
  const sized = `select _w.w, sum(pg_column_size(_w.w)) over (rows unbounded preceding) as s from (select _v as w from (${rows}) _v offset 0) _w`;
  return `(select (_x.w).* from (${sized}) _x where case when _x.s > ${maxReplyBytes} then ${stop("_x.s")} else true end offset 0) _r`;
}

/** True for rows that name columns again and again; others are as wide as the table's. */
export const isWide = (node: ReadNode): boolean => node.outputs.length > node.relation.columns.size + MORE_COLUMNS;

/** PostgreSQL stopped because the reply went beyond the budget. */
export const isOverBudget = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === INVALID_TEXT && error.message.includes(MARK);
