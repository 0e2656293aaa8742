import { expect, test } from "vitest";
import { BULK_PEOPLE_MAX } from "#contract/limits.ts";
import { type BulkRequest, changeInParts, requestsOf, undoOf } from "./bulk-request.ts";

const outcomes = [
  { end_user_id: "anna", refused: null, credential_ids: ["pin-of-anna"] },
  { end_user_id: "bo", refused: null, credential_ids: [] },
  { end_user_id: "cilla", refused: { code: "not_found", error: "Finns inte" }, credential_ids: [] },
];

test("an undo switches on exactly what was switched off", () => {
  expect(undoOf("off", { outcomes })).toEqual({
    kind: "on",
    requests: [{ action: "SWITCH_MANY", ids: ["anna"], enabled: true, credential_ids: ["pin-of-anna"] }],
  });
});

test("an undo brings back exactly those who were removed", () => {
  expect(undoOf("delete", { outcomes })).toEqual({
    kind: "restore",
    requests: [{ action: "UNDO_DELETE", ids: ["anna", "bo"] }],
  });
});

test("what changed nothing cannot be undone", () => {
  expect(undoOf("delete", { outcomes: outcomes.slice(2) })).toBeNull();
  expect(undoOf("off", { outcomes: outcomes.slice(1) })).toBeNull();
});

test("an operation on all of a person's credentials names none of them", () => {
  expect(requestsOf("off", [{ id: "anna" }])).toEqual([{ action: "SWITCH_MANY", ids: ["anna"], enabled: false }]);
});

test("an operation on more than one call takes is sent in parts, an undo with each part's own credentials", () => {
  const people = Array.from({ length: BULK_PEOPLE_MAX + 1 }, (_, at) => ({ id: `p${at}`, credentialIds: [`c${at}`] }));
  const [first, second, ...more] = requestsOf("on", people);
  expect(more).toEqual([]);
  expect(first?.ids).toHaveLength(BULK_PEOPLE_MAX);
  const last = [`p${BULK_PEOPLE_MAX}`, `c${BULK_PEOPLE_MAX}`];
  expect(second).toEqual({ action: "SWITCH_MANY", ids: [last[0]], enabled: true, credential_ids: [last[1]] });
});

test("a part that fails refuses its own people; the first failure of all is thrown", async () => {
  const requests: BulkRequest[] = ["anna", "bo", "cilla"].map((id) => ({ action: "DELETE_MANY", ids: [id] }));
  const refusal = () => ({ code: "network", error: "Ingen kontakt" });
  const send = (failing: string) => async (request: BulkRequest) => {
    if (request.ids.includes(failing)) throw new Error("lost");
    const done = request.ids.map((id) => ({ end_user_id: id, refused: null, credential_ids: [] }));
    return { outcomes: done, state: "synced" as const, pending: [] };
  };
  const { outcomes } = await changeInParts(requests, send("bo"), refusal);
  expect(outcomes.map(({ end_user_id, refused }) => [end_user_id, refused?.code ?? "done"])).toEqual([
    ["anna", "done"],
    ["bo", "network"],
    ["cilla", "done"],
  ]);
  await expect(changeInParts(requests, send("anna"), refusal)).rejects.toThrow("lost");
});
