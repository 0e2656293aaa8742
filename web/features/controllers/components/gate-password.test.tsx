// Tests the password of a gate's reads. tests/integration/gates/passages.test.ts tests that the old one works until it is ended;
// tests/e2e/gates/gates.test.ts tests that Enter answers the question and does not save the gate.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { WebhookCredentialsReply } from "#contract/functions/get-webhook-credentials.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { GATE_ID, gateAccount, gateFacts, lprGate } from "#tests/components/fixtures/controllers/sample-gate.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage, sessionOf, userOf } from "#tests/components/open-page.tsx";

const OLD_SESSION = json({ error: "Bekräfta att det är du. Inget har ändrats.", code: "reauthentication_needed" }, 403);
const WRONG = { error_code: "reauthentication_not_valid", msg: "Lösenordet eller koden stämmer inte.", code: 400 };
const PASSWORD = "Korrekt-1234";
const NOT_USED = /LPR-systemet har ännu inte använt det nya\.$/;

/** Opens a gate's dialog in a session without a recent re-authentication, which then asks for the values. */
async function openInOldSession() {
  let account: WebhookCredentialsReply | null = null;
  answerWith({
    "GET /rest/v1/controllers\\?.*access_points": page([lprGate]),
    "GET /rest/v1/controllers\\?.*cert_sha256": { ...gateFacts },
    "GET /functions/v1/get-webhook-credentials\\?": () => account ?? OLD_SESSION,
    "POST /auth/v1/reauthenticate": ({ body }) => {
      if (Object(body).current_password !== PASSWORD) return json(WRONG, 400);
      account ??= gateAccount;
      return sessionOf(userOf("system_admin"));
    },
  });
  const user = await openPage("/system-admin/controllers", "system_admin");
  await user.click(await screen.findByRole("button", { name: "Redigera Infart Norr" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Redigera styrenhet" }));
  const press = async (name: string) => user.click(await dialog.findByRole("button", { name }));
  const becomes = (next: WebhookCredentialsReply) => {
    account = next;
  };
  return { user, dialog, press, becomes };
}
const managed = () => askedOf(/controller-manager/).map(({ body }) => body);

// Covers: 7.12
test("a gate's password is shown after a step-up, changed, and the old one ended after a question", async () => {
  const { user, dialog, press, becomes } = await openInOldSession();
  await press("Visa värden för LPR-systemet");
  const question = within(await dialog.findByRole("region", { name: "Bekräfta att det är du" }));
  expect(dialog.queryByRole("button", { name: "Kopiera Lösenord" })).toBeNull();
  await user.type(await question.findByLabelText("Lösenord"), "fel");
  await user.click(question.getByRole("button", { name: "Bekräfta" }));
  expect(await question.findByText("Lösenordet eller koden stämmer inte.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(question.getByLabelText("Lösenord")));
  await expectAccessible();
  await user.type(question.getByLabelText("Lösenord"), `${PASSWORD}{Enter}`);
  expect(await dialog.findByRole("button", { name: "Kopiera Lösenord" })).toBeTruthy();
  expect(screen.queryByText(gateAccount.password)).toBeNull();

  answerWith({
    "POST /functions/v1/controller-manager": () => {
      const until = new Date(Date.now() + 86_400_000).toISOString();
      const overlap = { until, ends_on_first_use: false, old_used_at: null, new_used_at: null };
      becomes({ ...gateAccount, password: "next", overlap });
      return { success: true, username: gateAccount.username, password: "next" };
    },
  });
  await press("Byt lösenord");
  expect(dialog.getByText(/^Portalen skapar ett nytt lösenord\./)).toBeTruthy();
  expect(managed()).toEqual([]);
  await press("Byt lösenord");
  expect(await screen.findByText("Lösenordet är bytt")).toBeTruthy();
  expect(await dialog.findByText(NOT_USED)).toBeTruthy();
  const rotation = { action: "ROTATE_WEBHOOK", id: GATE_ID, overlap_hours: 24, end_on_first_use: false };
  expect(managed()).toEqual([rotation]);
  await expectAccessible();

  answerWith({
    "POST /functions/v1/controller-manager": () => {
      becomes({ ...gateAccount, password: "next" });
      return { success: true };
    },
  });
  await press("Avsluta det gamla nu");
  const end = within(screen.getByRole("alertdialog"));
  expect(end.getByText(/^Grinden öppnas inte för någon förrän LPR-systemet har det nya lösenordet\./)).toBeTruthy();
  await user.click(end.getByRole("button", { name: "Avsluta" }));
  expect(await screen.findByText("Det gamla lösenordet är avslutat")).toBeTruthy();
  await waitFor(() => expect(dialog.queryByText(NOT_USED)).toBeNull());
  expect(managed()).toEqual([rotation, { action: "END_WEBHOOK_OVERLAP", id: GATE_ID }]);
});
