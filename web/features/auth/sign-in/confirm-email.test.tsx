// tests/integration/auth/account.test.ts tests the server's answers used here.
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { authErrors } from "#contract/errors/auth.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { refusal } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { ConfirmEmail } from "./confirm-email.tsx";

const CONFIRM = "POST /auth/v1/verify";

// Covers: auth.7
test("a new address is confirmed by a press, not by opening the page, and a link that has gone says so", async () => {
  const onLeave = vi.fn();
  const user = await show(<ConfirmEmail token="t0ken" onLeave={onLeave} />);
  expect(screen.getByRole("heading", { name: "Bekräfta din nya e-postadress" })).toBeTruthy();
  expect(askedOf(/verify/)).toEqual([]);
  await expectAccessible();
  answerWith({ [CONFIRM]: json({ code: 500, error_code: "unexpected_failure", msg: "?" }, 500) });
  const press = () => user.click(screen.getByRole("button", { name: "Bekräfta e-postadressen" }));
  await press();
  expect((await screen.findByRole("alert")).textContent).toContain("Ett oväntat fel uppstod");
  answerWith({ [CONFIRM]: { user: { email: "ny@test.example" } } });
  await press();
  const heading = await screen.findByRole("heading", { name: "E-postadressen är bekräftad" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText("Från och med nu loggar du in med ny@test.example.")).toBeTruthy();
  expect(askedOf(/verify/).map(({ body }) => body)).toEqual([
    expect.objectContaining({ type: "email_change", token_hash: "t0ken" }),
    expect.objectContaining({ type: "email_change", token_hash: "t0ken" }),
  ]);
  await user.click(screen.getByRole("button", { name: "Fortsätt" }));
  expect(onLeave).toHaveBeenCalledTimes(1);
});

// Covers: auth.7
test("pressing the button of a spent link says that the address is as it was", async () => {
  const spent = authErrors.otp_expired();
  answerWith({ [CONFIRM]: json(refusal(spent), spent.authStatus) });
  const user = await show(<ConfirmEmail token="t0ken" onLeave={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Bekräfta e-postadressen" }));
  expect(await screen.findByRole("heading", { name: "Länken fungerar inte längre" })).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("Den tidigare adressen gäller.");
  await expectAccessible();
});
