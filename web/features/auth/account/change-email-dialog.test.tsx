// tests/integration/auth/account.test.ts tests the server's answers used here.
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { authErrors } from "#contract/errors/auth.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { refusal, SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { signIn, userOf } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { ChangeEmailDialog } from "./change-email-dialog.tsx";

const CHANGE = "PUT /auth/v1/user\\?redirect_to";
const { email } = userOf("org_admin");
const changes = () => askedOf(/auth\/v1\/user\?redirect_to/).map(({ body }) => body);

// Covers: auth.7
test("a new address is asked for with digits that were mailed to the present one, instead of the password", async () => {
  await signIn("org_admin");
  answerWith({
    "GET /auth/v1/settings": { ...SETTINGS, mail_configured: false },
    "GET /auth/v1/reauthenticate": {},
  });
  const onClose = vi.fn();
  const user = await show(<ChangeEmailDialog email={email} onClose={onClose} />);
  const dialog = within(screen.getByRole("dialog", { name: "Byt e-postadress" }));
  expect(await dialog.findByText(/^E-post är inte inställd på servern/)).toBeTruthy();
  const send = () => user.click(dialog.getByRole("button", { name: "Skicka länk" }));
  await user.type(dialog.getByLabelText("Ny e-postadress"), email);
  await send();
  expect(await dialog.findByText("Det är redan din adress")).toBeTruthy();
  await user.clear(dialog.getByLabelText("Ny e-postadress"));
  await user.type(dialog.getByLabelText("Ny e-postadress"), "ny@test.example");
  await send();
  expect(await dialog.findByText("Fyll i ditt lösenord")).toBeTruthy();

  await user.click(dialog.getByRole("button", { name: "Få en kod med e-post" }));
  expect(await dialog.findByText(`Koden är skickad till ${email} och gäller i tio minuter.`)).toBeTruthy();
  await expectAccessible();
  await send();
  expect(await dialog.findByText("Fyll i koden från mailet")).toBeTruthy();
  expect(changes()).toEqual([]);
  const wrong = authErrors.reauthentication_not_valid();
  answerWith({ [CHANGE]: json(refusal(wrong), wrong.authStatus) });
  await user.type(dialog.getByLabelText("Kod från mailet"), "000000");
  await send();
  expect(await dialog.findByText("Lösenordet eller koden stämmer inte.")).toBeTruthy();
  answerWith({ [CHANGE]: { ...userOf("org_admin"), new_email: "ny@test.example" } });
  await user.clear(dialog.getByLabelText("Kod från mailet"));
  await user.type(dialog.getByLabelText("Kod från mailet"), "123456");
  await send();
  expect(await screen.findByText("Bekräfta från den nya adressen")).toBeTruthy();
  expect(screen.getByText("En länk är skickad till ny@test.example.")).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(changes().at(-1)).toMatchObject({ email: "ny@test.example", nonce: "123456" });
});

test("an address that the server refuses is corrected at its field", async () => {
  await signIn("org_admin");
  const invalid = authErrors.email_address_invalid();
  answerWith({ "GET /auth/v1/settings": SETTINGS, [CHANGE]: json(refusal(invalid), invalid.authStatus) });
  const onClose = vi.fn();
  const user = await show(<ChangeEmailDialog email={email} onClose={onClose} />);
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Ny e-postadress"), "ny@test.example");
  await user.type(dialog.getByLabelText("Nuvarande lösenord"), "hemligt-nord-2026");
  await user.click(dialog.getByRole("button", { name: "Skicka länk" }));
  expect(await dialog.findByText("Ogiltig e-postadress")).toBeTruthy();
  expect(dialog.getByLabelText("Ny e-postadress").getAttribute("aria-invalid")).toBe("true");
  expect(onClose).not.toHaveBeenCalled();
});
