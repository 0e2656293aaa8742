// tests/integration/auth/authenticator-app.test.ts and recovery-codes-and-phone.test.ts test the server's answers used here.
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AuthRefusal } from "#contract/errors/auth-codes.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { FACTOR_IDS, factorOf, refusal } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { sessionOf, signIn, userOf } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { factorWays } from "./factor-ways.ts";
import { SecondFactorChallenge } from "./second-factor-challenge.tsx";

const ACCOUNT = userOf("org_admin");
const refused = (why: AuthRefusal) => json(refusal(why), why.authStatus);
const wrongCode = refused(factorErrors.mfa_verification_failed());
const bodies = (address: RegExp) => askedOf(address).map(({ body }) => body);

test("an app, a phone and recovery codes are offered as a choice, and a refused code is typed anew", async () => {
  await signIn("org_admin");
  const factors = [factorOf("recovery_code", ""), factorOf("phone", "+46701234567"), factorOf("totp", "Telefonen")];
  const user = await show(
    <SecondFactorChallenge email={ACCOUNT.email} ways={factorWays(factors, { passkeys: true })} />,
  );
  expect(screen.getByRole("heading", { name: "Bekräfta att det är du" })).toBeTruthy();
  expect(document.title).toBe("Bekräfta att det är du – Webbportal");
  const confirm = () => user.click(screen.getByRole("button", { name: "Bekräfta" }));
  const app = `POST /auth/v1/factors/${FACTOR_IDS.totp}`;
  answerWith({ [`${app}/challenge`]: { id: "c1", type: "totp", expires_at: 1 }, [`${app}/verify`]: wrongCode });
  await confirm();
  expect(await screen.findByText("Fyll i koden")).toBeTruthy();
  await user.type(screen.getByLabelText("Kod från autentiseringsappen"), "000 000");
  await confirm();
  expect(await screen.findByText("Koden stämmer inte. Försök igen med en ny kod.")).toBeTruthy();
  expect(screen.getByLabelText("Kod från autentiseringsappen")).toHaveProperty("value", "");
  expect(bodies(/verify/)).toEqual([{ challenge_id: "c1", code: "000000" }]);
  await expectAccessible();

  await user.click(screen.getByRole("button", { name: "Få en kod med sms" }));
  expect(askedOf(new RegExp(FACTOR_IDS.phone))).toEqual([]); // A message costs money, so it is sent only on request.
  const phone = `POST /auth/v1/factors/${FACTOR_IDS.phone}`;
  answerWith({ [`${phone}/challenge`]: refused(factorErrors.over_sms_send_rate_limit()) });
  await user.click(screen.getByRole("button", { name: "Skicka kod med sms" }));
  expect(await screen.findByText("För många sms. Vänta en stund och försök igen.")).toBeTruthy();
  answerWith({ [`${phone}/challenge`]: { id: "c2", type: "phone", expires_at: 1 }, [`${phone}/verify`]: wrongCode });
  await user.click(screen.getByRole("button", { name: "Skicka kod med sms" }));
  expect(await screen.findByText("Koden är skickad till telefonen.")).toBeTruthy();
  await expectAccessible();
  await user.type(screen.getByLabelText("Kod från sms:et"), "111111");
  await confirm();
  expect(await screen.findByText("Koden stämmer inte. Försök igen med en ny kod.")).toBeTruthy();
  answerWith({ [`${phone}/verify`]: sessionOf(ACCOUNT) });
  await user.type(screen.getByLabelText("Kod från sms:et"), "123456");
  await confirm();
  await waitFor(() => expect(bodies(/verify/).at(-1)).toEqual({ challenge_id: "c2", code: "123456" }));
});

test("a code that is typed before the former one is refused stays", async () => {
  await signIn("org_admin");
  const factors = [factorOf("totp", "Telefonen")];
  const user = await show(
    <SecondFactorChallenge email={ACCOUNT.email} ways={factorWays(factors, { passkeys: true })} />,
  );
  const app = `POST /auth/v1/factors/${FACTOR_IDS.totp}`;
  const answer = Promise.withResolvers<Response>();
  answerWith({
    [`${app}/challenge`]: { id: "c1", type: "totp", expires_at: 1 },
    [`${app}/verify`]: () => answer.promise,
  });
  const code = screen.getByLabelText("Kod från autentiseringsappen");
  await user.type(code, "000000");
  await user.click(screen.getByRole("button", { name: "Bekräfta" }));
  await waitFor(() => expect(bodies(/verify/)).toHaveLength(1));
  await user.clear(code);
  await user.type(code, "123456");
  answer.resolve(wrongCode);
  expect(await screen.findByText("Koden stämmer inte. Försök igen med en ny kod.")).toBeTruthy();
  expect(code).toHaveProperty("value", "123456");
});

test("a person with only a recovery code reads where help is, and corrects a wrong one", async () => {
  await signIn("org_admin");
  const factors = [factorOf("recovery_code", ""), factorOf("totp", "Telefonen")];
  const user = await show(
    <SecondFactorChallenge email={ACCOUNT.email} ways={factorWays(factors, { passkeys: true })} />,
  );
  await user.click(screen.getByRole("button", { name: "Använd en återställningskod" }));
  expect(screen.getByText(/En systemadministratör kan hjälpa dig in\.$/)).toBeTruthy();
  const confirm = () => user.click(screen.getByRole("button", { name: "Bekräfta" }));
  await confirm();
  expect(await screen.findByText("Fyll i koden")).toBeTruthy();
  const verify = "POST /auth/v1/factors/recovery-codes/verify";
  answerWith({ [verify]: wrongCode });
  await user.type(screen.getByLabelText("Återställningskod"), " fel-kod ");
  await confirm();
  expect(await screen.findByText("Koden stämmer inte. Försök igen med en ny kod.")).toBeTruthy();
  expect(screen.getByLabelText("Återställningskod")).toHaveProperty("value", " fel-kod ");
  await expectAccessible();
  answerWith({ [verify]: sessionOf(ACCOUNT) });
  await user.clear(screen.getByLabelText("Återställningskod"));
  await user.type(screen.getByLabelText("Återställningskod"), "ABCD-EFGH-JKMN-PQ1R");
  await confirm();
  await waitFor(() => expect(bodies(/verify/)).toEqual([{ code: "fel-kod" }, { code: "ABCD-EFGH-JKMN-PQ1R" }]));
  await user.click(screen.getByRole("button", { name: "Använd autentiseringsappen" }));
  expect(await screen.findByLabelText("Kod från autentiseringsappen")).toBeTruthy();
});
