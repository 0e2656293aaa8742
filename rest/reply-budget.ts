/**
 * The byte budget of one reply, enforced inside PostgreSQL. A list above a small size adds to a counter of its level (a
 * transaction setting), and the statement stops when the budget is exceeded. Lists below that size are bounded by
 * `maxRows`. Plain SQL without a function of ours, since the layer may not write to the databases it serves.
 */
import { DatabaseError } from "pg";
import type { ReadNode } from "./plan.ts";

export interface Budget {
  readonly maxRows: number;
  readonly maxReplyBytes: number;
}

/** Identifies the error that stops an oversized statement; no caller's value looks like it. */
const SENTINEL = "rest-reply-budget:";
const INVALID_TEXT = "22P02";
/** A full list of uncharged lists adds up to an eighth of the budget. */
const UNCHARGED_SHARE = 8;
/** Computed columns, arrows and casts beyond a table's own columns. */
const MORE_COLUMNS = 4;

/** Casting a non-numeric text raises the error. */
const stop = (size: string): string => `('${SENTINEL}' || ${size})::int is null`;

/** HAVING of an embedded list of `size` (an aggregate): true, or the statement ends. */
export function chargedList(size: string, depth: number, { maxRows, maxReplyBytes }: Budget): string {
  const small = Math.floor(maxReplyBytes / maxRows / UNCHARGED_SHARE);
  const counter = `'rest.reply_${depth}'`;
  const before = `coalesce(nullif(current_setting(${counter}, true), ''), '0')::bigint`;
  const sum = `set_config(${counter}, (${before} + ${size})::text, true)::bigint`;
  return ` having case when coalesce(${size}, 0) <= ${small} then true when ${sum} <= ${maxReplyBytes} then true else ${stop(size)} end`;
}

export const boundedReply = (size: string, { maxReplyBytes }: Budget): string =>
  ` having case when coalesce(${size}, 0) <= ${maxReplyBytes} then true else ${stop(size)} end`;

/**
 * `_r` from `rows`, stopping at the row that exceeds the budget: for rows so wide that a full list is too much to
 * build. Costs a window over the rows.
 */
export function watchedRows(rows: string, { maxReplyBytes }: Budget): string {
  const sized = `select _w.w, sum(pg_column_size(_w.w)) over (rows unbounded preceding) as s from (select _v as w from (${rows}) _v offset 0) _w`;
  return `(select (_x.w).* from (${sized}) _x where case when _x.s > ${maxReplyBytes} then ${stop("_x.s")} else true end offset 0) _r`;
}

/** True for rows that select columns repeatedly; others are as wide as the table. */
export const isWide = (node: ReadNode): boolean => node.outputs.length > node.relation.columns.size + MORE_COLUMNS;

export const isOverBudget = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === INVALID_TEXT && error.message.includes(SENTINEL);
