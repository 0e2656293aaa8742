// tests/integration/administrators/admin-manager.test.ts tests the server's answers used here.
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { InvitationForm } from "./invitation-form.tsx";

const ASK = "GET /functions/v1/accept-invitation\\?token=l1nk";
const ACCEPT = "POST /functions/v1/accept-invitation";
const refused = ({ code, sv, status }: { code: string; sv: string; status: number }) =>
  json({ code, error: sv }, status);
const ended = refused(administratorErrors.invitation_ended());

// Covers: admin.8
test("an invited person chooses a password, faults stand at the field, and no wrong one is sent", async () => {
  answerWith({ [ASK]: { success: true, email: "anna@nord.example" } });
  const user = await show(<InvitationForm token="l1nk" onLeave={() => undefined} />);
  expect(await screen.findByRole("heading", { name: "Välj ditt lösenord" })).toBeTruthy();
  expect(screen.getByText("Sedan loggar du in med anna@nord.example.")).toBeTruthy();
  const choose = async (password: string, repeat = password) => {
    for (const [label, text] of [
      ["Lösenord", password],
      ["Lösenordet en gång till", repeat],
    ] as const) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
    await user.click(screen.getByRole("button", { name: "Spara och logga in" }));
  };
  await choose("abc12");
  expect(await screen.findByText("Lösenordet måste vara minst 6 tecken")).toBeTruthy();
  await choose("tre ord och ett tal 7", "tre ord och ett tal 8");
  expect(await screen.findByText("Lösenorden är inte lika")).toBeTruthy();
  await expectAccessible();
  expect(askedOf(/accept-invitation$/)).toEqual([]);
  const weak = administratorErrors.first_password_weak();
  answerWith({ [ACCEPT]: json({ code: weak.code, error: weak.sv, field: "password" }, 400) });
  await choose("password");
  expect(await screen.findByText("Lösenordet är för svagt")).toBeTruthy();
  expect(screen.getByLabelText("Lösenord").getAttribute("aria-invalid")).toBe("true");
  answerWith({ [ACCEPT]: ended });
  await choose("tre ord och ett tal 7");
  expect(await screen.findByRole("heading", { name: "Länken fungerar inte längre" })).toBeTruthy();
  expect(askedOf(/accept-invitation$/).map(({ body }) => body)).toEqual([
    { token: "l1nk", password: "password" },
    { token: "l1nk", password: "tre ord och ett tal 7" },
  ]);
});

// Covers: admin.8
test("an invitation that has ended says so, and one that could not be looked up is looked up again", async () => {
  answerWith({ [ASK]: json({ code: "internal", error: "Ett oväntat fel uppstod" }, 500) });
  history.replaceState({}, "", "/auth?invitation=l1nk");
  const onLeave = vi.fn();
  const user = await show(<InvitationForm token="l1nk" onLeave={onLeave} />);
  expect((await screen.findByRole("alert")).textContent).toContain("Ett oväntat fel uppstod");
  await expectAccessible();
  answerWith({ [ASK]: ended });
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(await screen.findByText(/^Inbjudan gäller inte längre: den är använd, för gammal eller ersatt/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Till inloggningen" }));
  expect(onLeave).toHaveBeenCalledTimes(1);
  expect(location.pathname + location.search).toBe("/auth");
});
