// tests/integration/auth/account.test.ts and identities.test.ts test the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Identity, OpenSession, User } from "#contract/auth.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage, sessionOf, userOf } from "#tests/components/open-page.tsx";

const ACCOUNT = userOf("org_admin");

const session = (id: number, more: Partial<OpenSession>): OpenSession => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  current: false,
  aal: "aal1",
  created_at: "2026-11-20T08:00:00Z",
  refreshed_at: "2026-11-27T08:00:00Z",
  user_agent: null,
  ip: null,
  ...more,
});
const HERE = session(1, {
  current: true,
  user_agent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0 Safari/537.36",
});
const IDENTITY: Identity = {
  identity_id: "00000000-0000-4000-8000-0000000000d1",
  id: "nord-7",
  user_id: ACCOUNT.id,
  provider: "bolaget",
  identity_data: { sub: "nord-7", email: "nord@bolaget.example" },
  last_sign_in_at: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

const card = (title: string) =>
  within(screen.getByRole("heading", { level: 2, name: title }).closest("section") ?? document.body);

async function openAccount(account: User, sessions: readonly OpenSession[]) {
  answerWith({ "GET /auth/v1/user": account, "GET /auth/v1/settings": SETTINGS, "GET /auth/v1/sessions": sessions });
  const user = await openPage("/org-admin/account", "org_admin");
  await screen.findByRole("button", { name: "Lägg till app" });
  return user;
}

// Covers: auth.41
test("the sign-ins of an account are listed, one is ended, and all others at once", async () => {
  const phone = session(2, { ip: "192.0.2.7" });
  const user = await openAccount(ACCOUNT, [HERE, phone, session(3, {})]);
  const sessions = card("Inloggningar");
  expect(await sessions.findByText("Den här webbläsaren")).toBeTruthy();
  expect(sessions.getByText(/^192\.0\.2\.7/)).toBeTruthy();
  await expectAccessible();
  const [first] = sessions.getAllByRole("button", { name: /^Logga ut Okänd webbläsare, inloggad 2026-11-20/ });
  answerWith({
    "DELETE /auth/v1/sessions/": json(
      { code: 404, error_code: "not_found", msg: "Inloggningen är redan avslutad." },
      404,
    ),
    "GET /auth/v1/sessions": [HERE, phone],
  });
  await user.click(first ?? document.body);
  expect(await screen.findByText("Inloggningen är redan avslutad.")).toBeTruthy();
  answerWith({ "DELETE /auth/v1/sessions/": new Response(null, { status: 204 }) });
  await user.click(await sessions.findByRole("button", { name: /^Logga ut Okänd/ }));
  expect(await screen.findByText("Inloggningen är avslutad")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Inloggningen är redan avslutad.")).toBeNull());
  expect(askedOf(/sessions\//).map(({ address }) => address)).toEqual(
    [phone, phone].map(({ id }) => `/auth/v1/sessions/${id}`),
  );
  answerWith({ "GET /auth/v1/sessions": [HERE] });
  await user.click(sessions.getByRole("button", { name: "Logga ut andra" }));
  expect(await screen.findByText("Andra inloggningar är avslutade")).toBeTruthy();
  expect(askedOf(/logout/).map(({ address }) => address)).toEqual(["/auth/v1/logout?scope=others"]);
  await waitFor(() => expect(sessions.queryAllByRole("button")).toEqual([]));
});

// Covers: auth.7
test("an address that waits for its confirmation is said until it holds", async () => {
  await openAccount({ ...ACCOUNT, new_email: "ny@test.example" }, [HERE]);
  const note = await screen.findByText(/^Väntar på bekräftelse från ny@test\.example\./);
  expect(note.textContent).toContain("inom 60 minuter");
  expect(card("Inloggning").getByText(ACCOUNT.email)).toBeTruthy();
});

// Covers: auth.16
test("a linked sign-in is removed by who says who they are, after a question", async () => {
  const user = await openAccount({ ...ACCOUNT, identities: [IDENTITY] }, [HERE]);
  const identities = card("Kopplade inloggningar");
  expect(await identities.findByText("Kopplad · nord@bolaget.example")).toBeTruthy();
  await user.click(identities.getByRole("button", { name: "Ta bort Bolaget" }));
  const stepUp = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
  answerWith({ "POST /auth/v1/reauthenticate": sessionOf(ACCOUNT) });
  await user.type(await stepUp.findByLabelText("Nuvarande lösenord"), "hemligt-nord-2026");
  await user.click(stepUp.getByRole("button", { name: "Bekräfta" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort kopplad inloggning" }));
  expect(question.getByText("Efteråt loggar du in med e-postadress och lösenord.")).toBeTruthy();
  await expectAccessible();
  answerWith({
    "DELETE /auth/v1/user/identities/": () => {
      answerWith({ "GET /auth/v1/user": ACCOUNT });
      return {};
    },
  });
  await user.click(question.getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Bolaget borttagen")).toBeTruthy();
  expect(askedOf(/identities\//).map(({ address }) => address)).toEqual([
    `/auth/v1/user/identities/${IDENTITY.identity_id}`,
  ]);
  expect(await identities.findByText("Inte kopplad")).toBeTruthy();
});
