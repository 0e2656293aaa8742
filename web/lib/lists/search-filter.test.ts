import { expect, test } from "vitest";
import { containsFilter } from "./search-filter.ts";

test("a search asks every column for the text, wherever it stands", () => {
  expect(containsFilter(["name", "device_ip"], "port a")).toBe('name.ilike."*port a*",device_ip.ilike."*port a*"');
});

test.each([
  ['say "hi"', String.raw`name.ilike."*say \"hi\"*"`],
  ["50%", String.raw`name.ilike."*50\\%*"`],
  ["a_b", String.raw`name.ilike."*a\\_b*"`],
  [String.raw`a\b`, String.raw`name.ilike."*a\\\\b*"`],
  ["a*b", 'name.ilike."*ab*"'],
  ["a,b.c(d)", 'name.ilike."*a,b.c(d)*"'],
])("signs of the filter's grammar stand for themselves: %s", (text, filter) => {
  expect(containsFilter(["name"], text)).toBe(filter);
});
