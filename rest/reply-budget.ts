/**
 * Limits the size of a reply. Larger lists add their size to a transaction setting, and PostgreSQL stops the statement beyond the budget;
 * `maxRows` limits small ones. Plain SQL is used, because served databases may be read-only.
 */
import { DatabaseError } from "pg";
import type { ReadNode } from "./read-node.ts";

export interface Budget {
  readonly maxRows: number;
  readonly maxReplyBytes: number;
}

const SENTINEL = "rest-reply-budget:";
const INVALID_TEXT = "22P02";
/** Uncharged lists add up to an eighth of the budget. */
const UNCHARGED_SHARE = 8;
const EXTRA_COLUMNS = 4;

/** Casting a non-numeric text raises the error. */
const stop = (size: string): string => `('${SENTINEL}' || ${size})::int is null`;

/** Returns the condition that charges a list's size to the reply, and ends the statement when it is too large. */
export function chargedList(size: string, depth: number, { maxRows, maxReplyBytes }: Budget): string {
  const small = Math.floor(maxReplyBytes / maxRows / UNCHARGED_SHARE);
  const counter = `'rest.reply_${depth}'`;
  const before = `coalesce(nullif(current_setting(${counter}, true), ''), '0')::bigint`;
  const sum = `set_config(${counter}, (${before} + ${size})::text, true)::bigint`;
  return ` having case when coalesce(${size}, 0) <= ${small} then true when ${sum} <= ${maxReplyBytes} then true else ${stop(size)} end`;
}

/** Returns the condition that ends the statement when the whole reply is too large. */
export const boundedReply = (size: string, { maxReplyBytes }: Budget): string =>
  ` having case when coalesce(${size}, 0) <= ${maxReplyBytes} then true else ${stop(size)} end`;

/** Returns the WHERE of a scalar reply, whose value is built by then. */
export const boundedValue = (size: string, { maxReplyBytes }: Pick<Budget, "maxReplyBytes">): string =>
  ` where case when coalesce(${size}, 0) <= ${maxReplyBytes} then true else ${stop(size)} end`;

/** Returns `_r` from `rows`, stopping at the budget, for rows too wide to build a full list. Costs a window function. */
export function boundedRows(rows: string, { maxReplyBytes }: Budget): string {
  const sized = `select _w.w, sum(pg_column_size(_w.w)) over (rows unbounded preceding) as s from (select _v as w from (${rows}) _v offset 0) _w`;
  return `(select (_x.w).* from (${sized}) _x where case when _x.s > ${maxReplyBytes} then ${stop("_x.s")} else true end offset 0) _r`;
}

/** Tells whether a row selects many more values than its relation has columns. */
export const isWide = (node: ReadNode): boolean => node.outputs.length > node.relation.columns.size + EXTRA_COLUMNS;

/** Tells whether the statement was ended by one of these conditions. */
export const isOverBudget = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === INVALID_TEXT && error.message.includes(SENTINEL);
