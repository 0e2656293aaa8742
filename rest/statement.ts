/** Builds a statement that returns one row: reply text, row count and total. */
import { isAggregated } from "./aggregates.ts";
import type { ReplyForm } from "./parse-headers.ts";
import type { ReadNode } from "./read-node.ts";
import { type Budget, boundedReply } from "./reply-budget.ts";
import type { ParamSource, SqlWriter } from "./sql-writer.ts";
import { listed, outputNames, type RootSource, rootParts, type SelectParts } from "./to-sql-read.ts";

export interface Statement {
  readonly text: string;
  readonly params: readonly ParamSource[];
  readonly estimate: { readonly text: string; readonly params: readonly ParamSource[] } | null;
  readonly head: readonly string[];
}

export interface StatementRow {
  readonly body: string | null;
  readonly rows: number;
  readonly total: number | null;
  /** Rows that a write would leave outside the row guard. */
  readonly outside?: number;
  readonly affected?: number;
}

export type CountMode = "exact" | "planned" | "estimated" | null;

export interface ReadForm {
  readonly form: ReplyForm;
  readonly count: CountMode;
  readonly bodyless: boolean;
  readonly maxRows: number;
  readonly maxReplyBytes: number;
  readonly plannerCounts: boolean;
  readonly prelude: string;
  readonly affected?: string;
}

/** Returns the statement that reads a tree of rows as one body, with their number and, where asked for, the total. */
export function readStatement(
  writer: SqlWriter,
  root: ReadNode,
  source: RootSource,
  read: ReadForm,
  estimator: SqlWriter,
): Statement {
  const parts = rootParts(writer, root, source, read);
  const total = totalSql(parts, read, root.order.every(({ node }) => node === null) ? parts.orderBy : "");
  const limit = ` limit ${root.limit === null ? read.maxRows : writer.slot(root.limit)}`;
  const offset = root.offset === null ? "" : ` offset ${writer.slot(root.offset)}`;
  // HEAD keeps list and order, or a parameter would have no type; PostgreSQL drops unread columns.
  const rows = `select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}${parts.orderBy}${limit}${offset}`;
  const body = read.bodyless ? { list: "null", from: `(${rows}) _r` } : bodySql(read.form, root, rows, read);
  const affected = read.affected === undefined ? "" : `, ${read.affected} as affected`;
  const estimates = read.plannerCounts && (read.count === "planned" || read.count === "estimated");
  return {
    text: `${read.prelude}select ${body.list} as body, count(*)::int as rows, ${total} as total${affected} from ${body.from}`,
    params: writer.params,
    estimate: estimates ? estimateOf(estimator, root, source, read) : null,
    head: outputNames(root),
  };
}

/**
 * Builds the body. It uses `_r.*`, since a column named `_r` would capture `_r`. `rows` end with a limit or offset, so they are built once.
 */
export function bodySql(form: ReplyForm, root: ReadNode, rows: string, budget: Budget): { list: string; from: string } {
  const csv = "string_agg(substring((_r.*)::text, 2, length((_r.*)::text) - 2), E'\\n')";
  const all = form.kind === "csv" ? csv : "json_agg(_r.*)";
  const json = `coalesce(${all}, '[]'::json)`;
  const list = form.kind === "csv" ? csv : form.stripNulls ? `json_strip_nulls(${json})::text` : `${json}::text`;
  return { list, from: `${listed(budget, root, rows)}${boundedReply(`pg_column_size(${all})`, budget)}` };
}

/** Builds the total. `orderBy` may use only the rows' own columns. */
function totalSql(parts: SelectParts, read: ReadForm, orderBy: string): string {
  if (read.count === null || (read.count === "planned" && read.plannerCounts)) return "null::float8";
  const grouped = parts.aggregated;
  const rows = grouped
    ? `select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}`
    : `select 1 from ${parts.from}${parts.where}`;
  // Counts up to one reply's rows; past that the planner's estimate applies. It counts in the list's order, so that both use one index.
  // Without an order the planner may begin with rows that match last, such as the oldest of a log.
  if (read.count === "estimated" && read.plannerCounts)
    return `(select count(*) from (${rows}${grouped ? "" : orderBy} limit ${read.maxRows + 1}) _c)::float8`;
  if (grouped) return `(select count(*) from (${rows}) _c)::float8`;
  return `(select count(*) from ${parts.from}${parts.where})::float8`;
}

/** Builds the estimate without embeds and order, which change no number but would be planned too. */
function estimateOf(writer: SqlWriter, root: ReadNode, source: RootSource, read: ReadForm): Statement["estimate"] {
  const aggregated = isAggregated(root);
  const parts = rootParts(writer, aggregated ? root : { ...root, outputs: [], order: [] }, source, read);
  const list = aggregated ? parts.list : "1";
  return {
    text: `explain (format json) ${read.prelude}select ${list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}${parts.orderBy}`,
    params: writer.params,
  };
}
