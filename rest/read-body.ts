import type { Column, Relation } from "./catalogue-types.ts";
import type { ColumnCodec } from "./codecs.ts";
import { invalidBody, unknownBodyColumn } from "./errors.ts";
import { isTooDeep } from "./json-depth.ts";

export type BodyRow = Readonly<Record<string, unknown>>;

export interface WrittenBody {
  readonly rows: readonly BodyRow[];
  readonly isArray: boolean;
  /** JSON text in which numbers keep their digits. */
  readonly text: string;
}

/** Parses a body of one row or several. Throws RestError for anything else. */
export function readBody(body: unknown, maxDepth: number): WrittenBody {
  const text = typeof body === "string" ? body : "";
  const value = parseJson(text, maxDepth);
  const isArray = Array.isArray(value);
  const rows: readonly unknown[] = isArray ? value : [value];
  if (!rows.every(isRow)) throw invalidBody("The body must be a JSON object or an array of objects");
  return { rows, isArray, text: isArray ? text : `[${text}]` };
}

/** Throws RestError for text that is no JSON, or nests more than `maxDepth` deep. */
export function parseJson(text: string, maxDepth: number): unknown {
  if (isTooDeep(text, maxDepth)) throw invalidBody(`The body nests JSON more than ${maxDepth} deep`);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, which may hold a secret.
    throw invalidBody("Empty or invalid json");
  }
}

const isRow = (value: unknown): value is BodyRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the columns of `columns=`, else the keys of the rows, which must all match. */
export function writtenColumns(
  relation: Relation,
  body: WrittenBody,
  named: readonly string[] | null,
): readonly Column[] {
  const names = named ?? commonKeys(body.rows);
  const columns = names.map((name) => {
    const column = relation.columns.get(writeName(relation, name));
    if (!column) throw unknownBodyColumn(relation.name, name);
    return column;
  });
  return [...new Set(columns)];
}

function commonKeys(rows: readonly BodyRow[]): readonly string[] {
  const first = Object.keys(rows[0] ?? {});
  const known = new Set(first);
  for (const row of rows) {
    const keys = Object.keys(row);
    if (keys.length !== known.size || !keys.every((key) => known.has(key)))
      throw invalidBody("All object keys must match");
  }
  return first;
}

const writeName = (relation: Relation, name: string): string =>
  relation.codecs.find((codec) => codec.alsoWrittenAs?.includes(name) === true)?.column ?? name;

/** Returns the value of an encrypted column in a row, under any of its names; undefined when the row has none. */
export function codecValue(row: BodyRow, codec: ColumnCodec): unknown {
  const name = [...(codec.alsoWrittenAs ?? []), codec.column].find((candidate) => Object.hasOwn(row, candidate));
  return name === undefined ? undefined : row[name];
}
