import { expect, test } from "vitest";
import { heldRows, patchRow } from "./live-rows.ts";

const row = (id: string, macro_executed: boolean | null = null) => ({ id, macro_executed });

test("a list that runs shows the newest rows and nothing waits", () => {
  const latest = [row("b"), row("a")];
  expect(heldRows(latest, null)).toEqual({ rows: latest, waiting: 0 });
});

test("a list that stands still keeps its rows, counts the new ones, and lets the macro turn in its place", () => {
  const held = [row("b"), row("a", true)];
  const latest = [row("d"), row("c"), row("b", true), row("a", true)];
  expect(heldRows(latest, held)).toEqual({ rows: [row("b", true), row("a", true)], waiting: 2 });
});

test("a row that was read late waits too, though it belongs between those that are shown", () => {
  const held = [row("c"), row("a")];
  expect(heldRows([row("c"), row("b"), row("a")], held)).toEqual({ rows: held, waiting: 1 });
});

test("when a hundred new rows have pushed out all that were shown, all of them wait", () => {
  expect(heldRows([row("d"), row("c")], [row("b"), row("a")])).toEqual({ rows: [row("b"), row("a")], waiting: 2 });
});

test("an empty list that stands still waits for its first row", () => {
  expect(heldRows([row("a")], [])).toEqual({ rows: [], waiting: 1 });
});

test("a change of a listed row is taken over, and one of a row that is not listed changes nothing", () => {
  const rows = [row("b"), row("a")];
  expect(patchRow(rows, { id: "a", macro_executed: false })).toEqual([row("b"), row("a", false)]);
  expect(patchRow(rows, { id: "x", macro_executed: true })).toBe(rows);
});
