// tests/integration/auth/account.test.ts tests the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthRefusal } from "#contract/errors/auth-codes.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { refusal } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { signIn, userOf } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { ChangePasswordDialog } from "./change-password-dialog.tsx";

const CHANGE = "PUT /auth/v1/user";
const { email } = userOf("org_admin");
const NEW_PASSWORD = "tre röda bilar vid grinden";
const refused = (why: AuthRefusal) => json(refusal(why), why.authStatus);

// Covers: auth.41
test("a password is changed with the one that holds: what is missing or refused stands at its field", async () => {
  await signIn("org_admin");
  const onClose = vi.fn();
  const user = await show(<ChangePasswordDialog email={email} onClose={onClose} />);
  const dialog = within(screen.getByRole("dialog", { name: "Byt lösenord" }));
  const write = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  const save = () => user.click(dialog.getByRole("button", { name: "Spara" }));
  expect(dialog.getByText("Andra inloggningar avslutas. Den här behåller du.")).toBeTruthy();
  await write("Nytt lösenord", NEW_PASSWORD);
  expect(dialog.getByText("Starkt lösenord.")).toBeTruthy();
  await write("Lösenordet en gång till", NEW_PASSWORD);
  await save();
  expect(await dialog.findByText("Fyll i ditt lösenord")).toBeTruthy();
  expect(askedOf(/auth\/v1\/user$/).filter(({ method }) => method === "PUT")).toEqual([]);

  answerWith({ [CHANGE]: refused(authErrors.reauthentication_not_valid()) });
  await write("Nuvarande lösenord", "gissning");
  await save();
  expect(await dialog.findByText("Lösenordet eller koden stämmer inte.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Nuvarande lösenord")));
  await expectAccessible();
  answerWith({ [CHANGE]: refused(authErrors.password_weak()) });
  await save();
  expect(await dialog.findByText("Lösenordet är för svagt")).toBeTruthy();
  expect(dialog.queryByText("Lösenordet eller koden stämmer inte.")).toBeNull();
  expect(dialog.getByLabelText("Nytt lösenord").getAttribute("aria-invalid")).toBe("true");
  answerWith({ [CHANGE]: refused(authErrors.same_password()) });
  await save();
  expect(await dialog.findByText("Välj ett annat lösenord än det du har nu.")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();

  answerWith({ [CHANGE]: userOf("org_admin") });
  await write("Nuvarande lösenord", "hemligt-nord-2026");
  await save();
  expect(await screen.findByText("Lösenordet är ändrat. Andra inloggningar är avslutade.")).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(askedOf(/auth\/v1\/user$/).findLast(({ method }) => method === "PUT")?.body).toMatchObject({
    password: NEW_PASSWORD,
    current_password: "hemligt-nord-2026",
  });
});
