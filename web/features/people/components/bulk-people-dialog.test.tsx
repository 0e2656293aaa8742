import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  GATE_ID,
  OTHER_DOOR_ID,
  samplePerson,
  samplePin,
  sampleReplica,
} from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import type { Person } from "../person.ts";
import { BulkPeopleDialog } from "./bulk-people-dialog.tsx";

const atPortB = sampleReplica({ controller_id: GATE_ID, controller_name: "Port B" });
const alva = samplePerson({ credentials: [samplePin({ sync_states: [sampleReplica(), atPortB] })] });
const berit = samplePerson({
  id: OTHER_DOOR_ID,
  first_name: "Berit",
  credentials: [samplePin({ id: OTHER_DOOR_ID, sync_states: [sampleReplica()] })],
});

async function ask(people: readonly Person[]) {
  answerWith({ "GET /rest/v1/end_users\\?": page(people), "POST /rest/v1/rpc/controller_states": [] });
  await show(<BulkPeopleDialog kind="delete" people={people} onDone={() => undefined} onClose={() => undefined} />);
}

test("one code that stops at two controllers is not counted at each", async () => {
  await ask([alva]);
  expect(await screen.findByText("1 PIN-kod på Port A, Port B")).toBeTruthy();
});

test("controllers that stop different numbers of codes each say how many", async () => {
  await ask([alva, berit]);
  expect(await screen.findByText("2 PIN-koder på Port A (2), Port B (1)")).toBeTruthy();
});
