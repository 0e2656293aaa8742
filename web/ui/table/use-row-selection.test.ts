import { expect, test } from "vitest";
import { rowsBetween, withRows } from "./use-row-selection.ts";

const rows = ["anna", "bo", "cilla", "david"].map((id) => ({ id, original: id.toUpperCase() }));
const ids = (chosen: readonly { id: string }[]) => chosen.map((row) => row.id);

test("a range goes from the row pressed last to this one, in either direction", () => {
  expect(ids(rowsBetween(rows, "bo", "david"))).toEqual(["bo", "cilla", "david"]);
  expect(ids(rowsBetween(rows, "cilla", "anna"))).toEqual(["anna", "bo", "cilla"]);
});

test("without a row pressed before on this page the range is the row alone", () => {
  expect(ids(rowsBetween(rows, null, "cilla"))).toEqual(["cilla"]);
  expect(ids(rowsBetween(rows, "on another page", "cilla"))).toEqual(["cilla"]);
});

test("rows of another page stay chosen", () => {
  const before = new Map([["zara", "ZARA"]]);
  const all = withRows(before, rows, true);
  expect([...all.keys()]).toEqual(["zara", "anna", "bo", "cilla", "david"]);
  expect([...withRows(all, rows, false).keys()]).toEqual(["zara"]);
});
