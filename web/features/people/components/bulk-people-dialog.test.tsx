import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  GATE_ID,
  OTHER_DOOR_ID,
  samplePerson,
  samplePin,
  sampleReplica,
} from "#tests/components/fixtures/people/sample-person.ts";
import { type Answer, answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { previewTexts } from "#web/texts/preview.sv.ts";
import type { Person } from "../person.ts";
import { BulkPeopleDialog } from "./bulk-people-dialog.tsx";

const atPortB = sampleReplica({ controller_id: GATE_ID, controller_name: "Port B" });
const alva = samplePerson({ credentials: [samplePin({ sync_states: [sampleReplica(), atPortB] })] });
const berit = samplePerson({
  id: OTHER_DOOR_ID,
  first_name: "Berit",
  credentials: [samplePin({ id: OTHER_DOOR_ID, sync_states: [sampleReplica()] })],
});

const NOBODY = {
  success: true,
  people: { gain: 0, lose: 0, hours: 0, dates: 0, total: 0 },
  waiting: 0,
  places: [],
  places_total: 0,
};

async function ask(
  people: readonly Person[],
  preview: Answer | (() => Promise<Answer>) = NOBODY,
  kind: "delete" | "extend" = "delete",
) {
  answerWith({
    "GET /rest/v1/end_users\\?": page(people),
    "POST /rest/v1/rpc/controller_states": [],
    "POST /functions/v1/access-preview": preview,
    "POST /functions/v1/end-user-manager": { success: true, outcomes: [], state: "synced", pending: [] },
  });
  const onDone = vi.fn();
  const user = await show(<BulkPeopleDialog kind={kind} people={people} onDone={onDone} onClose={() => undefined} />);
  return { user, onDone };
}

test("one code that stops at two controllers is not counted at each", async () => {
  await ask([alva]);
  expect(await screen.findByText("1 PIN-kod på Port A, Port B")).toBeTruthy();
});

test("controllers that stop different numbers of codes each say how many", async () => {
  await ask([alva, berit]);
  expect(await screen.findByText("2 PIN-koder på Port A (2), Port B (1)")).toBeTruthy();
});

test("the question names who loses which door", async () => {
  const changes = [{ kind: "lose", people: 2, names: ["Alva Ek", "Berit Ek"], had: null, has: null }];
  const place = {
    controller_id: GATE_ID,
    controller: "Port A",
    access_point_id: OTHER_DOOR_ID,
    name: "Entré",
    changes,
  };
  const people = { ...NOBODY.people, lose: 2, total: 2 };
  await ask([alva, berit], { ...NOBODY, people, places: [place], places_total: 1 });
  const shown = await screen.findByRole("listitem", { name: "Entré Port A" });
  expect(shown.textContent).toMatch(/2 förlorar tillgångenAlva Ek, Berit Ek/);
  expect(askedOf(/access-preview/).map(({ body }) => body)).toEqual([
    { call: "end-user-manager", body: { action: "DELETE_MANY", ids: [alva.id, berit.id].toSorted() } },
  ]);
});

test("the question before an extension names who gets a door back, asked of all their credentials", async () => {
  const changes = [{ kind: "gain", people: 1, names: ["Alva Ek"], had: null, has: null }];
  const place = {
    controller_id: GATE_ID,
    controller: "Port A",
    access_point_id: OTHER_DOOR_ID,
    name: "Entré",
    changes,
  };
  const people = { ...NOBODY.people, gain: 1, total: 1 };
  await ask([alva, berit], { ...NOBODY, people, places: [place], places_total: 1 }, "extend");
  const shown = await screen.findByRole("listitem", { name: "Entré Port A" });
  expect(shown.textContent).toMatch(/1 får tillgång, alltidAlva Ek/);
  const ids = [...alva.credentials, ...berit.credentials].map(({ id }) => id).toSorted();
  expect(askedOf(/access-preview/).map(({ body }) => body)).toEqual([
    { call: "end-user-manager", body: { action: "EXTEND", credential_ids: ids } },
  ]);
});

test.each([
  ["fails", json({ success: false, error: "Fel.", code: "internal", request_id: "r" }, 500)],
  ["never answers", () => new Promise<never>(() => undefined)],
])("the question can be answered although its preview %s", async (_what, preview) => {
  const { user, onDone } = await ask([alva, berit], preview);
  if (typeof preview === "object") expect(await screen.findByText(previewTexts.failed)).toBeTruthy();
  else expect(await screen.findByText(previewTexts.counting)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /Ta bort 2/ }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
});
