import type pg from "pg";
import type { Call, RestReply } from "./context.ts";
import { RestError, rangeNotSatisfiable } from "./errors.ts";
import type { FilterNode } from "./parse-filter.ts";
import { type Preferences, parseRange, type Range, type ReplyForm } from "./parse-headers.ts";
import type { At, ParsedQuery, QueryShape } from "./parse-query.ts";
import { type CachedPlan, runPlan } from "./plan-cache.ts";
import { readReply } from "./reply.ts";
import type { RowGuard } from "./row-guard.ts";
import { type Bindings, bindValues } from "./sql-writer.ts";

export interface Reading {
  readonly query: ParsedQuery;
  readonly form: ReplyForm;
  readonly preferences: Preferences;
  readonly bodyless: boolean;
  readonly guard: RowGuard | null;
}

/** Keeps the rows that both the URL and the Range header name, and applies the limits. */
export function withRowLimits(call: Call, query: ParsedQuery): ParsedQuery {
  const { maxRows } = call.context.limits;
  const { values } = query;
  let { limits, offsets } = query.shape;
  const range = call.method === "GET" ? parseRange(call.request.headers.range) : null;
  if (range !== null) {
    const named = (list: readonly At<number>[]) => list.findLast(({ path }) => path.length === 0)?.is;
    const [limit, offset] = [named(limits), named(offsets)].map((slot) =>
      slot === undefined ? null : Number(values[slot]),
    );
    const rows = bothRanges(range, { offset: offset ?? 0, limit: limit ?? null });
    offsets = [...offsets, { path: [], is: values.push(rows.offset) - 1 }];
    if (rows.limit !== null) limits = [...limits, { path: [], is: values.push(rows.limit) - 1 }];
  }
  for (const { is } of limits) values[is] = Math.min(Number(values[is]), maxRows);
  return { ...query, shape: { ...query.shape, limits, offsets } };
}

/** Intersects both ranges. Throws 416 where they have no row in common; `limit=0` asks for none. */
function bothRanges(header: Range, url: Range): Range {
  const offset = Math.max(header.offset, url.offset);
  const ends = [header, url].flatMap((one) => (one.limit === null ? [] : [one.offset + one.limit]));
  if (ends.length === 0) return { offset, limit: null };
  const limit = Math.min(...ends) - offset;
  if (limit < 1 && url.limit !== 0)
    throw rangeNotSatisfiable("The Range header and the limit and offset of the URL have no row in common.");
  return { offset, limit: Math.max(limit, 0) };
}

/** Makes a cache key from everything that decides the SQL, without values. */
export const shapeKey = (...parts: readonly unknown[]): string => JSON.stringify(parts);

const PATTERN_OPERATORS = new Set(["like", "ilike", "match", "imatch", "fts", "plfts", "phfts", "wfts"]);

/** Returns false for conditions whose best plan depends on the value. */
export function isPreparable(shape: QueryShape): boolean {
  const plain = (filter: FilterNode): boolean =>
    filter.kind === "group" ? filter.members.every(plain) : !PATTERN_OPERATORS.has(filter.operator);
  return shape.filters.every((filter: At<FilterNode>) => plain(filter.is));
}

/** Runs the statement and returns the reply. Throws RestError when more rows were affected than the caller allows. */
export async function answerRead(
  client: pg.ClientBase,
  call: Call,
  plan: CachedPlan,
  reading: Reading,
): Promise<RestReply> {
  const { values, shape } = reading.query;
  const bindings = { values, guard: reading.guard };
  const row = await runPlan(client, plan, bindings);
  requireFewAffected(reading.preferences, row.affected ?? null);
  const total = await totalOf(client, call, plan, { bindings, counted: row.total, preferences: reading.preferences });
  const offsetSlot = shape.offsets.findLast(({ path }) => path.length === 0)?.is;
  return readReply({
    row,
    total: total === null ? null : Math.max(total, row.rows),
    offset: offsetSlot === undefined ? 0 : Number(values[offsetSlot]),
    form: reading.form,
    preferences: reading.preferences,
    head: plan.statement.head,
    bodyless: reading.bodyless,
  });
}

/** Throws inside the transaction when too many rows are affected, so the call is undone. */
export function requireFewAffected({ maxAffected }: Preferences, affected: number | null): void {
  if (maxAffected === null || affected === null || affected <= maxAffected) return;
  throw new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${affected} rows`,
  });
}

interface Counting {
  readonly bindings: Bindings;
  readonly counted: number | null;
  readonly preferences: Preferences;
}

/** Returns the statement's count, or the planner's estimate when requested or when the count stopped early. */
async function totalOf(
  client: pg.ClientBase,
  call: Call,
  plan: CachedPlan,
  counting: Counting,
): Promise<number | null> {
  const { estimate } = plan.statement;
  if (counting.preferences.count === null) return null;
  if (estimate === null) return counting.counted;
  if (counting.counted !== null && counting.counted <= call.context.limits.maxRows) return counting.counted;
  const { rows } = await client.query<{ "QUERY PLAN": readonly { Plan?: { "Plan Rows"?: number } }[] }>({
    text: estimate.text,
    values: bindValues(estimate.params, counting.bindings),
  });
  return Math.max(rows[0]?.["QUERY PLAN"][0]?.Plan?.["Plan Rows"] ?? 0, counting.counted ?? 0);
}
