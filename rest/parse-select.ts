/** Parses `select=`: columns, aliases, JSON arrows, casts, aggregates, embeds with hints, spreads. */
import { RestError } from "./errors.ts";
import { Scanner } from "./scanner.ts";

export interface JsonStep {
  readonly asText: boolean;
  readonly key: string;
  readonly isIndex: boolean;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type AggregateName = "count" | "sum" | "avg" | "max" | "min";

export interface SelectedField {
  readonly kind: "field";
  readonly field: Field | null;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: AggregateName | null;
  readonly aggregateCast: string | null;
}

export interface SelectedEmbed {
  readonly kind: "embed";
  readonly target: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly inner: boolean;
  readonly spread: boolean;
  readonly items: readonly SelectItem[];
}

export type SelectItem = { readonly kind: "star" } | SelectedField | SelectedEmbed;

const AGGREGATES: readonly AggregateName[] = ["count", "sum", "avg", "max", "min"];
const ALIAS = /^[\p{L}\p{N}_ $-]+$/u;
/** PostgreSQL truncates longer names. */
const MAX_ALIAS_BYTES = 63;
/** Limits the parser's recursion. */
const MAX_NESTING = 20;

/** Parses a select; throws PGRST100. */
export function parseSelect(text: string): readonly SelectItem[] {
  const scanner = new Scanner(text, "select parameter");
  const items = parseItems(scanner, 0);
  scanner.skipSpace();
  if (!scanner.done) throw scanner.error('"," or end of input');
  return items;
}

function parseItems(scanner: Scanner, depth: number): readonly SelectItem[] {
  if (depth > MAX_NESTING) throw scanner.error("fewer levels of embedding");
  const items: SelectItem[] = [];
  scanner.skipSpace();
  if (scanner.done || scanner.peek() === ")") return items;
  do {
    items.push(parseItem(scanner, depth));
    scanner.skipSpace();
  } while (scanner.eat(","));
  return items;
}

function parseItem(scanner: Scanner, depth: number): SelectItem {
  scanner.skipSpace();
  if (scanner.eat("*")) return { kind: "star" };
  if (scanner.eat("...")) return embed(scanner, { target: scanner.name(), alias: null, spread: true, depth });
  let name = scanner.name();
  let alias: string | null = null;
  if (scanner.peek() === ":" && scanner.peek(2) !== "::") {
    alias = checkedAlias(scanner, name);
    scanner.eat(":");
    name = scanner.name();
  }
  if (scanner.peek() === "(" && name === "count" && scanner.peek(2) === "()") {
    scanner.eat("()");
    return { kind: "field", field: null, alias, cast: null, aggregate: "count", aggregateCast: parseCast(scanner) };
  }
  if (scanner.peek() === "(" || scanner.peek() === "!")
    return embed(scanner, { target: name, alias, spread: false, depth });
  const field = { name, path: parseJsonPath(scanner) };
  const cast = parseCast(scanner);
  const aggregate = parseAggregate(scanner);
  return {
    kind: "field",
    field,
    alias,
    cast,
    aggregate,
    aggregateCast: aggregate === null ? null : parseCast(scanner),
  };
}

function checkedAlias(scanner: Scanner, alias: string): string {
  if (!ALIAS.test(alias) || Buffer.byteLength(alias) > MAX_ALIAS_BYTES)
    throw scanner.error(`an alias of letters, digits and _ up to ${MAX_ALIAS_BYTES} bytes`);
  return alias;
}

function embed(
  scanner: Scanner,
  head: { target: string; alias: string | null; spread: boolean; depth: number },
): SelectedEmbed {
  let hint: string | null = null;
  let inner = false;
  while (scanner.eat("!")) {
    const word = scanner.name("hint, inner or left");
    if (word === "inner") inner = true;
    else if (word !== "left") hint = word;
  }
  scanner.expect("(");
  const items = parseItems(scanner, head.depth + 1);
  scanner.skipSpace();
  scanner.expect(")");
  return { kind: "embed", target: head.target, alias: head.alias, spread: head.spread, hint, inner, items };
}

/** Parses `->key->>0` after a column's name; empty without one. */
export function parseJsonPath(scanner: Scanner): readonly JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.peek(2) === "->") {
    const asText = scanner.eat("->>");
    if (!asText) scanner.expect("->");
    if (scanner.peek() === '"') {
      path.push({ asText, key: scanner.quoted(), isIndex: false });
      continue;
    }
    const negative = scanner.eat("-") ? "-" : "";
    const key = negative + scanner.name("JSON key or index");
    path.push({ asText, key, isIndex: /^-?\d{1,9}$/.test(key) });
  }
  return path;
}

function parseCast(scanner: Scanner): string | null {
  if (!scanner.eat("::")) return null;
  const name = scanner.until(",)(.:!->").trim();
  if (name === "") throw scanner.error("a type to cast to");
  return name;
}

function parseAggregate(scanner: Scanner): AggregateName | null {
  if (!scanner.eat(".")) return null;
  const name = scanner.name("aggregate function");
  const aggregate = AGGREGATES.find((candidate) => candidate === name);
  if (!aggregate) throw scanner.error(`one of the aggregates ${AGGREGATES.join(", ")}`);
  scanner.expect("(");
  scanner.expect(")");
  return aggregate;
}

/** Returns the name of a field without alias: the last key of its path that is no index, else the column. */
export function outputName(field: Field): string {
  const key = field.path.findLast((step) => !step.isIndex)?.key ?? field.name;
  if (key !== field.name && (!ALIAS.test(key) || Buffer.byteLength(key) > MAX_ALIAS_BYTES)) {
    throw new RestError(400, "PGRST100", `the JSON key ${JSON.stringify(key)} needs an alias`);
  }
  return key;
}
