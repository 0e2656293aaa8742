import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#scripts/lib/paths.ts";
import { readRuns, tablesOf } from "./kept-runs.ts";
import { isBroken, type Round, runOf } from "./report.ts";
import { lastFailureAfter, type RoundResult } from "./round.ts";

const GOOD: RoundResult = {
  fault: "kill_primary",
  lost: [],
  openings: [],
  missed: [],
  other: [],
  manualActs: [],
  acknowledged: 90,
  uncertain: 5,
  databaseAway: 20.1,
  back: { gate: 0.4, save: 1.2, edit: 0.9, sign_in: 0.7, door: 1 },
  lastFailure: 0.5,
  load: 2.04,
};
const RUN = { date: "2026-11-29", seed: 1, pooler: false };

const cells = (table: string, begin: string): string[] =>
  table
    .split("\n")
    .find((line) => line.startsWith(`| ${begin}`))
    ?.split("|")
    .map((cell) => cell.trim())
    .slice(1, -1) ?? [];

test("two runs of one fault are summed up, with their worst seconds; one through pgbouncer stands apart", () => {
  const slow: RoundResult = { ...GOOD, back: { ...GOOD.back, door: 11.5 }, databaseAway: 3, load: 7.5 };
  const tables = tablesOf([
    runOf([GOOD, GOOD], RUN),
    runOf([slow], { ...RUN, seed: 30 }),
    runOf([GOOD], { ...RUN, pooler: true }),
  ]);
  const title = "kill -9 of the primary with its Patroni";
  const expected = [title, 3, 0, 270, 0, 0, 15, 20.1, 11.5, 0.5, 1, 0, 0, 0].map(String);
  expect(cells(tables, `${title} |`)).toEqual(expected);
  expect(cells(tables, `${title}, through pgbouncer |`).slice(1, 4)).toEqual(["1", "0", "90"]);
  expect(tables).toContain("| 2026-11-29 | `npm run drill -- --seed 30 --append` | 1 | 7.5 to 7.5 |");
});

test("a round that could not be finished counts as a round, and gives no figures", () => {
  const ended: Round = { fault: GOOD.fault, ended: "PostgreSQL did not come back", load: 3 };
  expect(isBroken(ended)).toBe(true);
  expect(runOf([GOOD, ended], RUN).faults["kill_primary"]).toMatchObject({
    rounds: 2,
    unfinished: 1,
    acknowledged: 90,
    back: 1.2,
  });
});

test.each<[string, Partial<RoundResult>]>([
  ["a lost change", { lost: ["edit 3"] }],
  ["an opening", { openings: ["twice"] }],
  ["a missed row", { missed: ["row 1"] }],
  ["another broken promise", { other: ["not quiet"] }],
  ["a manual act", { manualActs: ["a portal had ended itself"] }],
  ["a kind of call that is back late", { back: { ...GOOD.back, sign_in: 10.1 } }],
  ["a call that still fails", { lastFailure: 10.1 }],
])("a round with %s is broken", (_what, change) => {
  expect(isBroken(GOOD)).toBe(false);
  expect(isBroken({ ...GOOD, ...change })).toBe(true);
});

test("the last failure counts from the database's return, by when the call was sent", () => {
  const at = (sentAt: number, reported: "done" | "unknown") => ({
    kind: "save" as const,
    sentAt,
    answeredAt: sentAt + 9_000,
    reported,
  });
  expect(lastFailureAfter([at(500, "unknown"), at(1_200, "done")], 1_000)).toBe(0);
  expect(lastFailureAfter([at(500, "unknown"), at(4_500, "unknown"), at(6_000, "done")], 1_000)).toBe(3.5);
});

test("docs/reliability.md has the table that the kept runs make", async () => {
  const runs = await readRuns();
  if (runs.length > 0) expect(await readFile(join(root, "docs/reliability.md"), "utf8")).toContain(tablesOf(runs));
});
