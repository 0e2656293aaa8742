// Tests the words before and after an erasure. tests/integration/retention/retention.test.ts and tests/e2e/people/privacy.test.ts test that
// devices lose the person.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Erasure } from "#contract/functions/person-data.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { controllerAway } from "#tests/components/controller-away.ts";
import { samplePerson, samplePin, sampleReplica } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { ErasePersonDialog } from "./erase-person-dialog.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const vera = samplePerson({
  id: ID,
  first_name: "Vera",
  last_name: "Väntan",
  credentials: [samplePin({ sync_states: [sampleReplica({ controller_id: ID, controller_name: "Garage Kajen" })] })],
});

const away = controllerAway(ID, "Garage Kajen");

const waits: Erasure = {
  id: ID,
  organization_id: ID,
  organization_name: "Brf Norrgården",
  requested_at: "2026-11-27T08:00:00Z",
  log_rows: 0,
  replicas_remaining: 1,
  waiting_for: ["Garage Kajen"],
  receipts: 0,
};

async function ask(state: ControllerState["state"]) {
  answerWith({ "POST /rest/v1/rpc/controller_states": [{ ...away, state }] });
  const [onClose, onErased] = [vi.fn(), vi.fn()];
  const user = await show(<ErasePersonDialog person={vera} onClose={onClose} onErased={onErased} />);
  const question = within(screen.getByRole("alertdialog", { name: "Radera uppgifter" }));
  const press = () => user.click(question.getByRole("button", { name: "Radera uppgifter" }));
  const agree = () => user.click(question.getByText("Ja, radera allt om Vera Väntan för alltid"));
  return { user, question, press, agree, onClose, onErased };
}

test("an erasure says what goes and what stays, and is not begun before its box is ticked", async () => {
  const { user, question, press, onClose } = await ask("online");
  const said = [
    "Allt som portalen vet om Vera Väntan raderas. Det kan inte ångras.",
    "Namn och registreringsnummer i åtkomstloggen",
    "Händelseloggen och enheternas kvitton, som bevis för vem som haft tillgång",
  ];
  for (const words of said) expect(question.getByText(words)).toBeTruthy();
  expect(question.queryByRole("status")).toBeNull();
  await press();
  expect(question.getByRole("alert").textContent).toBe("Kryssa i rutan om uppgifterna ska raderas.");
  await expectAccessible();
  await user.click(question.getByRole("button", { name: "Avbryt" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(askedOf(/person-data/)).toEqual([]);
});

// Covers: running.11
test("an erasure that a device has not confirmed names it before and after, and says by itself when it has", async () => {
  const { question, press, agree, onErased } = await ask("offline");
  const before = await question.findByRole("status");
  expect(before.textContent).toContain("Garage Kajen svarar inte.");
  expect(before.textContent).toContain("öppnar på Garage Kajen tills borttagningen är bekräftad där.");
  await expectAccessible();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  try {
    answerWith({ "POST /functions/v1/person-data": { success: true, erasure: waits } });
    await agree();
    await press();
    const title = await screen.findByText("Raderat i portalen, men inte på alla enheter");
    expect(title.closest("[role=status]")?.textContent).toContain(
      "Garage Kajen har inte bevisat att Vera Väntan är borttagen.",
    );
    expect(onErased).toHaveBeenCalledTimes(1);
    const { promise: looked, resolve } = Promise.withResolvers<void>();
    answerWith({
      "POST /functions/v1/person-data": () => {
        resolve();
        return { success: true, erasures: [waits] };
      },
    });
    await vi.advanceTimersByTimeAsync(3_000);
    await looked;
    expect(screen.getByText("Raderat i portalen, men inte på alla enheter")).toBeTruthy();
    const done: Erasure = { ...waits, replicas_remaining: 0, waiting_for: [], receipts: 1 };
    answerWith({ "POST /functions/v1/person-data": { success: true, erasures: [done] } });
    await vi.advanceTimersByTimeAsync(3_000);
    await screen.findByText("Varje enhet har bevisat att inget om Vera Väntan finns kvar på den.");
    await waitFor(() => expect(screen.queryByText("Raderat i portalen, men inte på alla enheter")).toBeNull());
    const asked = askedOf(/person-data/).map(({ body }) => body);
    expect(asked.slice(0, 2)).toEqual([{ action: "ERASE", end_user_id: ID }, { action: "ERASURES" }]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [{ receipts: 1 }, "Varje enhet har bevisat att inget om Vera Väntan finns kvar på den."],
  [{ receipts: 0 }, "Ingen enhet hade något om Vera Väntan."],
])("an erasure that is done says so at once (%o)", async (part, said) => {
  const { press, agree } = await ask("online");
  const erasure: Erasure = { ...waits, replicas_remaining: 0, waiting_for: [], ...part };
  answerWith({ "POST /functions/v1/person-data": { success: true, erasure } });
  await agree();
  await press();
  await screen.findByText("Uppgifterna är raderade");
  expect(screen.getByText(said)).toBeTruthy();
});

test("an erasure that fails says why, and its question stays", async () => {
  const { question, press, agree, onErased, onClose } = await ask("online");
  answerWith({ "POST /functions/v1/person-data": json({ error: "Raderingen gick inte.", code: "failed" }, 500) });
  await agree();
  await press();
  await screen.findByText("Raderingen gick inte.");
  await waitFor(() => expect(question.getByRole("button", { name: "Radera uppgifter" })).toBeTruthy());
  expect(onClose).not.toHaveBeenCalled();
  expect(onErased).not.toHaveBeenCalled();
});
