// supabase-js's seven operators. A value of another type is refused, since it would silently match nothing. Pure.

export const FILTER_OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "in"] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export interface Filter {
  column: string;
  /** Never for null, as in SQL. */
  matches: (value: unknown) => boolean;
}

/** supabase-js's limit for `in`. */
const MOST_VALUES = 100;

type Problem = { problem: "syntax" | "value" | "count" };

/** Returns a problem for an invalid filter. */
export function readFilter(
  text: string,
  typeOf: (column: string) => string | undefined,
): Filter | Problem | { problem: "column"; column: string } {
  const [, column, operator, operand] = /^(\w+)=(eq|neq|gte?|lte?|in)\.(.*)$/s.exec(text) ?? [];
  if (column === undefined || operand === undefined || !isOperator(operator)) return { problem: "syntax" };
  const type = typeOf(column);
  if (type === undefined) return { problem: "column", column };
  const texts = operator === "in" ? readList(operand) : readScalar(operand);
  if (texts === null) return { problem: "syntax" };
  if (texts.length > MOST_VALUES) return { problem: "count" };
  const kind = kindOf(type);
  const values = texts.map((one) => kind.read(one));
  if (values.includes(null)) return { problem: "value" };
  return {
    column,
    matches: (raw) => {
      const value = isScalar(raw) ? kind.read(String(raw)) : null;
      if (value === null) return false;
      return values.some((other) => other !== null && HOLDS[operator](kind.compare(value, other)));
    },
  };
}

const isOperator = (text: string | undefined): text is FilterOperator => FILTER_OPERATORS.some((one) => one === text);
const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

const HOLDS: Record<FilterOperator, (order: number) => boolean> = {
  eq: (order) => order === 0,
  in: (order) => order === 0,
  neq: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Plain or quoted. */
function readScalar(text: string): string[] | null {
  const [, quoted, plain] = /^(?:"([^"\\]*)"|([^",()]*))$/s.exec(text) ?? [];
  const value = quoted ?? plain;
  return value === undefined ? null : [value];
}

/** `(a,"b,c")`; an empty list is none. */
function readList(text: string): string[] | null {
  if (!/^\((?:"[^"\\]*"|[^",()]+)(?:,(?:"[^"\\]*"|[^",()]+))*\)$/s.test(text)) return null;
  return [...text.slice(1, -1).matchAll(/"([^"\\]*)"|([^",()]+)/gs)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

type Value = string | number | bigint;
interface Kind {
  /** Null when the text is no value of the type. */
  read: (text: string) => Value | null;
  compare: (left: Value, right: Value) => number;
}

const byOrder = (left: Value, right: Value) => (left < right ? -1 : left > right ? 1 : 0);
/** Swedish collation, as the portal's lists; ties by code unit. */
const swedish = new Intl.Collator("sv");
const byCollation = (left: Value, right: Value) =>
  left === right ? 0 : swedish.compare(String(left), String(right)) || byOrder(left, right);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
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
  ["text", { read: (text) => text, compare: byCollation }],
] satisfies [string, Kind][]);

function kindOf(type: string): Kind {
  const name = /^(?:int[248]|float[48]|numeric)$/.test(type) ? "number" : type;
  return KINDS.get(name) ?? { read: (text) => text, compare: byCollation };
}

/** Microseconds since 1970, which a Date cannot hold; UTC by default, as the server's sessions. */
function readMoment(text: string): bigint | null {
  const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
  const [whole, day = "", time = "00:00:00", fraction = "", offset = "Z"] = form.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const zone = /^z$/i.test(offset) ? "Z" : `${offset.slice(0, 3)}:${offset.slice(3).replace(":", "") || "00"}`;
  const seconds = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${zone}`);
  return Number.isNaN(seconds) ? null : BigInt(seconds) * 1000n + BigInt(fraction.padEnd(6, "0"));
}
