// tests/integration/auth/authenticator-app.test.ts and recovery-codes-and-phone.test.ts test the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Factor } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthRefusal } from "#contract/errors/auth-codes.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { FACTOR_IDS, factorOf, refusal, SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage, sessionOf, userOf } from "#tests/components/open-page.tsx";

const ACCOUNT = userOf("org_admin");
const PASSWORD = "hemligt-nord-2026";
const CODES = Array.from({ length: 10 }, (_, index) => `abcdefghjkmnpq${index}r`);
const refused = (why: AuthRefusal) => json(refusal(why), why.authStatus);
const wrongCode = refused(factorErrors.mfa_verification_failed());

const card = () =>
  within(screen.getByRole("heading", { level: 2, name: "Tvåstegsverifiering" }).closest("section") ?? document.body);
const dialog = () => within(screen.getByRole("dialog"));
const bodies = (address: RegExp) => askedOf(address).flatMap(({ body }) => (body === undefined ? [] : [body]));

/** Opens Mitt konto of a person with these factors; re-authentication starts a new session. */
async function openAccount(factors: Factor[], required = false) {
  answerWith({
    "GET /auth/v1/user": { ...ACCOUNT, factors, app_metadata: { ...ACCOUNT.app_metadata, mfa_required: required } },
    "GET /auth/v1/settings": SETTINGS,
    "GET /auth/v1/sessions": [],
    "GET /auth/v1/factors/recovery-codes": { total: 10, remaining: 9 },
    "POST /auth/v1/reauthenticate": sessionOf(ACCOUNT),
  });
  const user = await openPage("/org-admin/account", "org_admin");
  await screen.findByRole("button", { name: "Lägg till app" });
  return user;
}

/** Returns the account's answers after the server has accepted the new factor's code. */
const addedFactor = (factor: Factor) => ({
  [`POST /auth/v1/factors/${factor.id}/verify`]: () => {
    answerWith({ "GET /auth/v1/user": { ...ACCOUNT, factors: [factor, factorOf("recovery_code", "")] } });
    return sessionOf(ACCOUNT);
  },
  "POST /auth/v1/factors/recovery-codes$": { codes: CODES },
});

async function sayWhoTheyAre(user: Awaited<ReturnType<typeof openPage>>) {
  await screen.findByRole("dialog", { name: "Bekräfta att det är du" });
  await user.click(await dialog().findByRole("button", { name: "Bekräfta" }));
  expect(await dialog().findByText("Fyll i ditt lösenord")).toBeTruthy();
  await expectAccessible();
  await user.type(dialog().getByLabelText("Nuvarande lösenord"), PASSWORD);
  await user.click(dialog().getByRole("button", { name: "Bekräfta" }));
}

