/** A whole statement that answers with one row: the reply's JSON text, how many rows it holds, and the total when asked for. */
import type { ReplyForm } from "./parse-headers.ts";
import type { ReadNode } from "./plan.ts";
import { type Budget, boundedReply } from "./reply-budget.ts";
import type { ParamSource, SqlWriter } from "./sql-writer.ts";
import { listed, outputNames, type RootSource, rootParts, type SelectParts } from "./to-sql-read.ts";

/** SQL with its parameters. Cached per shape. */
export interface Statement {
  readonly text: string;
  readonly params: readonly ParamSource[];
  /** `EXPLAIN` that estimates the total, for `count=planned` and `count=estimated`. */
  readonly estimate: { readonly text: string; readonly params: readonly ParamSource[] } | null;
  /** Column names for a CSV head line. */
  readonly head: readonly string[];
}

/** What `client.query` gives back for a statement. */
export interface StatementRow {
  readonly body: string | null;
  readonly rows: number;
  readonly total: number | null;
  /** Of a write: rows it would have left outside the caller's wall. */
  readonly outside?: number;
  /** Of a call whose rows are limited: how many the function gave, whatever was filtered away after. */
  readonly affected?: number;
}

export type CountMode = "exact" | "planned" | "estimated" | null;

export interface ReadForm {
  readonly form: ReplyForm;
  readonly count: CountMode;
  /** HEAD: no body. */
  readonly bodyless: boolean;
  readonly maxRows: number;
  readonly maxReplyBytes: number;
  /** The planner may guess the total, where that was asked for. */
  readonly plannerCounts: boolean;
  /** A `with …` that the source needs. */
  readonly prelude: string;
  /** SQL for the rows that a call touched, when they are limited. */
  readonly affected?: string;
}

/** Reading a relation or a function's rows. `estimator` is a fresh writer for the EXPLAIN. */
export function readStatement(
  writer: SqlWriter,
  root: ReadNode,
  source: RootSource,
  read: ReadForm,
  estimator: SqlWriter,
): Statement {
  const parts = rootParts(writer, root, source, read);
  const total = totalSql(parts, read);
  const limit = ` limit ${root.limit === null ? read.maxRows : writer.slot(root.limit)}`;
  const offset = root.offset === null ? "" : ` offset ${writer.slot(root.offset)}`;
  // A HEAD keeps its list and order: PostgreSQL drops columns nobody reads, and a parameter without a place would have no type.
  const rows = `select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}${parts.orderBy}${limit}${offset}`;
  const body = read.bodyless ? { list: "null", from: `(${rows}) _r` } : bodySql(read.form, root, rows, read);
  const affected = read.affected === undefined ? "" : `, ${read.affected} as affected`;
  const guesses = read.plannerCounts && (read.count === "planned" || read.count === "estimated");
  return {
    text: `${read.prelude}select ${body.list} as body, count(*)::int as rows, ${total} as total${affected} from ${body.from}`,
    params: writer.params,
    estimate: guesses ? estimateOf(estimator, root, source, read) : null,
    head: outputNames(root),
  };
}

/**
 * The reply's text from `rows`, as a select list and what comes after FROM. `_r.*` and not `_r`, which a column of that name would
 * capture. `rows` end with a limit or offset: what is aggregated and measured must be built once.
 */
export function bodySql(form: ReplyForm, root: ReadNode, rows: string, budget: Budget): { list: string; from: string } {
  const csv = "string_agg(substring((_r.*)::text, 2, length((_r.*)::text) - 2), E'\\n')";
  const all = form.kind === "csv" ? csv : "json_agg(_r.*)";
  const json = `coalesce(${all}, '[]'::json)`;
  const list = form.kind === "csv" ? csv : form.stripNulls ? `json_strip_nulls(${json})::text` : `${json}::text`;
  return { list, from: `${listed(budget, root, rows)}${boundedReply(`pg_column_size(${all})`, budget)}` };
}

function totalSql(parts: SelectParts, read: ReadForm): string {
  if (read.count === null || (read.count === "planned" && read.plannerCounts)) return "null::float8";
  const grouped = parts.groupBy !== "";
  const rows = grouped
    ? `select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}`
    : `select 1 from ${parts.from}${parts.where}`;
  // An estimate counts exactly as far as one reply reaches; past that the planner's guess takes over.
  if (read.count === "estimated" && read.plannerCounts)
    return `(select count(*) from (${rows} limit ${read.maxRows + 1}) _c)::float8`;
  if (grouped) return `(select count(*) from (${rows}) _c)::float8`;
  return `(select count(*) from ${parts.from}${parts.where})::float8`;
}

function estimateOf(writer: SqlWriter, root: ReadNode, source: RootSource, read: ReadForm): Statement["estimate"] {
  const parts = rootParts(writer, root, source, read);
  return {
    text: `explain (format json) ${read.prelude}select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}${parts.orderBy}`,
    params: writer.params,
  };
}
