// tests/integration/administrators/admin-manager.test.ts tests the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { elsa, madeReply } from "#tests/components/fixtures/administrators/sample-administrator.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage, sessionOf, userOf } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";

const MANAGER = "POST /functions/v1/admin-manager";
const OWN = userOf("system_admin");
const own = {
  ...elsa,
  profiles: { id: OWN.id, first_name: "Sixten", last_name: "Provgren", email: OWN.email },
};
const needed = json({ code: "reauthentication_needed", error: "Bekräfta att det är du. Inget har ändrats." }, 403);
const orders = () => askedOf(/admin-manager/).map(({ body }) => body);
const rowOf = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));

async function openAdmins() {
  answerWith({
    "GET /rest/v1/user_roles\\?.*profiles": [own, elsa],
    "GET /auth/v1/settings": { external: { email: true }, sms_provider: "", mail_configured: true },
    "POST /auth/v1/reauthenticate": sessionOf(OWN),
  });
  const user = await openPage("/system-admin/admins", "system_admin");
  await screen.findByText(OWN.email, { selector: "[role=grid] *" });
  return user;
}

async function sayWhoTheyAre(user: UserEvent): Promise<void> {
  const dialog = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
  await user.type(await dialog.findByLabelText("Nuvarande lösenord"), "hemligt-system-2026");
  await user.click(dialog.getByRole("button", { name: "Bekräfta" }));
}

// Covers: 2.31, 5.2
test("one's own row says so and cannot be removed, and one's own password is changed there", async () => {
  const user = await openAdmins();
  expect(askedOf(/user_roles\?.*profiles/)[0]?.address).toContain("role=eq.system_admin");
  expect(screen.getAllByText("Du")).toHaveLength(1);
  expect(rowOf("Sixten").getByText("Du")).toBeTruthy();
  const remove = rowOf("Sixten").getByRole("button", { name: "Ta bort Sixten Provgren" });
  expect(remove.getAttribute("aria-disabled") ?? remove.getAttribute("disabled")).toBe("true");
  expect(rowOf("Sixten").queryByRole("button", { name: /inloggningsuppgifter/ })).toBeNull();
  await expectAccessible();
  await user.click(remove);
  rowOf("Sixten").getByRole("button", { name: "Redigera Sixten Provgren" }).focus();
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("tooltip");
  await sees("system-admins", "Administratörer", "Du kan inte ta bort dig själv");
  await user.keyboard("{Delete}");
  expect(screen.queryByRole("alertdialog")).toBeNull();

  await user.click(rowOf("Sixten").getByRole("button", { name: "Redigera Sixten Provgren" }));
  const form = within(await screen.findByRole("dialog"));
  answerWith({ [MANAGER]: { success: true } });
  await user.type(form.getByLabelText(/^Lösenord/, { selector: "input" }), "mitt-nya-losen-2027");
  await user.click(form.getByRole("button", { name: "Spara" }));
  expect(await screen.findByText("Administratör uppdaterad")).toBeTruthy();
  expect(orders()).toEqual([{ action: "update_password", admin_id: OWN.id, password: "mitt-nya-losen-2027" }]);
});

// Covers: 2.31, admin.16
test("a new system admin is made by who says who they are; who does not loses nothing of what was typed", async () => {
  const user = await openAdmins();
  await user.click(screen.getByRole("button", { name: "Lägg till administratör" }));
  const form = within(await screen.findByRole("dialog", { name: "Lägg till administratör" }));
  const add = () => user.click(form.getByRole("button", { name: "Lägg till" }));
  const password = form.getByLabelText(/^Lösenord/, { selector: "input" });
  for (const [label, text] of [
    ["Förnamn", "Sven"],
    ["Efternamn", "Systemsson"],
    ["E-post", "sven@test.example"],
  ] as const)
    await user.type(form.getByLabelText(label), text);
  await user.type(password, "abc12");
  await add();
  await sees("system-admins", "Lösenord måste vara minst 6 tecken");
  await expectAccessible();
  expect(orders()).toEqual([]);
  answerWith({ [MANAGER]: needed });
  await user.clear(password);
  await add();
  const stepUp = within(await screen.findByRole("dialog", { name: "Bekräfta att det är du" }));
  await user.click(stepUp.getByRole("button", { name: "Avbryt" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Bekräfta att det är du" })).toBeNull());
  expect(screen.queryByText("Bekräfta att det är du. Inget har ändrats.")).toBeNull();
  expect(form.getByLabelText("E-post")).toHaveProperty("value", "sven@test.example");

  await add();
  await waitFor(() => expect(orders()).toHaveLength(2));
  const { temp_password, temp_password_until } = madeReply("abcd-efgh");
  answerWith({
    [MANAGER]: {
      success: true,
      user: { id: elsa.profiles.id, email: "sven@test.example" },
      temp_password,
      temp_password_until,
      welcome_mail: "password",
    },
  });
  await sayWhoTheyAre(user);
  expect(await screen.findByText("Administratör skapad")).toBeTruthy();
  const order = { action: "create_system_admin", email: "sven@test.example", password: "", first_name: "Sven" };
  expect(orders()).toEqual(Array.from({ length: 3 }, () => ({ ...order, last_name: "Systemsson" })));
  const question = within(await screen.findByRole("alertdialog", { name: "Skicka välkomstmail?" }));
  await user.click(question.getByRole("button", { name: "Nej, inte nu" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

// Covers: admin.16
test("a system admin is removed by who says who they are", async () => {
  const user = await openAdmins();
  answerWith({ [MANAGER]: needed });
  await user.click(rowOf("Elsa").getByRole("button", { name: "Ta bort Elsa Provberg" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort administratör" }));
  await user.click(question.getByRole("button", { name: "Ta bort" }));
  await screen.findByRole("dialog", { name: "Bekräfta att det är du" });
  answerWith({
    [MANAGER]: () => {
      answerWith({ "GET /rest/v1/user_roles\\?.*profiles": [own] });
      return { success: true };
    },
  });
  await sayWhoTheyAre(user);
  expect(await screen.findByText("Administratör borttagen")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("row", { name: /Elsa/ })).toBeNull());
  expect(orders()).toEqual(Array.from({ length: 2 }, () => ({ action: "delete", admin_id: elsa.profiles.id })));
});
