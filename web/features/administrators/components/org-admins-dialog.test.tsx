// tests/integration/administrators/admin-manager.test.ts tests the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { elsa, madeReply } from "#tests/components/fixtures/administrators/sample-administrator.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";

const ORGANIZATION = {
  id: ORGANIZATION_ID,
  name: "Brf Norrgården",
  description: null,
  created_at: "2026-01-01T00:00:00Z",
  kind: "housing",
  log_days: null,
  purposes: null,
  user_roles: [{ count: 0 }],
  organization_controllers: [{ count: 0 }],
};
const MANAGER = "POST /functions/v1/admin-manager";
const refused = (code: string, error: string, status: number) => json({ code, error }, status);
const failed = refused("internal", "Ett oväntat fel uppstod", 500);

const dialog = () => within(screen.getByRole("dialog"));
const question = () => within(screen.getByRole("alertdialog"));
const toasts = () => Array.from(document.querySelectorAll("[data-sonner-toast]"), ({ textContent }) => textContent);
const findToast = (text: string) => waitFor(() => expect(toasts().join("\n")).toContain(text));
const sentTo = (name: string) => askedOf(new RegExp(`/functions/v1/${name}`)).map(({ body }) => body);

async function openAdmins(rows: readonly AdministratorRow[] = []): Promise<UserEvent> {
  answerWith({
    "GET /rest/v1/organizations\\?": json([ORGANIZATION], 200, { "content-range": "0-0/1" }),
    "GET /rest/v1/user_roles\\?.*profiles": rows,
  });
  const user = await openPage("/system-admin/organizations", "system_admin");
  await user.click(await screen.findByRole("button", { name: /Hantera admins/ }));
  await screen.findByRole("dialog", { name: "Administratörer för Brf Norrgården" });
  return user;
}

