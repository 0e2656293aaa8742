import type { Random } from "#scripts/seed/random.ts";
import { hostileFor } from "#tests/support/hostile-values.ts";
import type { FuzzSchema } from "./schema.ts";
import type { FuzzRequest } from "./sender.ts";

export interface RestFuzz {
  readonly random: Random;
  readonly schema: FuzzSchema;
  readonly ids: readonly string[];
}

const OPERATORS =
  "eq neq gt gte lt lte like ilike match imatch in is isdistinct cs cd ov fts plfts phfts wfts sl adj".split(" ");
const TEXT_OPERATORS = ["eq", "neq", "like", "ilike", "in", "is", "gt"];
const PLAIN_OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "in", "is"];
const QUANTIFIED = new Set(["eq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch"]);
const CASTS = ["text", "int", "uuid", "jsonb", "timestamptz", "regclass", "xml", "text[]"];
const AGGREGATES = ["count()", "sum()", "avg()", "max()", "min()"];
const ACCEPTS = [
  "application/json",
  "application/vnd.pgrst.object+json",
  "text/csv",
  "application/vnd.pgrst.plan",
  "image/png",
  "*/*",
];
const PREFERENCES = [
  "count=exact",
  "count=planned",
  "count=estimated",
  "return=representation",
  "return=minimal",
  "return=headers-only",
  "resolution=merge-duplicates",
  "resolution=ignore-duplicates",
  "missing=default",
  "max-affected=1",
  "handling=strict",
  "tx=rollback",
];
// biome-ignore format: a list to be read at a glance
export const ODD_TEXTS = ["", "null", "true", "0", "-1", "1e309", "9".repeat(40), "%00", "\u0000", "å", "İ", "\u202e", "\ud83d\ude00", "'", "''", '"', "\\", "--", ";", "/*", "$1", "$$", "%", "_", "*", "(", ")", "{", "}", "{1,2}", "[1,2)", "a".repeat(3000),
  "2026-02-30", "infinity", "-infinity", "0044-03-15 BC", "2126-01-01", "9999-12-31", "294276-12-31 23:59:59.999999+00", "A\u030A", "\u2066", "\ud800", "1 or 1=1", "'; select pg_sleep(9) --", "(select 1)", "../..", "(((((((((", ".*(a+)+$", "(x+x+)+y", "\\", "NaN", '{"a":1}', "[]", "eq.1"];

const INHERITED = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];
/** Arguments of some functions, for calls of others. */
const ARGUMENTS_OF_OTHERS = ["query", "organization_id", "limit", "p_state", "since", "access_point_id", "at", "after"];
/** Depths beyond a parser's stack, or beyond what a body may have. */
const DEPTHS = [30, 33, 1_000, 60_000];

export function restRequest(fuzz: RestFuzz, authorization: Record<string, string>): FuzzRequest {
  const { random } = fuzz;
  const roll = random.next();
  const headers: Record<string, string> = {
    ...authorization,
    accept: random.next() < 0.94 ? "application/json" : random.pick(ACCEPTS),
  };
  if (random.next() < 0.4)
    headers["prefer"] = Array.from({ length: 1 + random.below(3) }, () => preference(fuzz)).join(",");
  if (random.next() < 0.01) headers["accept"] = `application/${random.pick(INHERITED)}`;
  if (random.next() < 0.01) headers["accept-profile"] = random.pick(INHERITED);
  if (random.next() < 0.05) headers["range"] = random.pick(["0-9", "5-", "-5", "9-1", "a-b", "0-99999999999"]);
  if (roll < 0.06) return rpcRequest(fuzz, headers);
  const { relations } = fuzz.schema;
  // Most draws take a relation that an org admin has rights to: a refusal by rights tests no tenant guard.
  const open = relations.filter(({ readable, writable }) => (roll < 0.66 ? readable : writable).length > 0);
  const relation = random.pick(random.next() < 0.75 ? open : relations);
  if (roll < 0.66)
    return {
      method: roll < 0.1 ? "HEAD" : "GET",
      path: at(fuzz, relation.name, readQuery(fuzz, relation.name)),
      headers,
      body: null,
    };
  headers["content-type"] =
    random.next() < 0.95 ? "application/json" : random.pick(["text/csv", "application/x-www-form-urlencoded", "a/b"]);
  if (roll < 0.78)
    return {
      method: "POST",
      path: at(fuzz, relation.name, random.next() < 0.5 ? [] : readQuery(fuzz, relation.name)),
      headers,
      body: bodyOf(fuzz, relation),
    };
  const named = relation.key.map((column) => `${column}=eq.${value(fuzz)}`);
  const query = random.next() < 0.7 ? named : [...named, ...readQuery(fuzz, relation.name)];
  if (roll < 0.9)
    return { method: "PATCH", path: at(fuzz, relation.name, query), headers, body: bodyOf(fuzz, relation) };
  if (roll < 0.94)
    return { method: "PUT", path: at(fuzz, relation.name, named), headers, body: bodyOf(fuzz, relation) };
  return { method: "DELETE", path: at(fuzz, relation.name, query), headers, body: null };
}

