// tests/integration/auth/account.test.ts, recovery.test.ts and factor-guards.test.ts test the server's answers used here.
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthRefusal } from "#contract/errors/auth-codes.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { FACTOR_IDS, factorOf, refusal, SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { sessionOf, signIn, userOf } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import type { RemainingStep as Step } from "#web/lib/session/remaining-step.ts";
import { RemainingStep } from "./remaining-step.tsx";

const ACCOUNT = userOf("org_admin");
const CHANGE = "PUT /auth/v1/user";
const NEW_PASSWORD = "tre röda bilar vid grinden";
const refused = (why: AuthRefusal) => json(refusal(why), why.authStatus);
const changes = () => askedOf(/auth\/v1\/user$/).flatMap(({ method, body }) => (method === "PUT" ? [body] : []));

async function open(step: Step) {
  await signIn("org_admin");
  const user = await show(<RemainingStep email={ACCOUNT.email} step={step} />);
  const save = () => user.click(screen.getByRole("button", { name: "Spara och fortsätt" }));
  const choose = async (password: string, repeat = password) => {
    for (const [label, text] of [
      ["Nytt lösenord", password],
      ["Lösenordet en gång till", repeat],
    ] as const) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
    await save();
  };
  return { user, save, choose };
}

// Covers: auth.40
test("a temporary password gives way to one's own, and what that may not be stands at its field", async () => {
  const { choose } = await open("change-password");
  expect(screen.getByRole("heading", { name: "Välj ett eget lösenord" })).toBeTruthy();
  expect(document.title).toBe("Välj ett eget lösenord – Webbportal");
  expect(
    screen.getByText(`Lösenordet till ${ACCOUNT.email} är tillfälligt. Välj ett eget, så kommer du in.`),
  ).toBeTruthy();
  await expectAccessible();
  await choose(NEW_PASSWORD, "något annat");
  expect(await screen.findByText("Lösenorden är inte lika")).toBeTruthy();
  expect(changes()).toEqual([]);
  answerWith({ [CHANGE]: refused(authErrors.same_password()) });
  await choose("tillfällig kod 7741");
  expect(await screen.findByText("Välj ett annat lösenord än det du har nu.")).toBeTruthy();
  expect(screen.getByText("Starkt lösenord.")).toBeTruthy();
  answerWith({ [CHANGE]: refused(authErrors.password_weak()) });
  await choose("password");
  expect(await screen.findByText("Lösenordet är för svagt")).toBeTruthy();
  await expectAccessible();
  answerWith({ [CHANGE]: ACCOUNT });
  await choose(NEW_PASSWORD);
  expect(await screen.findByText("Lösenordet är ändrat")).toBeTruthy();
  expect(changes().at(-1)).toMatchObject({ password: NEW_PASSWORD });
});

// Covers: auth.5
test("a password recovered after a while is confirmed with mailed digits", async () => {
  const { user, save, choose } = await open("recover");
  expect(screen.getByRole("heading", { name: "Välj ett nytt lösenord" })).toBeTruthy();
  answerWith({
    [CHANGE]: refused(authErrors.reauthentication_needed()),
    "GET /auth/v1/settings": SETTINGS,
    "GET /auth/v1/reauthenticate": {},
  });
  await choose(NEW_PASSWORD);
  expect((await screen.findByText(/Vi har skickat en kod till/)).textContent).toContain(ACCOUNT.email);
  await expectAccessible();
  answerWith({ [CHANGE]: refused(authErrors.reauthentication_not_valid()) });
  await user.type(screen.getByLabelText("Kod från mailet"), "000000");
  await save();
  expect(await screen.findByText("Lösenordet eller koden stämmer inte.")).toBeTruthy();
  answerWith({ [CHANGE]: ACCOUNT });
  await user.clear(screen.getByLabelText("Kod från mailet"));
  await user.type(screen.getByLabelText("Kod från mailet"), "123456");
  await save();
  expect(await screen.findByText("Lösenordet är ändrat")).toBeTruthy();
  expect(changes().at(-1)).toMatchObject({ password: NEW_PASSWORD, nonce: "123456" });
  expect(askedOf(/reauthenticate/)).toHaveLength(1);
});

// Covers: auth.23
test("recovering a password asks for the account's second step, which saves the typed password", async () => {
  const { user, choose } = await open("recover");
  answerWith({
    [CHANGE]: refused(authErrors.reauthentication_needed()),
    "GET /auth/v1/settings": SETTINGS,
    "GET /auth/v1/user": { ...ACCOUNT, factors: [factorOf("totp", "Telefonen")] },
  });
  await choose(NEW_PASSWORD);
  const code = await screen.findByLabelText("Kod från autentiseringsappen");
  answerWith({
    [`POST /auth/v1/factors/${FACTOR_IDS.totp}/challenge`]: { id: "c1", type: "totp", expires_at: 1 },
    [`POST /auth/v1/factors/${FACTOR_IDS.totp}/verify`]: sessionOf(ACCOUNT),
    [CHANGE]: ACCOUNT,
  });
  await user.type(code, "123456");
  await user.click(screen.getByRole("button", { name: "Bekräfta" }));
  expect(await screen.findByText("Lösenordet är ändrat")).toBeTruthy();
  expect(changes().at(-1)).toMatchObject({ password: NEW_PASSWORD });
  expect(askedOf(/reauthenticate/)).toEqual([]);
});

// Covers: auth.23
test("a second step that is due is asked for, also where the account could not be read at first", async () => {
  answerWith({ "GET /auth/v1/settings": json(refusal(authErrors.over_request_rate_limit()), 429) });
  const { user } = await open("challenge");
  expect((await screen.findByRole("alert")).textContent).toContain("För många försök.");
  await expectAccessible();
  answerWith({
    "GET /auth/v1/settings": SETTINGS,
    "GET /auth/v1/user": { ...ACCOUNT, factors: [factorOf("totp", "Telefonen")] },
  });
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(await screen.findByRole("heading", { name: "Bekräfta att det är du" })).toBeTruthy();
  expect(screen.getByText(`Kontot ${ACCOUNT.email} har tvåstegsverifiering.`)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
