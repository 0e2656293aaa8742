// Tests adding, changing and removing a person of one controller. tests/integration/controllers/axis-proxy.test.ts tests that the device
// opens accordingly.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import { ControllerUsersDialog } from "./controller-users-dialog.tsx";

const CONTROLLER = { id: "00000000-0000-4000-8000-00000000000c", name: "Huset" };
const elin: AxisUser = {
  token: "u-1",
  Name: "Elin Elektriker",
  Attribute: [],
  userToken: "u-1",
  credentialToken: "c-1",
  name: "Elin Elektriker",
  firstName: "Elin",
  lastName: "Elektriker",
  pin: "••••",
  validFrom: "2026-11-01T08:00:00Z",
  validTo: "2027-03-01T17:45:00Z",
  enabled: true,
  owned: true,
  sourceKind: "direct",
  onDevice: true,
  state: "synced",
};
const IN_USE =
  "PIN-koden används redan vid Huset. Inget har sparats. Välj en annan kod eller låt portalen generera en.";
const DAY_MS = 86_400_000;

let users: readonly AxisUser[];

async function open(first: readonly AxisUser[], states: readonly ControllerState[] = []) {
  users = first;
  answerWith({
    "POST /functions/v1/axis-proxy": ({ body }) => {
      const { action, pin } = Object(body);
      if (action === "LIST_USERS") return { success: true, users };
      if (pin === "905172") return json({ error: IN_USE, code: "pin_in_use", field: "pin" }, 409);
      return { success: true, state: "synced", pending: [], userToken: "u-1", credentialToken: "c-1" };
    },
    "POST /rest/v1/rpc/controller_states": states,
  });
  const user = await show(<ControllerUsersDialog controller={CONTROLLER} onClose={() => undefined} />);
  const dialog = () => within(screen.getByRole("dialog"));
  const press = async (name: string) => user.click(await dialog().findByRole("button", { name }));
  const write = async (label: string | RegExp, text: string) => {
    await user.clear(await dialog().findByRole("textbox", { name: label }));
    await user.paste(text);
  };
  return { user, dialog, press, write };
}
const PIN = /^PIN-kod/;
const changes = () =>
  askedOf(/axis-proxy/)
    .map(({ body }) => Object(body))
    .filter(({ action }) => action !== "LIST_USERS");

