/** Types that `::type` may name; any other is answered with 400. */
import { RestError } from "./errors.ts";

const TYPES = [
  "text",
  "varchar",
  "character varying",
  "int2",
  "int4",
  "int8",
  "smallint",
  "integer",
  "int",
  "bigint",
  "numeric",
  "decimal",
  "float4",
  "float8",
  "real",
  "double precision",
  "bool",
  "boolean",
  "date",
  "time",
  "timetz",
  "timestamp",
  "timestamptz",
  "timestamp with time zone",
  "timestamp without time zone",
  "interval",
  "json",
  "jsonb",
  "uuid",
  "inet",
  "cidr",
  "money",
  "bytea",
];
const SAFE = new Set(TYPES.flatMap((type) => [type, `${type}[]`]));

/** Returns the type's name in lower case. Throws RestError for a type that is not listed here. */
export function safeCast(name: string): string {
  const type = name.toLowerCase();
  if (!SAFE.has(type)) throw new RestError(400, "42704", `type "${name.slice(0, 100)}" does not exist`);
  return type;
}
