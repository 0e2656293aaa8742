// Parses supabase-js's filters: conditions separated by commas; all must hold. Regular expressions are refused, since a caller's could
// stop the server. A value of another type is refused, since it would silently match nothing. Pure.

const COMPARISONS = ["eq", "neq", "gt", "gte", "lt", "lte", "in"] as const;
type Comparison = (typeof COMPARISONS)[number];
export const FILTER_OPERATORS = [...COMPARISONS, "is", "isdistinct", "like", "ilike", "not.…"] as const;

export interface Filter {
  readonly columns: readonly string[];
  /** Tells whether the row matches. No condition holds for a column whose value is unknown. */
  matches(valueOf: (column: string) => unknown): boolean;
}

/** supabase-js's limit for `in`; here it limits all values of a filter. */
const MOST_VALUES = 100;
const LONGEST_PATTERN = 200;

type Problem = { problem: "syntax" | "value" | "count" } | { problem: "column"; column: string };

/** Null has SQL's meaning: the condition neither holds nor fails. */
type Truth = boolean | null;
type Test = (value: unknown) => Truth;

interface Condition {
  readonly column: string;
  readonly not: boolean;
  readonly operator: string;
  /** Null: the word null without quotes. */
  readonly operands: readonly (string | null)[];
}

/** Reads a filter; returns a problem for an invalid one. */
export function readFilter(text: string, typeOf: (column: string) => string | undefined): Filter | Problem {
  const conditions = readConditions(text);
  if (conditions === null) return { problem: "syntax" };
  if (conditions.reduce((sum, { operands }) => sum + operands.length, 0) > MOST_VALUES) return { problem: "count" };
  const tests: { column: string; holds: Test }[] = [];
  for (const condition of conditions) {
    const type = typeOf(condition.column);
    if (type === undefined) return { problem: "column", column: condition.column };
    const test = testOf(condition, type);
    if (test === null) return { problem: "value" };
    tests.push({ column: condition.column, holds: condition.not ? (value) => opposite(test(value)) : test });
  }
  return {
    columns: tests.map(({ column }) => column),
    matches: (valueOf) =>
      tests.every(({ column, holds }) => {
        const value = valueOf(column);
        return value !== undefined && holds(value) === true;
      }),
  };
}

const opposite = (truth: Truth): Truth => (truth === null ? null : !truth);

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const CONDITION = new RegExp(
  String.raw`(\w+)=(not\.)?(?:(in)\.\(((?:${QUOTED}|[^",()]+)(?:,(?:${QUOTED}|[^",()]+))*)\)|(eq|neq|gte?|lte?|isdistinct|is|i?like)\.(${QUOTED}|[^",()]*))(?:,(?!$)|$)`,
  "sy",
);

/** Reads conditions such as `a=eq.1,b=not.in.(2,"x,y")`; returns null for another text. */
function readConditions(text: string): Condition[] | null {
  const found: Condition[] = [];
  CONDITION.lastIndex = 0;
  while (CONDITION.lastIndex < text.length) {
    const [, column, not, many, list, one, operand] = CONDITION.exec(text) ?? [];
    if (column === undefined) return null;
    const operands =
      many === undefined
        ? [unquoted(operand ?? "")]
        : [...(list ?? "").matchAll(ELEMENT)].map(([element]) => unquoted(element) ?? "null");
    found.push({ column, not: not !== undefined, operator: many ?? one ?? "", operands });
  }
  return found.length === 0 ? null : found;
}

const ELEMENT = new RegExp(`${QUOTED}|[^",]+`, "gs");

function unquoted(text: string): string | null {
  if (text === "null") return null;
  return text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : text;
}

/** Returns a test of values; null for a value that the column cannot have. */
function testOf({ operator, operands }: Condition, type: string): Test | null {
  const [operand = null] = operands;
  const kind = kindOf(type);
  if (operator === "is") return isTest(operand, type);
  if (operator === "like" || operator === "ilike")
    return kind === TEXT && operand !== null ? likeTest(operand, operator) : null;
  // A comparison with null is unknown, but the quoted text "null" is a value.
  const values = operands.map((one) => (one === null && operator === "isdistinct" ? null : kind.read(one ?? "null")));
  if (operator === "isdistinct") {
    const [other = null] = values;
    if (other === null && operand !== null) return null;
    return (raw) => {
      const value = read(kind, raw);
      return value === null || other === null ? value !== other : kind.compare(value, other) !== 0;
    };
  }
  const compared = COMPARISONS.find((one) => one === operator);
  if (compared === undefined || values.includes(null)) return null;
  return (raw) => {
    const value = read(kind, raw);
    return value === null
      ? null
      : values.some((other) => other !== null && HOLDS[compared](kind.compare(value, other)));
  };
}

