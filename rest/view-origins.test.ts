import { expect, test } from "vitest";
import { viewOrigins } from "./view-origins.ts";

const entry = (number: number, table: number, column: number, inner = "") =>
  `{TARGETENTRY :expr {VAR :varno 1 ${inner}} :resno ${number} :resname n\\} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`;

test("a view's columns lead to the table they come from, and computed ones nowhere", () => {
  const nested = `{QUERY :targetList (${entry(1, 999, 9)})}`;
  const action = `({QUERY :commandType 1 :rtable ({RTE :subquery ${nested}}) :targetList (${entry(1, 16386, 2)} ${entry(2, 0, 0)} ${entry(3, 16390, 1, nested)}) :setOperations <> :limitCount <>})`;
  expect([...viewOrigins(action)]).toEqual([
    [1, { table: "16386", column: 2 }],
    [3, { table: "16390", column: 1 }],
  ]);
});

test("a union has no single origin", () => {
  expect(
    viewOrigins(`({QUERY :targetList (${entry(1, 16386, 2)}) :setOperations {SETOPERATIONSTMT :op 0}})`).size,
  ).toBe(0);
});
