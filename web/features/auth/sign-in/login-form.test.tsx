// tests/integration/auth/sign-in.test.ts and recovery.test.ts test the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { authErrors } from "#contract/errors/auth.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { refusal, SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openAt } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";

// Covers: 2.4, 5.1, 8.1
test("the login says what is missing and what is wrong; the address stays, the password is typed anew", async () => {
  const wrong = authErrors.invalid_credentials();
  answerWith({
    "GET /auth/v1/settings": SETTINGS,
    "POST /auth/v1/token\\?grant_type=password": json(refusal(wrong), wrong.authStatus),
  });
  const user = await openAt("/auth");
  const email = await screen.findByLabelText("E-post");
  const password = screen.getByLabelText("Lösenord");
  const signIn = () => user.click(screen.getByRole("button", { name: "Logga in" }));
  expect(email.getAttribute("type")).toBe("email");
  await signIn();
  expect(screen.getByText("Fyll i din e-postadress")).toBeTruthy();
  expect(screen.getByText("Fyll i ditt lösenord")).toBeTruthy();
  await expectAccessible();
  await user.type(email, "ingen@demo.example");
  await signIn();
  expect(screen.queryByText("Fyll i din e-postadress")).toBeNull();
  expect(screen.getByText("Fyll i ditt lösenord")).toBeTruthy();
  expect(askedOf(/token/)).toEqual([]);
  await user.type(password, "fel lösenord");
  await signIn();
  expect(await screen.findByText("Fel e-postadress eller lösenord")).toBeTruthy();
  await sees("sign-in", "Fel");
  expect(email).toHaveProperty("value", "ingen@demo.example");
  expect(password).toHaveProperty("value", "");
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect(askedOf(/token/).map(({ body }) => body)).toEqual([
    expect.objectContaining({ email: "ingen@demo.example", password: "fel lösenord" }),
  ]);
});

test("a password that is typed before the former one is refused stays", async () => {
  const wrong = authErrors.invalid_credentials();
  const answer = Promise.withResolvers<Response>();
  answerWith({
    "GET /auth/v1/settings": SETTINGS,
    "POST /auth/v1/token\\?grant_type=password": () => answer.promise,
  });
  const user = await openAt("/auth");
  await user.type(await screen.findByLabelText("E-post"), "nora@nord.example");
  const password = screen.getByLabelText("Lösenord");
  await user.type(password, "hemligt-nor");
  await user.click(screen.getByRole("button", { name: "Logga in" }));
  await waitFor(() => expect(askedOf(/token/)).toHaveLength(1));
  await user.type(password, "d");
  answer.resolve(json(refusal(wrong), wrong.authStatus));
  expect(await screen.findByText("Fel e-postadress eller lösenord")).toBeTruthy();
  expect(password).toHaveProperty("value", "hemligt-nord");
});

// Covers: 2.5, 5.1, 8.1, admin.6
test("a forgotten password is asked for by an address, also where the server sends no mail", async () => {
  answerWith({ "GET /auth/v1/settings": { ...SETTINGS, mail_configured: false }, "POST /auth/v1/recover": {} });
  const user = await openAt("/auth");
  await user.type(await screen.findByLabelText("E-post"), "ingen@demo.example");
  await user.click(screen.getByRole("button", { name: "Glömt lösenordet?" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Återställ lösenord" }));
  expect(await dialog.findByText(/^E-post är inte inställd på servern/)).toBeTruthy();
  const address = dialog.getByLabelText("E-post");
  expect(address).toHaveProperty("value", "ingen@demo.example");
  const send = () => user.click(dialog.getByRole("button", { name: "Skicka länk" }));
  await user.clear(address);
  await send();
  expect(await dialog.findByText("Fyll i din e-postadress")).toBeTruthy();
  await expectAccessible();
  expect(askedOf(/recover/)).toEqual([]);
  await user.type(address, "ingen@demo.example");
  await send();
  await sees("sign-in", "E-post skickad", "Kolla din e-post för instruktioner om att återställa lösenordet");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(askedOf(/recover/).map(({ body }) => body)).toEqual([
    expect.objectContaining({ email: "ingen@demo.example" }),
  ]);
});