const preference = ({ random }: RestFuzz): string =>
  random.next() < 0.95
    ? random.pick(PREFERENCES)
    : random.pick([random.pick(INHERITED), `${random.pick(INHERITED)}=exact`, `count=${random.pick(INHERITED)}`]);

const wordOr = ({ random }: RestFuzz, word: string): string => (random.next() < 0.01 ? random.pick(INHERITED) : word);

function nested({ random }: RestFuzz): string {
  const depth = random.pick(DEPTHS);
  return random.next() < 0.5 ? "[".repeat(depth) + "]".repeat(depth) : '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
}

function rpcRequest(fuzz: RestFuzz, headers: Record<string, string>): FuzzRequest {
  const { random } = fuzz;
  const called = random.pick(fuzz.schema.routines);
  // Without every argument most functions are not found; one too many or too few is drawn now and then.
  const given = Object.fromEntries(
    called.arguments
      .filter(() => random.next() < 0.8)
      .map(({ name, type }) => [name, random.next() < 0.8 ? fittingValue(fuzz, type) : hostileValue(fuzz, type)]),
  );
  if (random.next() < 0.05) given[random.pick(ARGUMENTS_OF_OTHERS)] = oddValue(fuzz);
  const path = `/rest/v1/rpc/${wordOr(fuzz, called.name)}`;
  if (random.next() < 0.3) {
    const query = Object.entries(given).map(
      ([name, one]) => `${name}=${encodeURIComponent(String(one).toWellFormed())}`,
    );
    return { method: "GET", path: `${path}?${query.join("&")}`, headers, body: null };
  }
  return {
    method: "POST",
    path,
    headers: { ...headers, "content-type": "application/json" },
    body:
      random.next() < 0.05
        ? `{"${wordOr(fuzz, random.pick(ARGUMENTS_OF_OTHERS))}":${nested(fuzz)}}`
        : JSON.stringify(given).replace('"query"', `"${random.next() < 0.05 ? random.pick(INHERITED) : "query"}"`),
  };
}

function at(fuzz: RestFuzz, name: string, query: readonly string[]): string {
  return broken(fuzz.random, `/rest/v1/${wordOr(fuzz, name)}${query.length === 0 ? "" : `?${query.join("&")}`}`);
}

function readQuery(fuzz: RestFuzz, name: string): string[] {
  const { random, schema } = fuzz;
  // Many columns are spelt plainly, so that not everything is refused for its form.
  const readable = schema.relations.find((one) => one.name === name)?.readable ?? [];
  if (readable.length > 0 && random.next() < 0.35) return plainQuery(fuzz, name, readable);
  const parts = random.next() < 0.7 ? [`select=${encode(selectOf(fuzz, name, 0))}`] : [];
  for (let n = random.below(4); n > 0; n -= 1)
    parts.push(
      random.next() < 0.75
        ? filterOf(fuzz, name)
        : `${random.pick(["and", "or", "not.and", "not.or"])}=${encode(logicOf(fuzz, name, 0))}`,
    );
  if (random.next() < 0.3) parts.push(`order=${encode(orderOf(fuzz, name))}`);
  if (random.next() < 0.3)
    parts.push(
      `limit=${random.next() < 0.9 ? random.pick(["0", "1", "50", "1000"]) : random.pick(["99999999", "-1", "x", "1e3"])}`,
    );
  if (random.next() < 0.15)
    parts.push(
      `offset=${random.next() < 0.9 ? random.pick(["0", "1", "2"]) : random.pick(["1000000", "-1", "9999999999999"])}`,
    );
  if (random.next() < 0.05)
    parts.push(`${random.pick(["columns", "on_conflict", "apikey", "select"])}=${encode(columnOf(fuzz, name))}`);
  return parts;
}

