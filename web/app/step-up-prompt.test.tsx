// Tests that an operation forbidden to an old session asks for re-authentication on the spot. tests/integration/auth/step-up.test.ts and
// tests/integration/people/reveals.test.ts test the permissions after it.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { User } from "#contract/auth.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { closedDoor, closedState, ID } from "#tests/components/fixtures/doors/sample-door.ts";
import { ALVA_ID, PIN_ID, samplePerson } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage, userOf } from "#tests/components/open-page.tsx";
import { authClient } from "#web/lib/calls/auth-client.ts";

const DECLINED = "Bekräfta med ditt lösenord att det är du. Inget har visats eller ändrats.";
const WRONG = "Lösenordet eller koden stämmer inte.";
const USED_UP = "Du har visat koder 20 gånger den senaste timmen, och fler kan inte visas nu. Inget har visats.";

const nord = userOf("org_admin");

// Covers: admin.13
test("a PIN in an old session is shown after the password, and no more than twenty an hour", async () => {
  let isFresh = false;
  answerWith({
    "POST /rest/v1/rpc/search_end_users": {
      ids: [ALVA_ID],
      matched: 1,
      matched_exact: true,
      total: 1,
      total_exact: true,
    },
    "GET /rest/v1/end_users\\?": [samplePerson()],
    "POST /functions/v1/end-user-manager": () =>
      isFresh ? { success: true, pin: "4816" } : json({ error: DECLINED, code: "reauthentication_needed" }, 403),
  });
  const user = await openPage("/org-admin/end-users", "org_admin");
  answerWith({
    "GET /auth/v1/user": nord,
    "GET /auth/v1/settings": { external: {}, sms_provider: "", mail_configured: false },
    "POST /auth/v1/reauthenticate": async ({ body }) => {
      if (Object(body).current_password !== "rätt lösenord")
        return json({ msg: WRONG, error_code: "reauthentication_not_valid", code: 400 }, 400);
      isFresh = true;
      const { data } = await authClient.getSession();
      return { ...data.session, expires_in: 3600, user: nord };
    },
  });
  const shown = () => screen.queryByRole("img", { name: "PIN 4816" });
  const reveal = () => user.click(screen.getByRole("button", { name: "Visa PIN-kod för Alva Exempelsson" }));
  await screen.findByText("Alva Exempelsson");
  await reveal();
  const question = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
  await question.findByLabelText("Nuvarande lösenord");
  expect(question.getByText("Du är på väg att visa en PIN-kod. Bekräfta med ditt lösenord.")).toBeTruthy();
  await expectAccessible();
  await user.click(question.getByRole("button", { name: "Avbryt" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await vi.dynamicImportSettled(); // The chunk that draws toasts.
  expect(screen.queryByText(DECLINED)).toBeNull(); // Cancelling is no error.
  expect(screen.queryByRole("alert")).toBeNull();
  expect(shown()).toBeNull();

  await reveal();
  const again = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
  await user.type(await again.findByLabelText("Nuvarande lösenord"), "fel lösenord");
  await user.click(again.getByRole("button", { name: "Bekräfta" }));
  expect(await again.findByText(WRONG)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(again.getByLabelText("Nuvarande lösenord")));
  await user.keyboard("rätt lösenord"); // Replaces what was refused.
  await user.click(again.getByRole("button", { name: "Bekräfta" }));
  await waitFor(() => expect(shown()).toBeTruthy());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(askedOf(/end-user-manager/).map(({ body }) => body)).toEqual(
    [1, 2, 3].map(() => ({ action: "REVEAL_PIN", credential_id: PIN_ID })),
  );

  answerWith({ "POST /functions/v1/end-user-manager": json({ error: USED_UP, code: "rate_limited" }, 429) });
  await user.click(screen.getByRole("button", { name: /Dölj PIN-kod/ }));
  await reveal();
  expect(await screen.findByText(USED_UP)).toBeTruthy();
  expect(shown()).toBeNull();

  // The message ends with its cause: the next try shows the PIN.
  answerWith({ "POST /functions/v1/end-user-manager": { success: true, pin: "4816" } });
  await reveal();
  await waitFor(() => expect(shown()).toBeTruthy());
  await waitFor(() => expect(screen.queryByText(USED_UP)).toBeNull());
});

const APP_ID = "00000000-0000-4000-8000-0000000000f1";
const app: User["factors"][number] = {
  id: APP_ID,
  friendly_name: "Telefonen",
  factor_type: "totp",
  status: "verified",
  created_at: nord.created_at,
  updated_at: nord.updated_at,
};
const WRONG_CODE = "Koden stämmer inte. Försök igen med en ny kod.";

// Covers: admin.14
test("an account with a second factor is asked for that one, for its own password too", async () => {
  let isFresh = false;
  answerWith({
    "GET /auth/v1/sessions": [],
    "GET /auth/v1/factors/recovery-codes": { id: APP_ID, total: 10, remaining: 10 },
  });
  const user = await openPage("/org-admin/account", "org_admin");
  const account: User = { ...nord, factors: [app] };
  answerWith({
    "GET /auth/v1/user": account,
    "GET /auth/v1/settings": { external: {}, sms_provider: "", mail_configured: false },
    "PUT /auth/v1/user": () =>
      isFresh ? account : json({ msg: DECLINED, error_code: "reauthentication_needed", code: 400 }, 400),
    [`POST /auth/v1/factors/${APP_ID}/challenge`]: { id: APP_ID, type: "totp", expires_at: 4_000_000_000 },
    [`POST /auth/v1/factors/${APP_ID}/verify`]: async ({ body }) => {
      if (Object(body).code !== "246813")
        return json({ msg: WRONG_CODE, error_code: "mfa_verification_failed", code: 422 }, 422);
      isFresh = true;
      const { data } = await authClient.getSession();
      return { ...data.session, expires_in: 3600, user: account };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Byt lösenord" }));
  const form = within(await screen.findByRole("dialog", { name: /Byt lösenord/ }));
  const write = async (label: string, text: string) => {
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  };
  await write("Nuvarande lösenord", "hemligt-nord-2026");
  await write("Nytt lösenord", "tre röda bilar vid grinden");
  await write("Lösenordet en gång till", "tre röda bilar vid grinden");
  await user.click(form.getByRole("button", { name: "Spara" }));
  const question = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
  const code = await question.findByLabelText("Kod från autentiseringsappen");
  expect(question.getByText("Du är på väg att ändra hur du loggar in. Bekräfta med ditt andra steg.")).toBeTruthy();
  expect(question.queryByLabelText("Nuvarande lösenord")).toBeNull();
  await expectAccessible();
  await user.type(code, "000000");
  await user.click(question.getByRole("button", { name: "Bekräfta" }));
  expect(await question.findByText(WRONG_CODE)).toBeTruthy();
  await user.type(question.getByLabelText("Kod från autentiseringsappen"), "246813");
  await user.click(question.getByRole("button", { name: "Bekräfta" }));
  expect(await screen.findByText("Lösenordet är ändrat. Andra inloggningar är avslutade.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

// Covers: page.3
test.each([
  ["Öppna", "OPEN", "Öppna dörren", "öppna dörren"],
  ["Håll olåst", "HOLD", "Håll olåst", "hålla dörren olåst"],
] as const)(
  "%s a door in an old session asks for the password, and then sends the same press",
  async (act, action, press, words) => {
    let isFresh = false;
    answerWith({
      "GET /rest/v1/access_points\\?": page([
        closedDoor(closedState(new Date().toISOString(), new Date().toISOString())),
      ]),
      "POST /functions/v1/door-control": ({ body }) => {
        if (Object(body).action === "STATE") return { success: true, watched: 1 };
        if (!isFresh) return json({ error: DECLINED, code: "reauthentication_needed" }, 403);
        return action === "OPEN"
          ? { success: true, outcome: "executed" }
          : { success: true, hold_id: ID, applied: true };
      },
    });
    const user = await openPage("/org-admin/doors", "org_admin");
    answerWith({
      "GET /auth/v1/user": nord,
      "GET /auth/v1/settings": { external: {}, sms_provider: "", mail_configured: false },
      "POST /auth/v1/reauthenticate": async () => {
        isFresh = true;
        const { data } = await authClient.getSession();
        return { ...data.session, expires_in: 3600, user: nord };
      },
    });
    await user.click(await screen.findByRole("button", { name: new RegExp(`^${act}.*Entré`) }));
    const order = within(await screen.findByRole("dialog"));
    await user.click(order.getByText("Leverans"));
    await user.click(order.getByRole("button", { name: press }));
    const question = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
    expect(await question.findByText(`Du är på väg att ${words}. Bekräfta med ditt lösenord.`)).toBeTruthy();
    await user.type(await question.findByLabelText("Nuvarande lösenord"), "rätt lösenord");
    await user.click(question.getByRole("button", { name: "Bekräfta" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = askedOf(/door-control/)
      .map(({ body }) => Object(body))
      .filter((body) => body.action === action);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(screen.queryByText(DECLINED)).toBeNull();
  },
);
