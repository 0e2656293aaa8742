// Tests the words about a controller that has not answered: before a save, after it, and once it has.
// tests/integration/people/end-user-manager.test.ts and tests/integration/reconcile/suspended.test.ts test the device.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { afterTest } from "#tests/components/after-test.ts";
import { sampleUnit } from "#tests/components/fixtures/people/sample-access.ts";
import {
  ALVA_ID,
  DOOR_ID,
  OTHER_DOOR_ID,
  PIN_ID,
  PORT_A_ID,
  samplePerson,
  samplePin,
  sampleReplica,
} from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith } from "#tests/components/network.ts";
import {
  askedManager,
  openPerson,
  personDialog,
  personField,
  saveButton,
  savePerson,
  writeField,
} from "#tests/components/person-dialog.tsx";
import type { Removal } from "#web/lib/people/removals.ts";

const CONFIRMED = /^Borttagen på Port A \d\d:\d\d$/;
const OLD = "den gamla PIN-koden, den gamla giltigheten och de gamla dörrarna";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const waiting: PendingDevice = {
  controller_id: PORT_A_ID,
  controller_name: "Port A",
  source_id: PIN_ID,
  generation: 2,
  operation: "grant",
  error: "unreachable",
  outdated: ["code", "validity", "doors"],
  plate: false,
};

const receipt = (fields: Partial<Removal> = {}): Removal => ({
  id: "00000000-0000-4000-8000-0000000000f1",
  controller_id: PORT_A_ID,
  controller_name: "Port A",
  source_id: PIN_ID,
  label: "Alva Exempelsson",
  plate: false,
  kind: "grant",
  generation: 2,
  read_back_at: new Date().toISOString(),
  created_at: new Date().toISOString(),
  asked_at: new Date().toISOString(),
  removed: ["code", "validity", "doors"],
  suspended_until: null,
  ...fields,
});

const saved = (pending: readonly PendingDevice[]) => ({
  "POST /functions/v1/end-user-manager": ({ body }: { body: unknown }) =>
    Object(body).action === "CHECK_PIN"
      ? { success: true }
      : { success: true, end_user_id: ALVA_ID, state: "pending", pending },
});

// Covers: device.38
test("a switched off PIN is said to be suspended at its controller, and until when", async () => {
  const suspended_until = inDays(6);
  const replica = sampleReplica({ desired: false, synced_at: new Date().toISOString(), suspended_until });
  const pin = samplePin({ enabled: false, sync_states: [replica] });
  const opened = openPerson(samplePerson({ credentials: [pin] }));
  answerWith({
    "GET /rest/v1/sync_receipts\\?": [receipt({ kind: "suspension", removed: ["access"], suspended_until })],
  });
  await opened;
  const words = /^Spärrad på Port A \d\d:\d\d, tas bort \d+ [a-z]+/;
  const answer = within(await personDialog().findByRole("region", { name: "Fungerar behörigheten?" }));
  expect(answer.getByText(words)).toBeTruthy();
  const history = within(personDialog().getByRole("region", { name: "Övrigt" }));
  expect((await history.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Spärrad på Port A \d\d:\d\d, tas bort \d+ [a-z]+: PIN-koden$/),
  ]);
  await expectAccessible();
});

// Covers: 8.9
test("a changed PIN, a shorter validity and a removed door hold until the controller answers", async () => {
  const doors = [DOOR_ID, OTHER_DOOR_ID].map((id) => ({ controller_id: PORT_A_ID, access_point_id: id }));
  const pin = samplePin({ valid_to: inDays(300), controller_assignments: doors });
  const opened = openPerson(samplePerson({ credentials: [pin] }));
  answerWith({
    "POST /rest/v1/rpc/controller_states": [sampleUnit({ state: "offline", last_error: "timeout" })],
    ...saved([waiting]),
  });
  const { user, onClose } = await opened;
  const kept = vi.spyOn(Element.prototype, "scrollIntoView");
  afterTest(() => kept.mockRestore());
  await writeField(user, /^PIN-kod/, "604174");
  // On a phone the note would hide the field being edited.
  await waitFor(() => expect(kept.mock.contexts).toContain(personField(/^PIN-kod/)));
  await user.click(personDialog().getByRole("button", { name: /Giltighet/ }));
  await user.click(await screen.findByRole("option", { name: "1 månad" }));
  await user.click(await personDialog().findByRole("checkbox", { name: /Soprum/ }));
  const before = `Ändringen sparas i portalen nu, men ${OLD} gäller på Port A tills ändringen är bekräftad där.`;
  // The text stands beside Spara and not in the scrolled part, where a person changing the PIN would not see it.
  expect((await personDialog().findByText(before)).closest("form")).toBeNull();
  expect(personDialog().getByText("Port A svarar inte.", { exact: false })).toBeTruthy();
  await expectAccessible();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  afterTest(() => void vi.useRealTimers());
  await savePerson(user);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  const waits = `Ändringen skrivs på Port A så snart den svarar; till dess gäller ${OLD} där.`;
  expect(await screen.findByText(`Användare uppdaterades. ${waits}`)).toBeTruthy();
  expect(screen.getByText("Väntar på styrenhet")).toBeTruthy();
  // A receipt of an earlier change confirms nothing of this one.
  answerWith({ "GET /rest/v1/sync_receipts\\?": [receipt({ generation: 1 })] });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(screen.queryByText(CONFIRMED)).toBeNull();
  answerWith({ "GET /rest/v1/sync_receipts\\?": [receipt()] });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await screen.findByText(CONFIRMED)).toBeTruthy();
  expect(screen.getByText(`D${OLD.slice(1)}, Alva Exempelsson`)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(waits, { exact: false })).toBeNull());
});

test("PINs that the doors confirmed gone stand at the foot of the person", async () => {
  const opened = openPerson(samplePerson());
  answerWith({ "GET /rest/v1/sync_receipts\\?": [receipt()] });
  await opened;
  const list = await personDialog().findByRole("heading", { name: "Borttaget på dörrarna" });
  expect(list.parentElement?.textContent).toMatch(new RegExp(`Borttagen på Port A \\d\\d:\\d\\d: ${OLD}$`));
});

// Covers: 8.9
test("a new person whose controller does not answer is saved, and what waits is said while and after it", async () => {
  const { user, onSaved, onClose } = await openPerson();
  const { promise: held, resolve: answer } = Promise.withResolvers<object>();
  answerWith({
    "POST /functions/v1/end-user-manager": async ({ body }) =>
      Object(body).action === "CREATE" ? { ...(await held) } : { success: true },
  });
  await writeField(user, "Förnamn", "Petra");
  await writeField(user, "Efternamn", "Väntegren");
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await personDialog().findByRole("checkbox", { name: "Soprum" });
  await writeField(user, /^PIN-kod/, "371952");
  await waitFor(() => expect(saveButton().hasAttribute("disabled")).toBe(false));
  await user.dblClick(saveButton());
  expect(await personDialog().findByText("Skriver till 1 styrenhet...")).toBeTruthy();
  answer({ success: true, end_user_id: ALVA_ID, state: "pending", pending: [{ ...waiting, outdated: [] }] });
  const said = "Användare skapades. Port A har ännu inte svarat. Ändringen är sparad och skrivs när svar kommer.";
  expect(await screen.findByText(said)).toBeTruthy();
  expect(askedManager("CREATE")).toHaveLength(1);
  expect(onSaved).toHaveBeenCalledWith(ALVA_ID);
  expect(onClose).toHaveBeenCalledTimes(1);
});
