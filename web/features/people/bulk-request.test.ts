import { expect, test } from "vitest";
import { requestOf, undoOf } from "./bulk-request.ts";

const outcomes = [
  { end_user_id: "anna", refused: null, credential_ids: ["pin-of-anna"] },
  { end_user_id: "bo", refused: null, credential_ids: [] },
  { end_user_id: "cilla", refused: { code: "not_found", error: "Finns inte" }, credential_ids: [] },
];

test("an undo switches on exactly what was switched off", () => {
  expect(undoOf("off", { outcomes })).toEqual({
    kind: "on",
    request: { action: "SWITCH_MANY", ids: ["anna"], enabled: true, credential_ids: ["pin-of-anna"] },
  });
});

test("an undo brings back exactly those who were removed", () => {
  expect(undoOf("delete", { outcomes })).toEqual({
    kind: "restore",
    request: { action: "UNDO_DELETE", ids: ["anna", "bo"] },
  });
});

test("what changed nothing cannot be undone", () => {
  expect(undoOf("delete", { outcomes: outcomes.slice(2) })).toBeNull();
  expect(undoOf("off", { outcomes: outcomes.slice(1) })).toBeNull();
});

test("an operation on all of a person's credentials names none of them", () => {
  expect(requestOf("off", ["anna"])).toEqual({ action: "SWITCH_MANY", ids: ["anna"], enabled: false });
});
