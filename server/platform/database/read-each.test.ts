import { expect, test } from "vitest";
import { z } from "zod";
import { logUnreadableRows, readRows } from "./read-each.ts";

const row = z.object({ id: z.string(), organization_id: z.string(), valid_to: z.number() });
const good = (id: string) => ({ id, organization_id: "o", valid_to: 1 });

test("a row that cannot be read is left out, and logged by its keys alone", () => {
  const logged: { row: unknown }[] = [];
  const stop = logUnreadableRows({ error: (entry: { row: unknown }) => logged.push(entry) } as never);
  const bad = { id: "b", organization_id: "p", valid_to: Number.POSITIVE_INFINITY, pin: "123456" };
  expect(readRows(row, [good("a"), bad, good("c")]).map(({ id }) => id)).toEqual(["a", "c"]);
  stop();
  readRows(row, [bad]);
  expect(logged.map((entry) => entry.row)).toEqual([{ id: "b", organization_id: "p" }]);
});
