import type { Column, Routine } from "./catalogue-types.ts";
import { RestError } from "./errors.ts";
import { type FilterOperation, type IsValue, TEXT_SEARCHES } from "./parse-filter.ts";
import type { JsonStep } from "./parse-select.ts";
import type { Condition, ReadNode, Reference } from "./read-node.ts";
import { qualified, quoteName, type SqlWriter } from "./sql-writer.ts";

export interface Scope {
  readonly alias: string;
  /** Newly written rows have only their columns, not the table's row type. */
  readonly written: boolean;
  readonly used: Set<string>;
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["eq", "="],
  ["neq", "<>"],
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
  ["like", "like"],
  ["ilike", "ilike"],
  ["match", "~"],
  ["imatch", "~*"],
  ["cs", "@>"],
  ["cd", "<@"],
  ["ov", "&&"],
  ["sl", "<<"],
  ["sr", ">>"],
  ["nxr", "&<"],
  ["nxl", "&>"],
  ["adj", "-|-"],
  ["isdistinct", "is distinct from"],
]);

const IS: Readonly<Record<IsValue, string>> = {
  null: "is null",
  not_null: "is not null",
  true: "is true",
  false: "is false",
  unknown: "is unknown",
};

const SEARCH_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["fts", "to_tsquery"],
  ["plfts", "plainto_tsquery"],
  ["phfts", "phraseto_tsquery"],
  ["wfts", "websearch_to_tsquery"],
]);

const isRoutine = (column: Column | Routine): column is Routine => "arguments" in column;

/** Refers to a column; a codec column is read by its mask. */
export function referenceSql(writer: SqlWriter, scope: Scope, reference: Reference): string {
  const { column, path } = reference;
  if (isRoutine(column)) {
    if (scope.written)
      throw new RestError(400, "PGRST127", `the computed column ${column.name} cannot be returned by a write`);
    return withPath(writer, `${qualified(column)}(${scope.alias}.*)`, path, "");
  }
  scope.used.add(column.readName);
  return withPath(writer, `${scope.alias}.${quoteName(column.readName)}`, path, column.category);
}

function withPath(writer: SqlWriter, base: string, path: readonly JsonStep[], category: string): string {
  if (path.length === 0) return base;
  const json = category === "json" || category === "jsonb" ? base : `to_jsonb(${base})`;
  const steps = path.map((step) => {
    const key = step.isIndex ? `${writer.constant(Number(step.key))}::int` : `${writer.constant(step.key)}::text`;
    return `${step.asText ? "->>" : "->"} ${key}`;
  });
  return `(${json} ${steps.join(" ")})`;
}

export type ExistsWriter = (node: ReadNode) => string;

/** Returns the condition in SQL, with its values as parameters. */
export function conditionSql(writer: SqlWriter, scope: Scope, condition: Condition, exists: ExistsWriter): string {
  if (condition.kind === "exists") return `${condition.not ? "not " : ""}${exists(condition.node)}`;
  if (condition.kind === "group") {
    const members = condition.members.map((member) => conditionSql(writer, scope, member, exists));
    return `${condition.not ? "not " : ""}(${members.join(` ${condition.join} `)})`;
  }
  const { operation } = condition;
  const left = referenceSql(writer, scope, condition.reference);
  const comparison = compareSql(writer, left, operation, condition.reference);
  return operation.not ? `(not ${comparison})` : comparison;
}

function compareSql(writer: SqlWriter, left: string, operation: FilterOperation, reference: Reference): string {
  if (operation.is !== null) return `(${left} ${IS[operation.is]})`;
  const value = writer.slot(operation.slot);
  if (operation.operator === "in") return `(${left} = any(${value}))`;
  if (TEXT_SEARCHES.has(operation.operator)) {
    const language = operation.language === null ? "" : `${writer.slot(operation.language)}::regconfig, `;
    const isVector = !isRoutine(reference.column) && reference.column.category === "tsvector";
    const vector = isVector ? left : `to_tsvector(${language}${left})`;
    return `(${vector} @@ ${SEARCH_FUNCTIONS.get(operation.operator)}(${language}${value}))`;
  }
  const operator = OPERATORS.get(operation.operator);
  if (operator === undefined) throw new Error(`no SQL for the operator ${operation.operator}`);
  return operation.quantifier === null
    ? `(${left} ${operator} ${value})`
    : `(${left} ${operator} ${operation.quantifier}(${value}))`;
}