interface Typed {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

const ANNA: Typed = { firstName: "Anna", lastName: "Provberg", email: "anna@nord.example", password: "" };

async function fill(user: UserEvent, person: Partial<Typed>): Promise<void> {
  const fields = [
    [dialog().getByLabelText("Förnamn"), person.firstName],
    [dialog().getByLabelText("Efternamn"), person.lastName],
    [dialog().getByLabelText("E-post"), person.email],
    [dialog().getByLabelText(/^Lösenord/, { selector: "input" }), person.password],
  ] as const;
  for (const [field, text] of fields) {
    if (text === undefined) continue;
    await user.clear(field);
    if (text !== "") await user.paste(text);
  }
}

const openForm = async (user: UserEvent) =>
  user.click((await dialog().findAllByRole("button", { name: "Lägg till administratör" }))[0] ?? document.body);
const addButton = () => dialog().getByRole("button", { name: "Lägg till" });

// Covers: 2.15, 5.3, auth.39, feel.6
test("a new administrator's form names each field's fault, and asks before it throws anything away", async () => {
  const user = await openAdmins();
  await sees("organization-admins", "Administratörer för {organization}", "Inga administratörer hittades");
  await expectAccessible();
  await openForm(user);
  expect(dialog().queryByText("Förnamn krävs")).toBeNull();
  await user.click(dialog().getByRole("button", { name: "Tillbaka" }));
  expect(await dialog().findByText("Inga administratörer hittades")).toBeTruthy();
  await openForm(user);
  await fill(user, { firstName: "  ", email: "anna", password: "abc12" });
  await user.click(addButton());
  await sees("organization-admins", "Förnamn krävs", "Efternamn krävs", "Ogiltig e-postadress");
  await sees("organization-admins", "Lösenordet måste vara minst 6 tecken");
  expect(dialog().getByText("Lämna tomt, så skapas ett tillfälligt lösenord.")).toBeTruthy();
  await expectAccessible();
  expect(sentTo("admin-manager")).toEqual([]);

  answerWith({ [MANAGER]: refused("email_taken", "User already registered", 409) });
  await fill(user, ANNA);
  await user.click(addButton());
  await findToast("E-postadressen används redan");
  await sees("organization-admins", "E-postadressen används redan");
  expect(dialog().getByDisplayValue("Anna")).toBeTruthy();
  answerWith({ [MANAGER]: refused("weak_password", "Lösenordet är för svagt", 400) });
  await fill(user, { email: "ny@nord.example", password: "password" });
  await user.click(addButton());
  await findToast("Lösenordet är för svagt");
  await waitFor(() => expect(toasts().join("\n")).not.toContain("E-postadressen används redan"));
  await sees("organization-admins", "Lösenordet är för svagt");

  await user.click(dialog().getByRole("button", { name: "Tillbaka" }));
  await user.click(question().getByRole("button", { name: "Fortsätt redigera" }));
  expect(await screen.findByDisplayValue("Anna")).toBeTruthy();
  await user.click(dialog().getByRole("button", { name: "Tillbaka" }));
  await user.click(question().getByRole("button", { name: "Kasta ändringar" }));
  expect(await screen.findByText("Inga administratörer hittades")).toBeTruthy();
  await waitFor(() => expect(toasts()).toEqual([]));
  await openForm(user);
  expect(dialog().queryByDisplayValue("Anna")).toBeNull();
  await user.click(dialog().getByRole("button", { name: "Avbryt" }));
  await dialog().findByText("Inga administratörer hittades");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the answer to a save closes no form that was opened after its own was left", async () => {
  const user = await openAdmins();
  const saved = Promise.withResolvers<Response>();
  answerWith({ [MANAGER]: () => saved.promise });
  await openForm(user);
  await fill(user, ANNA);
  await user.click(addButton());
  await waitFor(() => expect(sentTo("admin-manager")).toHaveLength(1));
  await user.click(dialog().getByRole("button", { name: "Avbryt" }));
  await user.click(question().getByRole("button", { name: "Kasta ändringar" }));
  await dialog().findByText("Inga administratörer hittades");
  await openForm(user);
  await fill(user, { firstName: "Bo" });
  saved.resolve(json(madeReply("abcd-efgh-jkmn-pqrs-tuvw")));
  await screen.findByRole("alertdialog", { name: "Skicka välkomstmail?" });
  expect(screen.getByDisplayValue("Bo")).toBeTruthy();
});

// Covers: 2.16, 8.2, files.1
test("a failed function is reported as a whole, and two presses ask for one administrator", async () => {
  const user = await openAdmins();
  await openForm(user);
  await fill(user, ANNA);
  answerWith({ [MANAGER]: failed });
  await user.click(addButton());
  await findToast("Kunde inte skapa administratör");
  await sees("organization-admins", "Kunde inte skapa administratör");
  answerWith({ [MANAGER]: { temp_password: "x" } });
  await user.click(addButton());
  await findToast("Edge function returnerade fel");
  await sees("organization-admins", "Edge function returnerade fel");

  const before = sentTo("admin-manager").length;
  const { promise: held, resolve: release } = Promise.withResolvers<Response>();
  answerWith({ [MANAGER]: () => held });
  await user.dblClick(addButton());
  expect(sentTo("admin-manager")).toHaveLength(before + 1);
  release(json(madeReply("abcd-efgh-jkmn-pqrs-tuvw")));
  await screen.findByRole("alertdialog", { name: "Skicka välkomstmail?" });
  await sees(
    "organization-admins",
    "Org-administratör skapad",
    "Skicka välkomstmail?",
    "Nej, inte nu",
    "Ja, skicka mail",
  );
  expect(sentTo("admin-manager").at(-1)).toEqual({
    action: "create_org_admin",
    email: "anna@nord.example",
    password: "",
    first_name: "Anna",
    last_name: "Provberg",
    organization_id: ORGANIZATION_ID,
  });
  expect(question().getByRole("button", { name: /^Kopiera Tillfälligt lösenord/ }).textContent).toBe(
    "abcd-efgh-jkmn-pqrs-tuvw",
  );
  expect(question().getByRole("radio", { name: "Tillfälligt lösenord", checked: true })).toBeTruthy();
  expect(question().getByRole("radio", { name: "Inbjudningslänk", checked: false })).toBeTruthy();
  await expectAccessible();
  const send = () => user.click(question().getByRole("button", { name: "Ja, skicka mail" }));
  answerWith({ "POST /functions/v1/send-welcome-email": failed });
  await send();
  await sees("organization-admins", "Kunde inte skicka välkomstmail");
  expect(question().getByText("abcd-efgh-jkmn-pqrs-tuvw")).toBeTruthy();
  answerWith({ "POST /functions/v1/send-welcome-email": { success: true, mail: "sent" } });
  await send();
  await findToast("Välkomstmail skickat");
  await sees("organization-admins", "Välkomstmail skickat");
  const mail = {
    admin_email: "anna@nord.example",
    admin_name: "Anna Provberg",
    temp_password: "abcd-efgh-jkmn-pqrs-tuvw",
    organization_name: "Brf Norrgården",
  };
  expect(sentTo("send-welcome-email")).toEqual([mail, mail]);
  await waitFor(() => expect(screen.queryByText("abcd-efgh-jkmn-pqrs-tuvw")).toBeNull());
});

// Covers: 2.16
test("a password that a person chose is proposed for the email, and 'Nej, inte nu' sends none", async () => {
  const user = await openAdmins();
  await openForm(user);
  answerWith({ [MANAGER]: madeReply("valt-av-mig-4711") });
  await fill(user, { ...ANNA, password: "valt-av-mig-4711" });
  await user.click(addButton());
  await screen.findByRole("alertdialog", { name: "Skicka välkomstmail?" });
  expect(question().getByRole("radio", { name: "Tillfälligt lösenord", checked: true })).toBeTruthy();
  expect(question().getByText("valt-av-mig-4711")).toBeTruthy();
  await user.click(question().getByRole("button", { name: "Nej, inte nu" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.queryByText("valt-av-mig-4711")).toBeNull();
  expect(askedOf(/\/functions\/v1\//)).toHaveLength(1); // The only call is the one that made the credentials.
});

// Covers: 2.16
test("a portal with that setting proposes the link for the email, and the password may be chosen", async () => {
  const user = await openAdmins();
  await openForm(user);
  answerWith({ [MANAGER]: { ...madeReply("abcd-efgh-jkmn-pqrs-tuvw"), welcome_mail: "invitation" } });
  await fill(user, ANNA);
  await user.click(addButton());
  await screen.findByRole("alertdialog", { name: "Skicka välkomstmail?" });
  expect(question().getByRole("radio", { name: "Inbjudningslänk", checked: true })).toBeTruthy();
  await user.click(question().getByRole("radio", { name: "Tillfälligt lösenord" }));
  answerWith({ "POST /functions/v1/send-welcome-email": { success: true, mail: "sent" } });
  await user.click(question().getByRole("button", { name: "Ja, skicka mail" }));
  await findToast("Välkomstmail skickat");
  expect(sentTo("send-welcome-email")).toMatchObject([{ temp_password: "abcd-efgh-jkmn-pqrs-tuvw" }]);
});

// Covers: 5.4, 8.2
test("editing sends only changed values, and a refusal is reported in the specified words", async () => {
  const user = await openAdmins([elsa]);
  const edit = async () => user.click(await dialog().findByRole("button", { name: "Redigera Elsa Provberg" }));
  const save = () => user.click(dialog().getByRole("button", { name: "Spara" }));
  answerWith({ [MANAGER]: { success: true }, "PATCH /rest/v1/profiles": new Response(null, { status: 204 }) });
  const changes = () =>
    askedOf(/admin-manager|\/profiles\?id/).flatMap(({ method, body }) =>
      method === "PATCH" || method === "POST" ? [body] : [],
    );
  await edit();
  expect(dialog().getByDisplayValue("elsa@nord.example")).toBeTruthy();
  await fill(user, { lastName: "Provgren", password: "   " });
  await save();
  await findToast("Administratör uppdaterad");
  await sees("organization-admins", "Administratör uppdaterad");
  const names = { first_name: "Elsa", last_name: "Provgren" };
  expect(changes()).toEqual([names]);
  await edit();
  await fill(user, { email: "ny@nord.example", password: "nytt-fran-admin-12" });
  await save();
  const admin_id = elsa.profiles.id;
  await waitFor(() =>
    expect(changes()).toEqual([
      names,
      { action: "update_email", admin_id, email: "ny@nord.example" },
      { action: "update_password", admin_id, password: "nytt-fran-admin-12" },
    ]),
  );

  await edit();
  answerWith({ [MANAGER]: refused("email_taken", "User already registered", 409) });
  await fill(user, { email: "syd@test.example" });
  await save();
  await findToast("E-postadressen används redan");
  expect(dialog().getByText("E-postadressen används redan")).toBeTruthy();
  answerWith({ [MANAGER]: refused("weak_password", "Lösenordet är för svagt", 400) });
  await fill(user, { email: elsa.profiles.email, password: "password" });
  await save();
  await findToast("Kunde inte uppdatera lösenord");
  await sees("organization-admins", "Kunde inte uppdatera lösenord");
  expect(dialog().getByText("Lösenordet är för svagt")).toBeTruthy();
  await expectAccessible();
  answerWith({ "PATCH /rest/v1/profiles": json({ code: "22023", message: "", details: null, hint: null }, 400) });
  await fill(user, { firstName: "Ella" });
  await save();
  await findToast("Kunde inte uppdatera administratör");
  await sees("organization-admins", "Kunde inte uppdatera administratör");
});

// Covers: 2.18, 8.2
test("one is removed after the question, and a failed removal is reported", async () => {
  const user = await openAdmins([elsa]);
  const remove = async () => {
    await user.click(await dialog().findByRole("button", { name: "Ta bort Elsa Provberg" }));
    await screen.findByRole("alertdialog");
    await sees("organization-admins", "Ta bort administratör");
    await user.click(question().getByRole("button", { name: "Ta bort" }));
  };
  answerWith({ [MANAGER]: failed });
  await remove();
  await findToast("Kunde inte ta bort administratör");
  await sees("organization-admins", "Kunde inte ta bort administratör");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  answerWith({ [MANAGER]: { success: true }, "GET /rest/v1/user_roles\\?.*profiles": [] });
  await remove();
  await findToast("Administratör borttagen");
  await sees("organization-admins", "Administratör borttagen");
  expect(await dialog().findByText("Inga administratörer hittades")).toBeTruthy();
  const order = { action: "delete", admin_id: elsa.profiles.id };
  expect(sentTo("admin-manager")).toEqual([order, order]);
});

// Covers: 2.17
test("login details that were not made change nothing; those made but not sent are shown until closed", async () => {
  const user = await openAdmins([elsa]);
  const send = async () => {
    await user.click(await screen.findByRole("button", { name: "Skicka inloggningsuppgifter till Elsa Provberg" }));
    await screen.findByRole("alertdialog");
    await sees("organization-admins", "Skicka nya inloggningsuppgifter?");
    await user.click(question().getByRole("button", { name: "Skicka" }));
  };
  answerWith({ [MANAGER]: failed });
  await send();
  await findToast("Kunde inte återställa lösenord");
  await sees("organization-admins", "Kunde inte återställa lösenord");
  expect(sentTo("send-welcome-email")).toEqual([]);
  const { temp_password, temp_password_until } = madeReply("wxyz-2345");
  answerWith({
    [MANAGER]: { success: true, temp_password, temp_password_until },
    "POST /functions/v1/send-welcome-email": failed,
  });
  await send();
  await findToast("Kunde inte skicka inloggningsuppgifter");
  await sees("organization-admins", "Kunde inte skicka inloggningsuppgifter");
  await screen.findByRole("dialog"); // The question above the form is gone.
  expect(dialog().getByText(/Lösenordet är bytt/)).toBeTruthy();
  expect(dialog().getByRole("button", { name: /^Kopiera/ }).textContent).toBe("wxyz-2345");
  await expectAccessible();
  await user.click(within(dialog().getByRole("alert")).getByRole("button", { name: "Stäng" }));
  await waitFor(() => expect(screen.queryByText("wxyz-2345")).toBeNull());
});

// Covers: 2.17
test("cancelling changes no password; otherwise the new one goes out as it was made", async () => {
  const user = await openAdmins([elsa]);
  const ask = async () => {
    await user.click(await dialog().findByRole("button", { name: "Skicka inloggningsuppgifter till Elsa Provberg" }));
    const asked = await screen.findByRole("alertdialog", { name: "Skicka nya inloggningsuppgifter?" });
    expect(asked.textContent).toContain("Ett nytt tillfälligt lösenord skapas och ersätter det nuvarande.");
  };
  await ask();
  await user.click(question().getByRole("button", { name: "Avbryt" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sentTo("admin-manager")).toEqual([]);
  const { temp_password, temp_password_until } = madeReply("wxyz-2345");
  answerWith({
    [MANAGER]: { success: true, temp_password, temp_password_until },
    "POST /functions/v1/send-welcome-email": { success: true, mail: "sent" },
  });
  await ask();
  await expectAccessible();
  await user.click(question().getByRole("button", { name: "Skicka" }));
  await findToast("Inloggningsuppgifter skickade");
  await sees("organization-admins", "Inloggningsuppgifter skickade");
  expect(sentTo("admin-manager")).toEqual([{ action: "reset_password_and_get_temp", admin_id: elsa.profiles.id }]);
  expect(sentTo("send-welcome-email")).toEqual([
    expect.objectContaining({ admin_email: "elsa@nord.example", temp_password: "wxyz-2345" }),
  ]);
  expect(screen.queryByText("wxyz-2345")).toBeNull();
});

// Covers: auth.43
test("one without a second step has none taken away, and the reason is the server's", async () => {
  const user = await openAdmins([elsa]);
  const none = "Administratören har ingen tvåstegsverifiering. Inget har ändrats.";
  answerWith({ [MANAGER]: refused("conflict", none, 409) });
  await user.click(await dialog().findByRole("button", { name: "Fler åtgärder för Elsa Provberg" }));
  await user.click(await screen.findByRole("menuitem", { name: "Ta bort tvåstegsverifiering" }));
  const asked = await screen.findByRole("alertdialog");
  expect(asked.textContent).toContain("Elsa Provberg (elsa@nord.example) loggas ut överallt, får ett mail om det");
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  await findToast(none);
});
