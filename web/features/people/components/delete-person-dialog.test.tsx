// Tests the question and words of a removal. tests/integration/people/end-user-manager.test.ts tests the PIN on the device.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ALVA_ID, samplePerson } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { signedInAs } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import { DeletePersonDialog } from "./delete-person-dialog.tsx";

const WAITS = {
  controller_id: "00000000-0000-4000-8000-0000000000d1",
  controller_name: "Port A",
  source_id: "00000000-0000-4000-8000-0000000000d2",
  generation: 2,
  operation: "removal",
  error: null,
  outdated: [],
  plate: false,
};
const MANAGER = "POST /functions/v1/end-user-manager";
const PREVIEW = "POST /functions/v1/access-preview";

const NOTHING_LOST = {
  success: true,
  people: { gain: 0, lose: 0, hours: 0, dates: 0, total: 0 },
  waiting: 0,
  places: [],
  places_total: 0,
};

async function remove(answer: Response | (() => Promise<Response>)) {
  signedInAs("org_admin");
  answerWith({ "POST /rest/v1/rpc/controller_states": [], [PREVIEW]: NOTHING_LOST, [MANAGER]: answer });
  const onClose = vi.fn();
  const user = await show(<DeletePersonDialog person={samplePerson()} onClose={onClose} />);
  await sees("people", "Ta bort användare", "Avbryt", "Ta bort");
  await sees("people", "Är du säker på att du vill ta bort denna användare? Denna åtgärd kan inte ångras.");
  expect(askedOf(/end-user-manager/)).toEqual([]);
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Ta bort" }));
  return onClose;
}
const refused = (code: string, status: number) => json({ error: "Port A svarar inte.", code }, status);

// Covers: 2.37, 8.17
test("a person is removed once that is confirmed", async () => {
  const onClose = await remove(json({ success: true, end_user_id: ALVA_ID, state: "synced", pending: [] }));
  await sees("people", "Användare raderades");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(askedOf(/end-user-manager/).map(({ body }) => body)).toEqual([{ action: "DELETE", id: ALVA_ID }]);
});

test("the question names each door that the person loses, and at a group's hours too", async () => {
  const lost = { kind: "lose", people: 1, names: ["Alva Ek"], had: null, has: null };
  const place = (name: string) => ({
    controller_id: WAITS.controller_id,
    controller: "Port A",
    access_point_id: ALVA_ID,
    name,
    changes: [lost],
  });
  signedInAs("org_admin");
  answerWith({
    "POST /rest/v1/rpc/controller_states": [],
    [PREVIEW]: {
      ...NOTHING_LOST,
      people: { ...NOTHING_LOST.people, lose: 1, total: 1 },
      places: [place("Entré"), place("Tvätt")],
      places_total: 2,
    },
  });
  await show(<DeletePersonDialog person={samplePerson()} onClose={vi.fn()} />);
  const shown = await screen.findByRole("listitem", { name: "Entré och Tvätt Port A" });
  expect(shown.textContent).toMatch(/1 förlorar tillgångenAlva Ek/);
  expect(askedOf(/access-preview/).map(({ body }) => body)).toEqual([
    { call: "end-user-manager", body: { action: "DELETE", id: ALVA_ID } },
  ]);
});

// Covers: page.6
test("a removal can be undone for twelve seconds, and every message of it then goes", async () => {
  const answers = {
    DELETE: { success: true, end_user_id: ALVA_ID, state: "pending", pending: [WAITS] },
    UNDO_DELETE: {
      success: true,
      outcomes: [{ end_user_id: ALVA_ID, refused: null, credential_ids: [] }],
      state: "synced",
      pending: [],
    },
  };
  signedInAs("org_admin");
  answerWith({
    "POST /rest/v1/rpc/controller_states": [],
    [PREVIEW]: NOTHING_LOST,
    [MANAGER]: ({ body }) => Reflect.get(answers, String(Object(body).action)),
  });
  const user = await show(<DeletePersonDialog person={samplePerson()} onClose={vi.fn()} />);
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Ta bort" }));
  await sees("people", "Användare raderades");
  expect(await screen.findByText(/^Borttagen i portalen\./)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Ångra" }));
  expect(await screen.findByText("1 användare återställd")).toBeTruthy();
  expect(askedOf(/end-user-manager/).map(({ body }) => body)).toEqual([
    { action: "DELETE", id: ALVA_ID },
    { action: "UNDO_DELETE", ids: [ALVA_ID] },
  ]);
  await waitFor(() => expect(screen.queryByText("Användare raderades")).toBeNull());
  await waitFor(() => expect(screen.queryByText(/^Borttagen i portalen\./)).toBeNull());
});

// Covers: 8.4
test("one to whom something is linked is kept, and says so", async () => {
  await remove(refused("23503", 409));
  await sees("people", "{thing} har kopplade resurser. Ta bort dessa först.");
});

// Covers: 8.4
test("without a network the person is kept, and the connection is named", async () => {
  await remove(() => Promise.reject(new TypeError("Failed to fetch")));
  await sees("people", "Anslutningsproblem. Kontrollera din internetanslutning.");
});

// Covers: 8.4, 8.9
test("a removal that failed for a silent device names the device", async () => {
  await remove(refused("device_unreachable", 504));
  await sees("people", "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen.");
});

// Covers: 8.4, 8.9
test("a removal that the device refused has the reason in its sentence", async () => {
  await remove(refused("device_fault", 502));
  await sees(
    "people",
    "Kan inte ta bort användare: {why} Kontrollera anslutningen till Axis-styrenheten och försök igen.",
  );
  expect(screen.getByText(/: Port A svarar inte\. Kontrollera/)).toBeTruthy();
});

// Covers: 8.4
test("an unexplained error sends the person to support", async () => {
  await remove(refused("internal", 500));
  await sees("people", "Kunde inte ta bort {thing}. Kontakta support om problemet kvarstår.");
});
