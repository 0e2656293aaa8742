// tests/integration/gates/installation-webhook.test.ts tests the server's half.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { wellStatus } from "#tests/components/fixtures/operations/sample-status.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

type State = OperationsStatus["installation_webhook"];

const OLD_SESSION = json({ error: "Bekräfta att det är du.", code: "reauthentication_needed" }, 403);
const DONE = { success: true };
const AT = "2026-11-26T08:00:00Z";
const GATE = {
  id: "00000000-0000-4000-8000-000000000001",
  name: "Infart Norr",
  used_at: AT,
  password: "old",
} as const;
const FRESH: State = { enabled: true, rotated_at: null, previous_until: null, gates: [] };
const ROTATED: State = { ...FRESH, rotated_at: AT, previous_until: AT, gates: [GATE] };

/** Opens the card; `becomes` sets the server's later answers. */
async function openCard(begin: State) {
  let state = begin;
  const { promise: never } = Promise.withResolvers<Response>();
  answerWith({
    "POST /functions/v1/": () => never,
    "GET /functions/v1/operations-status": () => ({ ...wellStatus(Date.now()), installation_webhook: state }),
  });
  const user = await openPage("/system-admin/operations", "system_admin");
  const heading = await screen.findByRole("heading", { name: "Installationens LPR-inloggning" });
  const card = heading.closest("section");
  if (!card) throw new Error("the card is not there");
  return {
    user,
    card: within(card),
    becomes: (next: State) => {
      state = next;
    },
    press: async (name: string) => user.click(await within(card).findByRole("button", { name })),
    confirm: async (name: string) =>
      user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name })),
  };
}

const managed = () => askedOf(/controller-manager/).map(({ body }) => body);

// Covers: admin.11
test("the card says which gates use it and with which password, or that none does", async () => {
  const { card } = await openCard(FRESH);
  expect(card.getByText("Ingen grind har använt den.")).toBeTruthy();
  expect(card.getByText("Aldrig")).toBeTruthy();
  expect(card.queryByRole("button", { name: "Avsluta det gamla nu" })).toBeNull();
});

// Covers: admin.11
test("the old password is ended, and the sign-in switched, after a question that names the gates", async () => {
  const { card, press, confirm, becomes } = await openCard(ROTATED);
  expect(card.getByRole("listitem").textContent).toMatch(/^Infart Norr, .*, med det gamla lösenordet$/);
  answerWith({ "POST /functions/v1/controller-manager": DONE });
  becomes({ ...ROTATED, previous_until: null });
  await press("Avsluta det gamla nu");
  await expectAccessible();
  await confirm("Avsluta");
  expect(await screen.findByText("Det gamla lösenordet är avslutat")).toBeTruthy();
  await waitFor(() => expect(card.queryByRole("button", { name: "Avsluta det gamla nu" })).toBeNull());

  becomes({ ...ROTATED, enabled: false });
  await press("Stäng av");
  expect(within(await screen.findByRole("alertdialog")).getByText("Har använts av Infart Norr.")).toBeTruthy();
  await expectAccessible();
  await confirm("Stäng av");
  expect(await card.findByText("Avstängd")).toBeTruthy();
  becomes(ROTATED);
  await press("Slå på");
  expect(await card.findByText("På")).toBeTruthy();
  expect(managed()).toEqual([
    { action: "END_INSTALLATION_WEBHOOK_OVERLAP" },
    { action: "SET_INSTALLATION_WEBHOOK", enabled: false },
    { action: "SET_INSTALLATION_WEBHOOK", enabled: true },
  ]);
});

// Covers: admin.11
test.each([
  ["Byt lösenord", "Byt lösenord", { action: "ROTATE_INSTALLATION_WEBHOOK", overlap_hours: 24 }],
  ["Avsluta det gamla nu", "Avsluta", { action: "END_INSTALLATION_WEBHOOK_OVERLAP" }],
  ["Stäng av", "Stäng av", { action: "SET_INSTALLATION_WEBHOOK", enabled: false }],
] as const)(
  "in an old session %s asks who it is, and changes nothing where that is declined",
  async (button, yes, call) => {
    const { user, press, confirm } = await openCard(ROTATED);
    answerWith({
      "POST /functions/v1/controller-manager": OLD_SESSION,
      "GET /auth/v1/": { factors: [] },
    });
    await press(button);
    await confirm(yes);
    const question = await screen.findByRole("dialog", { name: "Bekräfta att det är du" });
    await user.click(within(question).getByRole("button", { name: "Avbryt" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Bekräfta att det är du" })).toBeNull());
    expect(managed()).toEqual([call]);
  },
);