const read = (kind: Kind, raw: unknown): Value | null => (isScalar(raw) ? kind.read(String(raw)) : null);

function isTest(operand: string | null, type: string): Test | null {
  if (operand === null) return (raw) => raw === null;
  if (type !== "bool" || !["true", "false", "unknown"].includes(operand)) return null;
  return operand === "unknown" ? (raw) => raw === null : (raw) => raw === (operand === "true");
}

/** Tests LIKE: `%` any characters, `_` one, `\\` before a literal one. Takes at most text length times pattern length. */
function likeTest(pattern: string, operator: "like" | "ilike"): Test | null {
  const fold = (text: string) => Array.from(operator === "like" ? text : text.toLowerCase());
  const tokens: { any: boolean; sign: string | null }[] = [];
  const signs = fold(pattern);
  if (signs.length > LONGEST_PATTERN) return null;
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? "";
    if (sign === "\\" && at + 1 < signs.length) tokens.push({ any: false, sign: signs[(at += 1)] ?? "" });
    else tokens.push(sign === "%" ? { any: true, sign: null } : { any: false, sign: sign === "_" ? null : sign });
  }
  return (raw) => (isScalar(raw) ? isLike(fold(String(raw)), tokens) : null);
}

function isLike(text: readonly string[], tokens: readonly { any: boolean; sign: string | null }[]): boolean {
  let [at, token, from, star] = [0, 0, 0, -1];
  while (at < text.length) {
    const wanted = tokens[token];
    if (wanted?.any) {
      star = token;
      from = at;
      token += 1;
    } else if (wanted !== undefined && (wanted.sign === null || wanted.sign === text[at])) {
      at += 1;
      token += 1;
    } else if (star >= 0) {
      token = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  return tokens.slice(token).every(({ any }) => any);
}

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

const HOLDS: Record<Comparison, (order: number) => boolean> = {
  eq: (order) => order === 0,
  in: (order) => order === 0,
  neq: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

type Value = string | number | bigint;
interface Kind {
  /** Reads a value; returns null when the text is no value of the type. */
  read: (text: string) => Value | null;
  compare: (left: Value, right: Value) => number;
}

const byOrder = (left: Value, right: Value) => (left < right ? -1 : left > right ? 1 : 0);
/** Swedish collation, the same as in the portal's lists; ties are ordered by code unit. */
const swedish = new Intl.Collator("sv");
const byCollation = (left: Value, right: Value) =>
  left === right ? 0 : swedish.compare(String(left), String(right)) || byOrder(left, right);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TEXT: Kind = { read: (text) => text, compare: byCollation };
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["bool", { read: (text) => (/^(?:true|false)$/i.test(text) ? Number(/^t/i.test(text)) : null), compare: byOrder }],
  ["uuid", { read: (text) => (UUID.test(text) ? text.toLowerCase() : null), compare: byOrder }],
  ["timestamptz", { read: readMoment, compare: byOrder }],
  [
    "number",
    {
      read: (text) => (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null),
      compare: byOrder,
    },
  ],
] satisfies [string, Kind][]);

function kindOf(type: string): Kind {
  const name = /^(?:int[248]|float[48]|numeric)$/.test(type) ? "number" : type;
  return KINDS.get(name) ?? TEXT;
}

/** Returns microseconds since 1970, which a Date cannot hold. Times without a zone are UTC, like the server's sessions. */
function readMoment(text: string): bigint | null {
  const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
  const [whole, day = "", time = "00:00:00", fraction = "", offset = "Z"] = form.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const zone = /^z$/i.test(offset) ? "Z" : `${offset.slice(0, 3)}:${offset.slice(3).replace(":", "") || "00"}`;
  const seconds = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${zone}`);
  return Number.isNaN(seconds) ? null : BigInt(seconds) * 1000n + BigInt(fraction.padEnd(6, "0"));
}
