import { expect, test } from "vitest";
import type { PassageFix } from "#contract/functions/explain-passage.ts";
import { takenBackBy } from "./taken-back-by.ts";

const LINKED = "00000000-0000-4000-8000-000000000001";
const MADE = "00000000-0000-4000-8000-000000000002";
const fix: PassageFix = { id: "extend", label_code: "extend", effect: { gains: 1, loses: 0 }, valid_to: null };
const untouched = { fix: null, saved: null, isUndone: false };

test("a link made on another day is taken back, until it has been", () => {
  expect(takenBackBy(untouched, LINKED)).toMatchObject({ fix_id: "add_alias", undo: { credential_id: LINKED } });
  expect(takenBackBy({ ...untouched, isUndone: true }, LINKED)).toBeNull();
  expect(takenBackBy(untouched, null)).toBeNull();
});

test("a fix of the open drawer is taken back as its reply says, and not before it is saved", () => {
  expect(takenBackBy({ ...untouched, fix }, LINKED)).toBeNull();
  const saved = { undo: { credential_id: MADE } };
  expect(takenBackBy({ ...untouched, fix, saved }, LINKED)).toMatchObject({ fix_id: "extend", undo: saved.undo });
  expect(takenBackBy({ ...untouched, fix, saved: { undo: null } }, LINKED)).toBeNull();
});