function plainQuery(fuzz: RestFuzz, name: string, readable: readonly string[]): string[] {
  const { random, schema, ids } = fuzz;
  const links = schema.links.filter((link) => link.near === name);
  const link = links.length > 0 && random.next() < 0.5 ? random.pick(links) : null;
  const far = schema.relations.find((one) => one.name === link?.far)?.readable ?? [];
  const embed =
    link && far.length > 0 ? [`${link.far}!${link.name}${random.pick(["", "!inner"])}(${far.join(",")})`] : [];
  const uuids = readable.filter((column) => typeOf(fuzz, name, column) === "uuid");
  const filter = uuids.length > 0 && random.next() < 0.5 ? [`${random.pick(uuids)}=eq.${random.pick(ids)}`] : [];
  return [`select=${[...readable, ...embed].join(",")}`, ...filter];
}

function selectOf(fuzz: RestFuzz, name: string, depth: number): string {
  const { random } = fuzz;
  const links = fuzz.schema.links.filter((link) => link.near === name);
  const item = (): string => {
    const roll = random.next();
    if (roll < 0.25) return "*";
    if (roll < 0.6 || (links.length === 0 && roll < 0.9)) return columnOf(fuzz, name);
    if (roll < 0.66) return `${columnOf(fuzz, name)}::${random.pick(CASTS)}`;
    if (roll < 0.7) return `a${random.below(3)}:${columnOf(fuzz, name)}`;
    if (roll < 0.73) return `${columnOf(fuzz, name)}.${random.pick(AGGREGATES)}`;
    if (roll < 0.75) return `${columnOf(fuzz, name)}->${random.pick(["a", "0", "'x'"])}->>b`;
    if (depth > 3 || links.length === 0) return random.pick(AGGREGATES);
    const link = random.pick(links);
    const hint = random.next() < 0.5 ? `!${random.next() < 0.95 ? wordOr(fuzz, link.name) : columnOf(fuzz, name)}` : "";
    const kind = random.pick(["", "", "", "!inner", "!left"]);
    return `${random.pick(["", "", "...", "e:"])}${wordOr(fuzz, link.far)}${hint}${kind}(${selectOf(fuzz, link.far, depth + 1)})`;
  };
  return Array.from({ length: 1 + random.below(4) }, item).join(",");
}

function filterOf(fuzz: RestFuzz, name: string): string {
  const { random } = fuzz;
  const links = fuzz.schema.links.filter((link) => link.near === name);
  const link = links.length > 0 && random.next() < 0.15 ? random.pick(links) : null;
  const table = link?.far ?? name;
  const column = columnOf(fuzz, table);
  return `${encode(link === null ? column : `${link.far}.${column}`)}=${operation(fuzz, typeOf(fuzz, table, column))}`;
}

function operation(fuzz: RestFuzz, type: string): string {
  const { random } = fuzz;
  const one = () => encode(String(random.next() < 0.93 ? fittingValue(fuzz, type) : oddValue(fuzz)).toWellFormed());
  const operator =
    random.next() < 0.85 ? random.pick(type === "text" ? TEXT_OPERATORS : PLAIN_OPERATORS) : random.pick(OPERATORS);
  const not = random.next() < 0.15 ? "not." : "";
  const quantified = random.next() < (QUANTIFIED.has(operator) ? 0.1 : 0.003) ? random.pick(["(any)", "(all)"]) : "";
  const several = operator === "in" ? `(${one()},${one()})` : quantified ? `{${one()}}` : one();
  return `${not}${wordOr(fuzz, operator)}${quantified}.${operator === "is" && random.next() < 0.97 ? random.pick(type === "boolean" ? ["null", "true", "not_null"] : ["null", "not_null"]) : several}`;
}

function logicOf(fuzz: RestFuzz, name: string, depth: number): string {
  const { random } = fuzz;
  const member = (): string =>
    depth < 4 && random.next() < 0.25
      ? `${random.pick(["and", "or", "not.and"])}${logicOf(fuzz, name, depth + 1)}`
      : `${memberOf(fuzz, name)}`;
  return `(${Array.from({ length: 1 + random.below(3) }, member).join(",")})`;
}