// Covers: auth.12
test("an app is added by who says who they are, as often as the server asks; its codes are shown once", async () => {
  const user = await openAccount([]);
  expect(card().getByText("Av")).toBeTruthy();
  const app = factorOf("totp", "Autentiseringsapp");
  answerWith({ "POST /auth/v1/factors$": refused(authErrors.reauthentication_needed()) });
  await user.click(card().getByRole("button", { name: "Lägg till app" }));
  await sayWhoTheyAre(user);
  await waitFor(() => expect(bodies(/factors$/)).toHaveLength(1));
  answerWith({
    "POST /auth/v1/factors$": {
      id: app.id,
      type: "totp",
      totp: { qr_code: "<svg/>", secret: "ABCD", uri: "otpauth://" },
    },
    [`POST /auth/v1/factors/${app.id}/challenge`]: { id: "c1", type: "totp", expires_at: 1 },
  });
  await sayWhoTheyAre(user);
  expect(await screen.findByRole("img", { name: "QR-kod för autentiseringsappen" })).toBeTruthy();
  await expectAccessible();
  const enter = async (code: string) => {
    await user.clear(dialog().getByLabelText("Kod från autentiseringsappen"));
    await user.type(dialog().getByLabelText("Kod från autentiseringsappen"), code);
    await user.click(dialog().getByRole("button", { name: "Bekräfta" }));
  };
  await enter("12345");
  expect(await dialog().findByText("Koden är sex siffror")).toBeTruthy();
  expect(askedOf(/challenge/)).toEqual([]);
  answerWith({ [`POST /auth/v1/factors/${app.id}/verify`]: wrongCode });
  await enter("000000");
  expect(await dialog().findByText("Koden stämmer inte. Försök igen med en ny kod.")).toBeTruthy();
  expect(dialog().getByLabelText("Kod från autentiseringsappen")).toHaveProperty("value", "");
  answerWith(addedFactor(app));
  await enter("123456");
  await screen.findByRole("dialog", { name: "Dina återställningskoder" });
  expect(bodies(/verify/).at(-1)).toEqual({ challenge_id: "c1", code: "123456" });
  expect(
    dialog()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent)[1],
  ).toBe("abcd-efgh-jkmn-pq1r");
  await expectAccessible();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  await user.click(dialog().getByRole("button", { name: "Kopiera koderna" }));
  expect(await screen.findByText(/^Webbläsaren tillåter inte kopiering här/)).toBeTruthy();
  await user.click(dialog().getByRole("button", { name: "Kopiera koderna" }));
  expect(await dialog().findByRole("button", { name: "Kopierat" })).toBeTruthy();
  expect((await navigator.clipboard.readText()).split("\n")).toHaveLength(10);
  await user.click(dialog().getByRole("button", { name: "Jag har sparat koderna" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await card().findByText("På")).toBeTruthy();
  expect(await card().findByText("9 av 10 kvar")).toBeTruthy();
  expect(screen.queryByText("abcd-efgh-jkmn-pq1r")).toBeNull();
});

test("a phone is added by the digits of its text message, of the newest one", async () => {
  const user = await openAccount([]);
  await user.click(await card().findByRole("button", { name: "Lägg till telefon" }));
  await sayWhoTheyAre(user);
  await screen.findByRole("dialog", { name: "Lägg till telefon" });
  const typeNumber = async (number: string) => {
    await user.clear(dialog().getByLabelText("Mobilnummer"));
    await user.type(dialog().getByLabelText("Mobilnummer"), number);
    await user.click(dialog().getByRole("button", { name: "Fortsätt" }));
  };
  await typeNumber("070-123 45 67");
  expect(await dialog().findByText("Skriv numret med + och landsnummer, bara siffror")).toBeTruthy();
  expect(bodies(/factors$/)).toEqual([]);
  const phone = factorOf("phone", "+46701234567");
  const challenge = `POST /auth/v1/factors/${phone.id}/challenge`;
  answerWith({
    "POST /auth/v1/factors$": { id: phone.id, type: "phone", phone: "+46701234567" },
    [challenge]: refused(factorErrors.sms_send_failed()),
  });
  await typeNumber("+46 70-123 45 67");
  expect(await dialog().findByText("Det gick inte att skicka sms:et. Försök igen om en stund.")).toBeTruthy();
  await expectAccessible();
  answerWith({ [challenge]: { id: "c1", type: "phone", expires_at: 1 } });
  await user.click(dialog().getByRole("button", { name: "Fortsätt" }));
  expect(await dialog().findByText("Koden är skickad till telefonen.")).toBeTruthy();
  expect(bodies(/factors$/).at(-1)).toMatchObject({ factor_type: "phone", phone: "+46701234567" });
  expect(bodies(/challenge/).at(-1)).toMatchObject({ channel: "sms" });
  answerWith({ [challenge]: refused(factorErrors.sms_send_failed()) });
  await user.click(dialog().getByRole("button", { name: "Skicka en ny kod" }));
  expect(await dialog().findByText("Det gick inte att skicka sms:et. Försök igen om en stund.")).toBeTruthy();
  // The message comes before the answer to its request.
  const sent = Promise.withResolvers<Record<string, unknown>>();
  answerWith({ [challenge]: () => sent.promise, ...addedFactor(phone) });
  await user.click(dialog().getByRole("button", { name: "Skicka en ny kod" }));
  await waitFor(() => expect(bodies(/challenge/)).toHaveLength(4));
  await user.type(dialog().getByLabelText("Kod från sms:et"), "123456");
  await expectAccessible();
  await user.click(dialog().getByRole("button", { name: "Bekräfta" }));
  sent.resolve({ id: "c2", type: "phone", expires_at: 1 });
  await user.click(await screen.findByRole("button", { name: "Jag har sparat koderna" }));
  expect(bodies(/verify/)).toEqual([{ challenge_id: "c2", code: "123456" }]);
  expect(await card().findByText("+46701234567")).toBeTruthy();
});

// Covers: auth.12
test.each([
  [false, "Efteråt räcker lösenordet för att logga in, och återställningskoderna upphör."],
  [true, "Det är ditt enda andra steg, och din roll kräver ett. Du får lägga till ett nytt direkt."],
])(
  "the last second step is removed after what follows is said, where the role requires one: %s",
  async (required, said) => {
    const app = factorOf("totp", "Telefonen");
    const user = await openAccount([app, factorOf("recovery_code", "")], required);
    expect(await card().findByText("Autentiseringsapp · tillagd 12 mars 2026")).toBeTruthy();
    expect(card().queryByText("Krävs för din roll") !== null).toBe(required);
    await user.click(card().getByRole("button", { name: "Ta bort Telefonen" }));
    const stepUp = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
    answerWith({
      [`POST /auth/v1/factors/${app.id}/challenge`]: { id: "c1", type: "totp", expires_at: 1 },
      [`POST /auth/v1/factors/${app.id}/verify`]: sessionOf(ACCOUNT),
    });
    await user.type(await stepUp.findByLabelText("Kod från autentiseringsappen"), "123456");
    await user.click(stepUp.getByRole("button", { name: "Bekräfta" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Ta bort andra steg" }));
    expect(question.getByText(said, { exact: false })).toBeTruthy();
    await expectAccessible();
    answerWith({
      "DELETE /auth/v1/factors/": ({ address }) => {
        answerWith({ "GET /auth/v1/user": ACCOUNT });
        return { id: address };
      },
    });
    await user.click(question.getByRole("button", { name: "Ta bort" }));
    expect(await screen.findByText("Telefonen borttagen")).toBeTruthy();
    expect(await card().findByText("Av")).toBeTruthy();
    expect(askedOf(/factors\/[^/]*$/).filter(({ method }) => method === "DELETE")).toHaveLength(1);
  },
);

test("one of two second steps is removed without a word about being the last", async () => {
  const user = await openAccount([factorOf("totp", "Telefonen"), factorOf("webauthn", "Jobbdatorn")]);
  await user.click(await card().findByRole("button", { name: "Ta bort Jobbdatorn" }));
  const stepUp = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
  answerWith({
    [`POST /auth/v1/factors/${FACTOR_IDS.totp}/challenge`]: { id: "c1", type: "totp", expires_at: 1 },
    [`POST /auth/v1/factors/${FACTOR_IDS.totp}/verify`]: sessionOf(ACCOUNT),
  });
  await user.type(await stepUp.findByLabelText("Kod från autentiseringsappen"), "123456");
  await user.click(stepUp.getByRole("button", { name: "Bekräfta" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort andra steg" }));
  expect(question.getByText("Är du säker på att du vill ta bort Jobbdatorn?")).toBeTruthy();
  expect(question.queryByText(/enda andra steg/)).toBeNull();
});
