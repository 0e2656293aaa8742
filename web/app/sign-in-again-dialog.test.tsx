import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { authErrors } from "#contract/errors/auth.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { factorOf, refusal, SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, json } from "#tests/components/network.ts";
import { endSession, openPage, sessionOf, userOf } from "#tests/components/open-page.tsx";
import { authClient, fetchNoticing, restoreNotice } from "#web/lib/calls/auth-client.ts";
import { sessionState } from "#web/lib/session/session.ts";

// Covers: 6.4, auth.25
test("an admin whose role was changed signs in again, and comes to the new area with a word about it", async () => {
  answerWith({ "POST /functions/v1/vehicle-import": { success: true, imports: [] } });
  const user = await openPage("/org-admin/import", "org_admin");
  await screen.findByRole("heading", { level: 1, name: "Importera" });
  const { promise: never } = Promise.withResolvers<Response>();
  answerWith({ "POST /rest/v1/rpc/first_steps": () => never }); // Answers of the overview that opens afterwards.
  await endSession("org_admin", "system_admin");
  const again = within(await screen.findByRole("dialog", { name: "Logga in igen" }));
  expect(location.pathname).toBe("/org-admin/import");
  await user.type(again.getByLabelText("Lösenord"), "hemligt-nord-2026");
  await user.click(again.getByRole("button", { name: "Logga in" }));
  await waitFor(() => expect(location.pathname).toBe("/system-admin"));
  expect(await screen.findByText("Behörigheten är ändrad")).toBeTruthy();
  expect(await screen.findByRole("heading", { level: 1, name: "Översikt" })).toBeTruthy();
});

// Covers: running.28
test("after a restore the dialog says to which back-up, until somebody has signed in", async () => {
  const user = await openPage("/system-admin/organizations", "system_admin");
  const { authStatus: code, sv: msg } = authErrors.session_restored({ at: "2026-11-21 14:02" });
  await endSession("system_admin", "system_admin", { code, error_code: "session_restored", msg });
  const again = within(await screen.findByRole("dialog", { name: "Logga in igen" }));
  const help = `${msg} Det du skrivit är kvar. Logga in som system@test.example för att fortsätta.`;
  expect(again.getByText(help)).toBeTruthy();
  expect(again.queryByText(/Inloggningen har gått ut/)).toBeNull();
  await expectAccessible();
  const token = "POST /auth/v1/token\\?grant_type=password";
  const wrong = authErrors.invalid_credentials();
  answerWith({ [token]: json(refusal(wrong), wrong.authStatus) });
  await user.type(again.getByLabelText("Lösenord"), "fel");
  await user.click(again.getByRole("button", { name: "Logga in" }));
  expect(await again.findByText(wrong.sv)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(again.getByLabelText("Lösenord")));
  answerWith({ [token]: sessionOf(userOf("system_admin")) });
  await user.keyboard("hemligt-system-2026");
  await user.click(again.getByRole("button", { name: "Logga in" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(restoreNotice()).toBeNull();
});

// Covers: auth.25
test("too many refreshes leave a session that still lives as it was", async () => {
  await openPage("/system-admin/organizations", "system_admin");
  const { authStatus: code, sv: msg } = authErrors.over_request_rate_limit();
  let refreshes = 0;
  answerWith({
    "POST /auth/v1/token\\?grant_type=refresh_token": () => {
      refreshes += 1;
      return json({ code, error_code: "over_request_rate_limit", msg }, code);
    },
    "GET /rest/v1/refused": json({ code: "session_ended", message: "Inloggningen har gått ut" }, 401),
  });
  await waitFor(async () => {
    await fetchNoticing("/rest/v1/refused", {});
    expect(refreshes).toBe(1);
  });
  // Its lock is held by the refresh until that has ended.
  await authClient.getSession();
  await authClient.getSession();
  expect(sessionState.get().status).toBe("signed-in");
});

// Covers: files.4, auth.42
test("typed text stays when a second step becomes required, and when the session ends after it", async () => {
  const account = userOf("system_admin");
  const app = factorOf("totp", "Autentiseringsapp");
  const user = await openPage("/system-admin/organizations", "system_admin");
  await user.click((await screen.findAllByRole("button", { name: "Lägg till organisation" }))[0] ?? document.body);
  const form = within(await screen.findByRole("dialog", { name: "Lägg till organisation" }));
  await user.type(form.getByLabelText("Namn"), "Brf Förtöjningen");

  // From now on the role requires a second step, which the server reports at every call.
  const demanded = json({ code: "insufficient_aal", message: "Bekräfta inloggningen med ditt andra steg." }, 403);
  const role = "GET /rest/v1/user_roles\\?select=role,organization_id";
  answerWith({
    "POST /rest/v1/organizations": demanded,
    [role]: demanded,
    "GET /auth/v1/settings": SETTINGS,
    "POST /auth/v1/factors$": {
      id: app.id,
      type: "totp",
      totp: { qr_code: "<svg/>", secret: "ABCD", uri: "otpauth://" },
    },
    [`POST /auth/v1/factors/${app.id}/challenge`]: { id: "c1", type: "totp", expires_at: 1 },
    "POST /auth/v1/factors/recovery-codes$": { codes: ["abcdefghjkmnpqrs"] },
    [`POST /auth/v1/factors/${app.id}/verify`]: () => {
      answerWith({
        [role]: { role: "system_admin", organization_id: null },
        "GET /auth/v1/user": { ...account, factors: [app] },
      });
      return sessionOf(account);
    },
  });
  await user.click(form.getByRole("button", { name: "Lägg till organisation" }));
  await user.click(await screen.findByRole("button", { name: /^Autentiseringsapp/ }));
  expect(await screen.findByRole("img", { name: "QR-kod för autentiseringsappen" })).toBeTruthy();
  await expectAccessible();
  await user.type(screen.getByLabelText("Kod från autentiseringsappen"), "123456");
  await user.click(screen.getByRole("button", { name: "Bekräfta" }));
  await user.click(await screen.findByRole("button", { name: "Jag har sparat koderna" }));
  await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
  expect(form.getByLabelText("Namn")).toHaveProperty("value", "Brf Förtöjningen");

  await endSession("system_admin");
  const again = within(await screen.findByRole("dialog", { name: "Logga in igen" }));
  expect(again.getByText(/^Inloggningen har gått ut\. Det du skrivit är kvar\./)).toBeTruthy();
  await expectAccessible();
  answerWith({ [role]: demanded });
  await user.type(again.getByLabelText("Lösenord"), "hemligt-system-2026");
  await user.click(again.getByRole("button", { name: "Logga in" }));
  await user.type(await screen.findByLabelText("Kod från autentiseringsappen"), "123456");
  await user.click(screen.getByRole("button", { name: "Bekräfta" }));
  await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
  expect(form.getByLabelText("Namn")).toHaveProperty("value", "Brf Förtöjningen");
  answerWith({ "POST /rest/v1/organizations": new Response(null, { status: 201 }) });
  await user.click(form.getByRole("button", { name: "Lägg till organisation" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