const orderOf = (fuzz: RestFuzz, name: string): string =>
  Array.from(
    { length: 1 + fuzz.random.below(3) },
    () =>
      `${columnOf(fuzz, name)}${fuzz.random.pick(["", ".asc", ".desc", ".desc.nullslast", ".up", `.${fuzz.random.pick(INHERITED)}`])}`,
  ).join(",");

function columnOf({ random, schema }: RestFuzz, name: string): string {
  const relation = schema.relations.find((one) => one.name === name);
  const readable = relation?.readable ?? [];
  const columns = readable.length > 0 && random.next() < 0.9 ? readable : (relation?.columns ?? ["id"]);
  return random.next() < 0.985
    ? random.pick(columns)
    : random.pick(["nothing", "pg_sleep", "*", "ctid", "count", "", ...INHERITED]);
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%2A", "*");
const value = (fuzz: RestFuzz): string => encode(String(oddValue(fuzz)).toWellFormed());

function memberOf(fuzz: RestFuzz, name: string): string {
  const column = columnOf(fuzz, name);
  return `${column}.${decodeURIComponent(operation(fuzz, typeOf(fuzz, name, column)))}`;
}

function typeOf({ schema }: RestFuzz, name: string, column: string): string {
  const relation = schema.relations.find((one) => one.name === name);
  return relation?.types[relation.columns.indexOf(column)] ?? "text";
}

function fittingValue({ random, ids }: Pick<RestFuzz, "random" | "ids">, type: string): unknown {
  if (type === "uuid") return random.pick(ids);
  if (type === "boolean") return random.next() < 0.5;
  if (/int|double|numeric/.test(type)) return random.below(100);
  if (type.startsWith("timestamp")) return random.pick(["2026-11-22T00:00:00Z", "2020-01-01", "infinity"]);
  if (type.endsWith("[]")) return "{a,b}";
  if (type.startsWith("json")) return "{}";
  return random.pick(["Namn", "NORD", "ABC 123", "axis", "pin", "%a%", "12_months", "å"]);
}

function hostileValue(fuzz: Pick<RestFuzz, "random" | "ids">, type: string): unknown {
  return fuzz.random.next() < 0.5
    ? oddValue(fuzz)
    : fuzz.random.pick(hostileFor(type, type.startsWith("uuid") ? fuzz.ids : []));
}

export function oddValue({ random, ids }: Pick<RestFuzz, "random" | "ids">): unknown {
  const roll = random.next();
  if (roll < 0.55) return random.pick(ids);
  if (roll < 0.8) return random.pick(ODD_TEXTS);
  if (roll < 0.9) return random.below(100_000);
  return random.pick<unknown>([null, true, [], {}, [1, "a"], { a: { b: 1 } }, -1, 1.5, "2026-11-22T00:00:00Z"]);
}

function bodyOf(fuzz: RestFuzz, relation: FuzzSchema["relations"][number]): string {
  const { random } = fuzz;
  const row = () =>
    Object.fromEntries(
      Array.from({ length: 1 + random.below(3) }, () => {
        const { columns, writable } = relation;
        const at =
          writable.length > 0 && random.next() < 0.6
            ? columns.indexOf(random.pick(writable))
            : random.below(columns.length);
        const one = random.next() < 0.7 ? fittingValue(fuzz, relation.types[at] ?? "text") : oddValue(fuzz);
        return [relation.columns[at] ?? "id", one];
      }),
    );
  if (random.next() < 0.02) return `{"${random.pick(INHERITED)}":{"a":1},"${random.pick(relation.columns)}":1}`;
  if (random.next() < 0.02) return `{"${random.pick(relation.columns)}":${nested(fuzz)}}`;
  const body = random.next() < 0.8 ? row() : Array.from({ length: random.below(4) }, row);
  return broken(random, JSON.stringify(body));
}

function broken(random: Random, text: string): string {
  if (random.next() > 0.06) return text;
  const spot = Math.min(text.length, 10 + random.below(Math.max(1, text.length - 10)));
  const junk = random.pick([
    "",
    "(",
    ")",
    ",",
    ".",
    "%",
    "%2",
    "%ff",
    '"',
    "&",
    "=",
    "!",
    "->",
    "::",
    "*",
    "%00",
    "\\",
  ]);
  return text.slice(0, spot) + junk + text.slice(spot + random.below(4));
}
