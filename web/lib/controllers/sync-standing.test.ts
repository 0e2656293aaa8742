import { expect, test } from "vitest";
import { type SyncSummary, syncStanding } from "./sync-standing.ts";

const inStep: SyncSummary = {
  waiting: 0,
  failed: 0,
  anything: true,
  away: 0,
  shut: 0,
  unreached: 0,
  paused: false,
};

test("all is in step only while every controller is heard from and the page has contact", () => {
  expect(syncStanding(inStep, true)).toEqual({ kind: "all" });
  expect(syncStanding(inStep, false)).toEqual({ kind: "offline" });
  expect(syncStanding(null, true)).toEqual({ kind: "unknown" });
});

test.each(["waiting", "failed", "away", "shut", "unreached"] as const)("%s is said with its number", (kind) => {
  expect(syncStanding({ ...inStep, [kind]: 2 }, true)).toEqual({
    kind: "parts",
    parts: [{ kind, count: 2 }],
    paused: false,
  });
});

test("a pause is said although nothing waits", () => {
  expect(syncStanding({ ...inStep, paused: true }, true)).toEqual({ kind: "parts", parts: [], paused: true });
});

test("nothing claims success about nothing, but a controller that is away is named even then", () => {
  expect(syncStanding({ ...inStep, anything: false }, true)).toEqual({ kind: "nothing" });
  expect(syncStanding({ ...inStep, anything: false, away: 1 }, true)).toMatchObject({ kind: "parts" });
});
