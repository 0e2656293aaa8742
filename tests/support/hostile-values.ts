// Values that a table call may store in a column and that may make a reader of the column fail.

const TIMES = [
  "infinity",
  "-infinity",
  "0044-03-15 12:00:00 BC",
  "1969-12-31T23:59:59Z",
  "2126-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "99999-12-31 00:00:00+00",
  "294276-12-31 23:59:59.999999+00",
  "epoch",
  "2027-02-30",
];
const NUMBERS = ["NaN", "Infinity", "-Infinity", 1e308, -1, 0, 2147483647, "9223372036854775808", 0.5];
const TEXTS = [
  "A\u030Angstro\u0308m",
  "\u202Etxt.exe",
  "\u2066abc\u2069",
  "\ud800",
  "a\u0000b",
  "x".repeat(10_000),
  "\ud83d\ude00".repeat(60),
  "",
  " ",
  "a\nb",
  "infinity",
  "1e400",
  "__proto__",
  "'; select 1 --",
  '{"a":[1]}',
];

/** Returns values by the column's type; `ids` are other rows', of other kinds and other organisations. */
export function hostileFor(type: string, ids: readonly string[]): readonly unknown[] {
  if (type.endsWith("[]"))
    return [...hostileFor(type.slice(0, -2), ids).map((one) => [one]), [], [[]], Array(2_000).fill(null), null];
  if (/^(timestamp|date|time|interval)/.test(type)) return [...TIMES, null];
  if (/^(integer|bigint|smallint|numeric|real|double)/.test(type)) return [...NUMBERS, null];
  if (type === "uuid") return [...ids, "00000000-0000-0000-0000-000000000000", ids[0]?.toUpperCase(), "x", null];
  if (type === "boolean") return ["maybe", 2, null, true, false];
  return [...TEXTS, ...ids.slice(0, 2), null];
}
