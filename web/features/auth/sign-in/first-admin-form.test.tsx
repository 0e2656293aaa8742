// tests/e2e/auth/first-admin.test.ts tests the server's answers used here.
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { FirstAdminForm } from "./first-admin-form.tsx";

const ASK = "GET /functions/v1/first-admin\\?token=l1nk";
const MAKE = "POST /functions/v1/first-admin";
const refused = ({ code, sv, status, field }: { code: string; sv: string; status: number; field?: string }) =>
  json({ code, error: sv, field }, status);

test.each([
  ["spent", administratorErrors.already_set_up(), "Det finns redan en systemadministratör. Logga in i stället."],
  [
    "wrong",
    administratorErrors.setup_link_invalid(),
    "Länken gäller inte. Starta om servern och använd länken som den skriver ut.",
  ],
])("a link that is %s says so before anybody fills in a form, and leaves the address", async (_what, why, said) => {
  answerWith({ [ASK]: refused(why) });
  history.replaceState({}, "", "/auth?setup=l1nk");
  const onLeave = vi.fn();
  const user = await show(<FirstAdminForm token="l1nk" onLeave={onLeave} />);
  expect(await screen.findByRole("heading", { name: "Länken fungerar inte längre" })).toBeTruthy();
  expect(document.title).toBe("Länken fungerar inte längre – Webbportal");
  expect(screen.getByRole("alert").textContent).toBe(said);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Till inloggningen" }));
  expect(onLeave).toHaveBeenCalledTimes(1);
  expect(location.pathname + location.search).toBe("/auth");
});

test("the first admin's form names each field's fault, and says when the link was spent meanwhile", async () => {
  answerWith({ [ASK]: { success: true } });
  const user = await show(<FirstAdminForm token="l1nk" onLeave={() => undefined} />);
  expect(screen.getByRole("heading", { name: "Skapa systemadministratör" })).toBeTruthy();
  const create = () => user.click(screen.getByRole("button", { name: "Skapa konto" }));
  const write = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  await create();
  for (const text of ["Förnamn krävs", "Efternamn krävs", "Fyll i ditt lösenord"])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  await expectAccessible();
  await write("Förnamn", "Sixten");
  await write("Efternamn", "Provberg");
  await write("E-post", "sixten@test.example");
  await write("Lösenord", "hemlig1");
  expect(screen.getByText(/^Svagt\./)).toBeTruthy();
  await write("Lösenordet en gång till", "hemlig2");
  await create();
  expect(await screen.findByText("Lösenorden är inte lika")).toBeTruthy();
  expect(askedOf(/first-admin$/)).toEqual([]);
  await write("Lösenordet en gång till", "hemlig1");
  answerWith({ [MAKE]: refused(administratorErrors.first_password_weak()) });
  await create();
  expect(await screen.findByText("Lösenordet är för svagt")).toBeTruthy();
  expect(screen.getByLabelText("Lösenord").getAttribute("aria-invalid")).toBe("true");
  await write("Lösenord", "tre röda bilar vid grinden");
  expect(screen.getByText("Starkt lösenord.")).toBeTruthy();
  await write("Lösenordet en gång till", "tre röda bilar vid grinden");
  answerWith({ [MAKE]: refused(administratorErrors.already_set_up()) });
  await create();
  expect(await screen.findByText("Det finns redan en systemadministratör. Logga in i stället.")).toBeTruthy();
  await waitFor(() =>
    expect(askedOf(/first-admin$/).at(-1)?.body).toEqual({
      token: "l1nk",
      firstName: "Sixten",
      lastName: "Provberg",
      email: "sixten@test.example",
      password: "tre röda bilar vid grinden",
    }),
  );
});
