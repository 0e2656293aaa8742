import { expect, test } from "vitest";
import { defaultValue, jsonType, urlType } from "./open-api-types.ts";

test.each([
  ["false", "boolean", "B", false],
  ["true", "boolean", "B", true],
  ["0", "integer", "N", 0],
  ["'-1'::integer", "integer", "N", -1],
  ["1.50", "numeric(4,2)", "N", 1.5],
  ["'0'::bigint", "bigint", "N", 0],
  ["'queued'::text", "text", "S", "queued"],
  ["'it''s'::text", "text", "S", "it's"],
  ["''::text", "text", "S", ""],
  ["'calm'::library.mood", "library.mood", "E", "calm"],
  ["'{}'::text[]", "text[]", "A", []],
  ["'{\"a\": 1}'::jsonb", "jsonb", "jsonb", { a: 1 }],
  ["'{}'::jsonb", "jsonb", "jsonb", {}],
  ["'false'::text", "text", "S", "false"],
  ["7", "text", "S", "7"],
  ["now()", "timestamp with time zone", "D", undefined],
  ["pg_catalog.gen_random_uuid()", "uuid", "U", undefined],
  ["pg_catalog.nextval('x_seq'::regclass)", "bigint", "N", undefined],
  ["('now'::text)::date", "date", "D", undefined],
  ["NULL::text", "text", "S", undefined],
  ["'{a,b}'::text[]", "text[]", "A", undefined],
  ["'not json'::jsonb", "jsonb", "jsonb", undefined],
  ["('a'::text || 'b'::text)", "text", "S", undefined],
])("the default %s of a column %s", (sql, type, category, value) => {
  expect(defaultValue(sql, type, category)).toEqual(value);
});

test("lists of JSON hold anything, and in a URL lists and JSON are text", () => {
  expect(jsonType("jsonb[]", "A")).toEqual({ format: "jsonb[]", type: "array", items: { format: "jsonb" } });
  expect(jsonType("json[]", "A")).toEqual({ format: "json[]", type: "array", items: { format: "json" } });
  expect(jsonType("integer[]", "A").items).toEqual({ format: "integer", type: "integer" });
  expect(urlType("integer[]", "A")).toEqual({ format: "integer[]", type: "string" });
  expect(urlType("jsonb", "jsonb")).toEqual({ format: "jsonb", type: "string" });
  expect(urlType("bigint", "N")).toEqual({ format: "bigint", type: "integer" });
});
