import { expect, test } from "vitest";
import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import type { Unit } from "./controller-units.ts";
import { readableCodes } from "./readable-codes.ts";

const unit = (id: string): Unit => ({ id, name: `Port ${id}`, active: true, doors: [] });
const code = (controller_id: string, part: Partial<OwnWeeklyCode>): OwnWeeklyCode => ({
  id: "code",
  controller_id,
  week_number: 48,
  year: 2026,
  valid_from: "2026-11-22T23:00:00Z",
  valid_to: "2026-11-29T23:00:00Z",
  is_written: true,
  is_own: true,
  ...part,
});
const shown = (codes: readonly OwnWeeklyCode[], units: readonly Unit[]) =>
  readableCodes(codes, units).map((one) => [one.units.map(({ id }) => id), one.code.is_written]);

test("a code of several controllers is one, confirmed when all have confirmed it", () => {
  const units = [unit("a"), unit("b"), unit("c")];
  expect(shown([code("b", {}), code("a", {}), code("c", { id: "other" })], units)).toEqual([
    [["a", "b"], true],
    [["c"], true],
  ]);
  expect(shown([code("a", {}), code("b", { is_written: false })], units)).toEqual([[["a", "b"], false]]);
});

test("a code that opens doors of others, or of a controller that is not shown, is left out", () => {
  expect(shown([code("a", { is_own: false }), code("b", {})], [unit("a")])).toEqual([]);
});
