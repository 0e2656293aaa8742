/** Parses `age=gte.18`, `not.in.(a,"b,c")`, `or=(a.eq.1,and(b.gt.2,c.is.null))`. Values are only ever bound. */
import { type Field, parseJsonPath } from "./parse-select.ts";
import { Scanner } from "./scanner.ts";

export type IsValue = "null" | "not_null" | "true" | "false" | "unknown";

/** `slot` indexes the request's values; -1 for `is`. */
export interface FilterOperation {
  readonly kind: "operation";
  readonly field: Field;
  readonly not: boolean;
  readonly operator: string;
  readonly quantifier: "any" | "all" | null;
  readonly language: number | null;
  readonly slot: number;
  readonly is: IsValue | null;
}

export interface FilterGroup {
  readonly kind: "group";
  readonly not: boolean;
  readonly join: "and" | "or";
  readonly members: readonly FilterNode[];
}

export type FilterNode = FilterOperation | FilterGroup;

export type Values = unknown[];

export const SIMPLE_OPERATORS = new Set([
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "match",
  "imatch",
  "cs",
  "cd",
  "ov",
  "sl",
  "sr",
  "nxr",
  "nxl",
  "adj",
  "isdistinct",
]);
const QUANTIFIED = new Set(["eq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch"]);
export const TEXT_SEARCHES = new Set(["fts", "plfts", "phfts", "wfts"]);
const IS_VALUES: readonly IsValue[] = ["null", "not_null", "true", "false", "unknown"];
const MAX_LOGIC_DEPTH = 10;
const EXPECTING = "operator (eq, gt, ...)";

/** Tells whether a text begins like a filter: `eq.…`, `not.in.…`, `fts(english).…`. */
export function startsWithOperator(text: string): boolean {
  const [, operator = ""] = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(text) ?? [];
  return isOperator(operator);
}

const isOperator = (word: string): boolean =>
  SIMPLE_OPERATORS.has(word) || TEXT_SEARCHES.has(word) || word === "in" || word === "is";

/** Parses `eq.5` and its like; the text's values go into `values`. Throws RestError with the position. */
export function parseFilter(field: Field, text: string, values: Values): FilterOperation {
  const scanner = new Scanner(text, "filter");
  return parseOperation(scanner, field, values, false);
}

/** Parses the members of `and=(…)` and `or=(…)`. Throws RestError with the position. */
export function parseLogic(join: "and" | "or", not: boolean, text: string, values: Values): FilterGroup {
  const scanner = new Scanner(text, "logic tree");
  const members = parseMembers(scanner, values, 0);
  if (!scanner.done) throw scanner.error("end of input");
  return { kind: "group", not, join, members };
}

function parseMembers(scanner: Scanner, values: Values, depth: number): readonly FilterNode[] {
  if (depth > MAX_LOGIC_DEPTH) throw scanner.error("fewer nested conditions");
  const members: FilterNode[] = [];
  scanner.expect("(");
  do {
    scanner.skipSpace();
    const group = /^(not\.)?(and|or)\(/.exec(scanner.text.slice(scanner.at, scanner.at + 8));
    if (group) {
      scanner.at += group[0].length - 1;
      const join = group[2] === "and" ? "and" : "or";
      members.push({
        kind: "group",
        not: group[1] !== undefined,
        join,
        members: parseMembers(scanner, values, depth + 1),
      });
    } else {
      const field = { name: scanner.name("field name, and(…) or or(…)"), path: parseJsonPath(scanner) };
      scanner.expect(".");
      members.push(parseOperation(scanner, field, values, true));
    }
    scanner.skipSpace();
  } while (scanner.eat(","));
  scanner.expect(")");
  return members;
}

function parseOperation(scanner: Scanner, field: Field, values: Values, inLogic: boolean): FilterOperation {
  const not = scanner.eat("not.");
  const start = scanner.at;
  const operator = /^[a-z]+/.exec(scanner.text.slice(scanner.at, scanner.at + 12))?.[0] ?? "";
  scanner.at += operator.length;
  const known = isOperator(operator);
  const modifier = known ? parseModifier(scanner, operator, values) : null;
  if (!known || !scanner.eat(".")) {
    scanner.at = start;
    throw scanner.error(not ? EXPECTING : `"not" or ${EXPECTING}`);
  }
  const base = {
    kind: "operation" as const,
    field,
    not,
    operator,
    quantifier: modifier?.quantifier ?? null,
    language: modifier?.language ?? null,
  };
  if (operator === "is") return { ...base, slot: -1, is: parseIs(scanner) };
  const value = operator === "in" ? parseList(scanner) : inLogic ? parseLogicValue(scanner) : restOf(scanner);
  if (operator === "in" && !inLogic && !scanner.done) throw scanner.error("end of input");
  values.push(operator === "like" || operator === "ilike" ? starsToPercents(value) : value);
  return { ...base, slot: values.length - 1, is: null };
}

function parseModifier(
  scanner: Scanner,
  operator: string,
  values: Values,
): { quantifier?: "any" | "all"; language?: number } | null {
  if (!scanner.eat("(")) return null;
  const word = scanner.name("any, all or a language");
  scanner.expect(")");
  if (TEXT_SEARCHES.has(operator)) return { language: values.push(word) - 1 };
  if (QUANTIFIED.has(operator) && (word === "any" || word === "all")) return { quantifier: word };
  throw scanner.error("any or all");
}

function parseIs(scanner: Scanner): IsValue {
  const start = scanner.at;
  const word = scanner.until(",)").toLowerCase();
  const found = IS_VALUES.find((value) => value === word);
  if (found) return found;
  scanner.at = start;
  throw scanner.error("null, not_null, true, false or unknown");
}

/** Parses `(a,"b,c",d)`: quotes must enclose the whole element. */
function parseList(scanner: Scanner): readonly string[] {
  scanner.expect("(");
  const elements: string[] = [];
  if (scanner.eat(")")) return elements;
  do {
    scanner.skipSpace();
    elements.push(quotedOr(scanner, () => scanner.until(",)")));
  } while (scanner.eat(","));
  scanner.expect(")");
  return elements;
}

function parseLogicValue(scanner: Scanner): string {
  return quotedOr(scanner, () => (scanner.peek() === "{" ? arrayLiteral(scanner) : scanner.until(",)")));
}

/** Parses a value, quoted only when the quotes end where the value ends. */
function quotedOr(scanner: Scanner, plain: () => string): string {
  const start = scanner.at;
  if (scanner.peek() === '"') {
    const value = scanner.quoted();
    if (scanner.done || ",)".includes(scanner.peek())) return value;
    scanner.at = start;
  }
  return plain();
}

function arrayLiteral(scanner: Scanner): string {
  const start = scanner.at;
  let depth = 0;
  do {
    if (scanner.done) throw scanner.error('"}"');
    if (scanner.peek() === '"') {
      scanner.quoted();
      continue;
    }
    if (scanner.eat("{")) depth += 1;
    else if (scanner.eat("}")) depth -= 1;
    else scanner.at += 1;
  } while (depth > 0);
  return scanner.text.slice(start, scanner.at);
}

function restOf(scanner: Scanner): string {
  const value = scanner.text.slice(scanner.at);
  scanner.at = scanner.text.length;
  return value;
}

/** Replaces `*` by `%`, so that a pattern needs no escaping in a URL. */
const starsToPercents = (value: string | readonly string[]): unknown =>
  typeof value === "string" ? value.replaceAll("*", "%") : value;
