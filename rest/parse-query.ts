/** Splits the query string into a shape and bound values; one plan per shape. */
import { parseError, RestError, rangeNotSatisfiable } from "./errors.ts";
import { type FilterNode, parseFilter, parseLogic, startsWithOperator, type Values } from "./parse-filter.ts";
import { type Field, parseJsonPath } from "./parse-select.ts";
import { Scanner } from "./scanner.ts";

/** `path` names embeds by alias or target; empty for the root. */
export interface At<T> {
  readonly path: readonly string[];
  readonly is: T;
}

export interface QueryShape {
  readonly select: string | null;
  readonly filters: readonly At<FilterNode>[];
  readonly orders: readonly At<string>[];
  readonly limits: readonly At<number>[];
  readonly offsets: readonly At<number>[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
}

export interface ParsedQuery {
  readonly shape: QueryShape;
  readonly values: Values;
  readonly callArguments: ReadonlyMap<string, string>;
}

const OPTIONS = new Set(["select", "columns", "on_conflict", "order", "limit", "offset", "and", "or"]);

/** Tells whether a parameter is neither an option of the call nor a condition. In a GET call such a parameter is an argument, known or not. */
export const isNoCondition = (key: string, value: string): boolean =>
  !OPTIONS.has(key.split(".").at(-1) ?? "") && !startsWithOperator(value);

const RESERVED = new Set(["order", "limit", "offset"]);

/** Parses a query. `isArgument` tells which names are arguments of a called function. Throws RestError. */
export function parseQuery(
  search: string,
  isArgument: (name: string, value: string) => boolean = () => false,
): ParsedQuery {
  const values: Values = [];
  const callArguments = new Map<string, string>();
  const shape = {
    select: null as string | null,
    filters: [] as At<FilterNode>[],
    orders: [] as At<string>[],
    limits: [] as At<number>[],
    offsets: [] as At<number>[],
    columns: null as readonly string[] | null,
    onConflict: null as readonly string[] | null,
  };
  for (const [key, value] of new URLSearchParams(search)) {
    if (isArgument(key, value)) callArguments.set(key, value);
    else if (key === "select") shape.select = value;
    else if (key === "columns") shape.columns = nameList(value, "columns parameter");
    else if (key === "on_conflict") shape.onConflict = nameList(value, "on_conflict parameter");
    else readParameter(key, value, values, shape);
  }
  return { shape, values, callArguments };
}

interface Lists {
  filters: At<FilterNode>[];
  orders: At<string>[];
  limits: At<number>[];
  offsets: At<number>[];
}

function readParameter(key: string, value: string, values: Values, lists: Lists): void {
  const { path, field } = keyOf(key);
  if (field.path.length === 0 && RESERVED.has(field.name)) {
    if (field.name === "order") {
      if (value !== "") lists.orders.push({ path, is: value });
    } else {
      const list = field.name === "limit" ? lists.limits : lists.offsets;
      list.push({ path, is: values.push(wholeNumber(field.name, value)) - 1 });
    }
    return;
  }
  if (field.path.length === 0 && (field.name === "and" || field.name === "or")) {
    const not = path.at(-1) === "not";
    lists.filters.push({ path: not ? path.slice(0, -1) : path, is: parseLogic(field.name, not, value, values) });
    return;
  }
  lists.filters.push({ path, is: parseFilter(field, value, values) });
}

function keyOf(key: string): { path: readonly string[]; field: Field } {
  const scanner = new Scanner(key, "tree path");
  const names = [scanner.name()];
  while (scanner.eat(".")) names.push(scanner.name());
  const path = parseJsonPath(scanner);
  if (!scanner.done) throw scanner.error("delimiter (.) or end of input");
  return { path: names.slice(0, -1), field: { name: names.at(-1) ?? "", path } };
}

/** PostgreSQL's largest integer. */
const MAX_NUMBER = 2_147_483_647;

function wholeNumber(name: string, text: string): number {
  if (/^-\d+$/.test(text) && name === "offset") throw rangeNotSatisfiable("The offset must not be negative.");
  if (/^-\d+$/.test(text)) throw rangeNotSatisfiable("Limit should be greater than or equal to zero.");
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= MAX_NUMBER)) throw parseError(`${name} parameter`, text, 0, "expecting a whole number");
  return number;
}

function nameList(text: string, what: string): readonly string[] {
  const scanner = new Scanner(text, what);
  const names: string[] = [];
  do names.push(scanner.name());
  while (scanner.eat(","));
  if (!scanner.done) throw scanner.error('"," or end of input');
  if (new Set(names).size !== names.length)
    throw new RestError(400, "PGRST100", `a column is named twice in the ${what}`);
  return names;
}
