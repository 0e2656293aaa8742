/** A whole statement that answers with one row: the reply's JSON text, how many rows it holds, and the total when asked for. */
import type { ReplyForm } from "./parse-headers.ts";
import type { ReadNode } from "./plan.ts";
import type { ParamSource, SqlWriter } from "./sql-writer.ts";
import { outputNames, type RootSource, rootParts, type SelectParts } from "./to-sql-read.ts";

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
}

export type CountMode = "exact" | "planned" | "estimated" | null;

export interface ReadForm {
  readonly form: ReplyForm;
  readonly count: CountMode;
  /** HEAD: no body. */
  readonly bodyless: boolean;
  readonly maxRows: number;
  /** A `with …` that the source needs. */
  readonly prelude: string;
}

/** Reading a relation or a function's rows. `estimator` is a fresh writer for the EXPLAIN. */
export function readStatement(
  writer: SqlWriter,
  root: ReadNode,
  source: RootSource,
  read: ReadForm,
  estimator: SqlWriter,
): Statement {
  const parts = rootParts(writer, root, source, read.maxRows);
  const total = totalSql(parts, read);
  const limit = ` limit ${root.limit === null ? read.maxRows : writer.slot(root.limit)}`;
  const offset = root.offset === null ? "" : ` offset ${writer.slot(root.offset)}`;
  // A HEAD keeps its list and order: PostgreSQL drops columns nobody reads, and a parameter without a place would have no type.
  const rows = `select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}${parts.orderBy}${limit}${offset}`;
  const body = read.bodyless ? "null" : bodySql(read.form);
  return {
    text: `${read.prelude}select ${body} as body, count(*)::int as rows, ${total} as total from (${rows}) _r`,
    params: writer.params,
    estimate: read.count === "planned" || read.count === "estimated" ? estimateOf(estimator, root, source, read) : null,
    head: outputNames(root),
  };
}

/** The reply's text from the rows `_r`. `_r.*` and not `_r`, which a column of that name would capture. */
export function bodySql(form: ReplyForm): string {
  if (form.kind === "csv") return "string_agg(substring((_r.*)::text, 2, length((_r.*)::text) - 2), E'\\n')";
  const rows = "coalesce(json_agg(_r.*), '[]'::json)";
  return form.stripNulls ? `json_strip_nulls(${rows})::text` : `${rows}::text`;
}

function totalSql(parts: SelectParts, read: ReadForm): string {
  if (read.count === null || read.count === "planned") return "null::float8";
  const grouped = parts.groupBy !== "";
  const rows = grouped
    ? `select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}`
    : `select 1 from ${parts.from}${parts.where}`;
  // An estimate counts exactly as far as one reply reaches; past that the planner's guess takes over.
  if (read.count === "estimated") return `(select count(*) from (${rows} limit ${read.maxRows + 1}) _c)::float8`;
  if (grouped) return `(select count(*) from (${rows}) _c)::float8`;
  return `(select count(*) from ${parts.from}${parts.where})::float8`;
}

function estimateOf(writer: SqlWriter, root: ReadNode, source: RootSource, read: ReadForm): Statement["estimate"] {
  const parts = rootParts(writer, root, source, read.maxRows);
  return {
    text: `explain (format json) ${read.prelude}select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}${parts.orderBy}`,
    params: writer.params,
  };
}
