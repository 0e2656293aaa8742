// The table of docs/client.md, row by row.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type RestRig, startRest } from "./rest-rig.ts";

const [, table = ""] = readFileSync(join(import.meta.dirname, "../../../docs/client.md"), "utf8").split(
  "## The client's own cases",
);
const code = (cell: string) => /`([^`]+)`/.exec(cell)?.[1] ?? "";
const cases = table
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.slice(2, -2).split(" | "))
  .map(([request = "", expected = "", got = ""]) => [code(request), code(got === "same" ? expected : got)] as const);

const answer = z.object({
  status: z.number(),
  data: z.unknown(),
  error: z.object({ code: z.string() }).nullable(),
  count: z.number().nullable(),
});

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest();
});
afterAll(() => rig.stop());

test("the table has its rows", () => {
  expect(cases.length).toBeGreaterThan(90);
});

test.each(cases)("%s", async (request, reported) => {
  const reply: unknown = await runInNewContext(`client.${request}`, { client: rig.client });
  const { status, data, error, count } = answer.parse(reply);
  const said = `${status} ${error === null ? JSON.stringify(data) : error.code}`;
  expect(count === null ? said : `${said} of ${count}`).toBe(reported);
});