// Covers: 5.9
test("a person is added for 30 days, once every field is right and the PIN is nobody else's there", async () => {
  const { dialog, press, write } = await open([]);
  await press("Lägg till användare");
  await press("Lägg till");
  await sees("controller-users", "Förnamn krävs", "Efternamn krävs", "PIN måste vara 4-6 siffror");
  expect(dialog().getByText("Personen får de dörrar som gruppen Webbportal har på styrenheten.")).toBeTruthy();
  expect(changes()).toEqual([]);
  await write("Förnamn", "Elin");
  await write("Efternamn", "Elektriker");
  await write(PIN, "905172");
  await expectAccessible();
  await press("Lägg till");
  expect((await dialog().findAllByText(IN_USE)).length).toBeGreaterThan(0);
  // The second half failed, so the first is undone.
  expect(changes().map(({ action }) => action)).toEqual(["CREATE_USER", "SET_CREDENTIAL", "DELETE_USER"]);

  await write(PIN, "4816");
  users = [elin];
  await press("Lägg till");
  await sees("controller-users", "Framgång", "Användare skapades");
  const row = await dialog().findByRole("row", { name: /Elin Elektriker/ });
  expect(row.textContent).toContain("Synkad");
  expect(row.textContent).not.toContain("4816");
  const [person, code] = changes().slice(3);
  expect(person).toMatchObject({ action: "CREATE_USER", firstName: "Elin", lastName: "Elektriker" });
  expect(code).toMatchObject({ action: "SET_CREDENTIAL", userToken: "u-1", pin: "4816" });
  const days = (Date.parse(code.validTo) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(31.1);
  expect(Math.abs(Date.parse(code.validFrom) - Date.now())).toBeLessThan(60_000);
});

// Covers: 5.9
test("a long name, missing days and an end before its beginning are reported at their fields", async () => {
  const { user, dialog, press, write } = await open([]);
  await press("Lägg till användare");
  const empty = async (day: RegExp) => {
    for (const part of await within(await dialog().findByRole("group", { name: day })).findAllByRole("spinbutton")) {
      part.focus();
      await user.keyboard("{Backspace>4/}");
    }
  };
  await write("Förnamn", "x".repeat(101));
  await write("Efternamn", "Elektriker");
  await write(PIN, "4816");
  await empty(/^Giltig från/);
  await empty(/^Giltig till/);
  await press("Lägg till");
  await sees("controller-users", "Förnamn måste vara mindre än 100 tecken");
  await sees("controller-users", "Giltig från-datum krävs", "Giltig till-datum krävs");
  await expectAccessible();
  const type = async (day: RegExp, digits: string) => {
    (await within(dialog().getByRole("group", { name: day })).findAllByRole("spinbutton"))[0]?.focus();
    await user.keyboard(digits);
  };
  await type(/^Giltig från/, "20270301");
  await type(/^Giltig till/, "20270228");
  await press("Lägg till");
  await sees("controller-users", "Giltig till-datum måste vara efter giltig från-datum");
  expect(changes()).toEqual([]);
});

// Covers: 5.9
test("an edited person keeps the name and the times, and gets the new PIN alone", async () => {
  const { dialog, press, write } = await open([elin]);
  await press("Redigera Elin Elektriker");
  expect(dialog().getByLabelText("Förnamn").hasAttribute("disabled")).toBe(true);
  expect(dialog().getByLabelText("Efternamn").hasAttribute("disabled")).toBe(true);
  expect(dialog().getByText("Namn kan inte ändras vid redigering")).toBeTruthy();
  expect(dialog().getByText("Personens dörrar ändras inte.")).toBeTruthy();
  await expectAccessible();
  await write(PIN, "592736");
  await press("Spara");
  await sees("controller-users", "Framgång", "Användare uppdaterades");
  const kept = { pin: "592736", validFrom: null, validTo: null, adopt: false };
  expect(changes()).toEqual([
    { action: "UPDATE_CREDENTIAL", controller_id: CONTROLLER.id, credentialToken: "c-1", userToken: "u-1", ...kept },
  ]);
});

// Covers: 5.9
test("a person is removed once that is confirmed", async () => {
  const { user, dialog, press } = await open([elin]);
  await press("Ta bort Elin Elektriker");
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort användare" }));
  expect(question.getByText("Elin Elektriker tas bort på Huset.")).toBeTruthy();
  expect(question.queryByText(/svarar inte/)).toBeNull();
  expect(changes()).toEqual([]);
  users = [];
  await user.click(question.getByRole("button", { name: "Ta bort" }));
  await sees("controller-users", "Framgång", "Användare raderades");
  await waitFor(() => expect(dialog().queryByRole("row", { name: /Elin/ })).toBeNull());
  await sees("controller-users", "Inga slutanvändare hittades");
  expect(changes()).toEqual([
    {
      action: "DELETE_USER",
      controller_id: CONTROLLER.id,
      userToken: "u-1",
      credentialToken: "c-1",
      adopt: false,
    },
  ]);
});

test("an end user is shown there and not changed, and an ended one is called so", async () => {
  const { dialog } = await open([
    { ...elin, sourceKind: "credential", firstName: "Alva", lastName: "Exempelsson", validTo: "2026-01-01T00:00:00Z" },
  ]);
  const row = await dialog().findByRole("row", { name: /Alva Exempelsson/ });
  expect(row.textContent).toMatch(/Synkad.*Slutanvändare.*Utgången/);
  for (const name of ["Redigera Alva Exempelsson", "Ta bort Alva Exempelsson"])
    expect(within(row).getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  await expectAccessible();
});
