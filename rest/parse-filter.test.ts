import { expect, test } from "vitest";
import { RestError } from "./errors.ts";
import { type FilterNode, parseFilter, parseLogic, type Values } from "./parse-filter.ts";

const field = { name: "a", path: [] };

function refusal(read: () => unknown): RestError {
  try {
    read();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error("it was read");
}

test("a value keeps its dots, commas, quotes and brackets", () => {
  const values: Values = [];
  expect(parseFilter(field, 'not.eq.a.b,"c")', values)).toMatchObject({ operator: "eq", not: true, slot: 0 });
  expect(values).toEqual(['a.b,"c")']);
});

test("a list takes quotes off only where they enclose the whole element", () => {
  const values: Values = [];
  parseFilter(field, 'in.(plain,"with, comma","a \\"quote\\" and \\\\",half"way,)', values);
  expect(values).toEqual([["plain", "with, comma", 'a "quote" and \\', 'half"way', ""]]);
});

test("a logic tree nests, negates, and keeps arrays whole", () => {
  const values: Values = [];
  const tree = parseLogic(
    "or",
    true,
    '(a.eq.1,not.and(b.in.(2,3),c.not.is.null),d->>e.cs.{4,"5}"},f.like(any).{x*,y})',
    values,
  );
  const kinds = (node: FilterNode): unknown =>
    node.kind === "group"
      ? [node.not, node.join, ...node.members.map(kinds)]
      : `${node.field.name} ${node.not ? "not " : ""}${node.operator}`;
  expect(kinds(tree)).toEqual([true, "or", "a eq", [true, "and", "b in", "c not is"], "d cs", "f like"]);
  expect(values).toEqual(["1", ["2", "3"], '{4,"5}"}', "{x%,y}"]);
});

test("unreadable text is reported with its place", () => {
  const error = refusal(() => parseFilter(field, "foo.1", []));
  expect(error.body()).toEqual({
    code: "PGRST100",
    message: '"failed to parse filter (foo.1)" (line 1, column 1)',
    details: 'unexpected "f" expecting "not" or operator (eq, gt, ...)',
    hint: null,
  });
  expect(refusal(() => parseLogic("and", false, "(a.eq.1,b)", [])).details).toContain('expecting "."');
  expect(refusal(() => parseFilter(field, "is.5", [])).details).toContain("null, not_null, true, false or unknown");
});
