/** Translates PostgreSQL's types and defaults to OpenAPI. Pure. */

export interface TypeSchema {
  readonly format: string;
  readonly type?: string;
  readonly items?: TypeSchema;
  readonly maxLength?: number;
}

export function jsonType(type: string, category: string): TypeSchema {
  if (category === "json" || category === "jsonb") return { format: type };
  if (category === "A") {
    const item = type.replace(/\[\]$/, "");
    return { format: type, type: "array", items: jsonType(item, /^jsonb?$/.test(item) ? item : "") };
  }
  if (/^(smallint|integer|bigint)$/.test(type)) return { format: type, type: "integer" };
  if (/^(real|double precision|numeric)/.test(type)) return { format: type, type: "number" };
  if (type === "boolean") return { format: type, type: "boolean" };
  const length = /^character(?: varying)?\((\d+)\)$/.exec(type)?.[1];
  return { format: type, type: "string", ...(length !== undefined && { maxLength: Number(length) }) };
}

/** Returns a type's form in a URL, where everything but a number or a boolean is text: arrays `{a,b}`, and JSON. */
export function urlType(type: string, category: string): TypeSchema {
  const schema = jsonType(type, category);
  return schema.type === "array" || schema.type === undefined ? { format: type, type: "string" } : schema;
}

const LITERAL = /^'((?:[^']|'')*)'(?:::[\w ."[\]()]+)?$/;
const PLAIN = /^(?:true|false|-?\d+(?:\.\d+)?)(?:::[\w ."()]+)?$/;

/** Returns a column's default as a value of its type; undefined for an expression, which has no value until a row is made. */
export function defaultValue(sql: string, type: string, category: string): unknown {
  const text =
    LITERAL.exec(sql)?.[1]?.replaceAll("''", "'") ?? (PLAIN.test(sql) ? sql.replace(/::.*$/, "") : undefined);
  if (text === undefined) return undefined;
  const schema = jsonType(type, category);
  if (schema.type === "array") return text === "{}" ? [] : undefined;
  if (schema.type === "string") return text;
  return parsed(text, schema.type);
}

function parsed(text: string, type: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const fits = type === undefined || typeof value === (type === "boolean" ? "boolean" : "number");
    return fits ? value : undefined;
  } catch {
    return undefined;
  }
}
