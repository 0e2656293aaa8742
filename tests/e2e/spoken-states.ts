// Pages and dialogs of both roles that are read and checked with axe in Swedish and in English.
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

export type Spoken = "sv" | "en";
/** Returns the phrase in the page's language. */
type Say = (swedish: string, english: string) => string;

export interface SpokenState {
  name: string;
  path: string;
  /** Leads from the page to the state. */
  open?: (page: Page, say: Say) => Promise<void>;
  /** Texts that are then visible. */
  shows: readonly [swedish: string, english: string];
  /** Other browser tests check the state in Swedish. */
  knownInSwedish?: boolean;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

/** Returns pages of both areas; other browser tests check their Swedish too. */
function ofBothRoles(area: "/org-admin" | "/system-admin"): SpokenState[] {
  const pages = [
    { name: "doors", path: "doors", shows: ["Garage Kajen", "Garage Kajen"] },
    { name: "log of doors", path: "access-logs?log=doors", shows: ["Åtkomstloggar", "Access logs"] },
    { name: "unclear plates", path: "plates", shows: ["Första tecknet saknas", "The first character is missing"] },
    {
      name: "a page that does not exist",
      path: "nowhere",
      shows: ["Hoppsan! Sidan hittades inte", "The page was not found"],
    },
  ] as const;
  return pages.map((page) => ({ ...page, path: `${area}/${page.path}`, knownInSwedish: true }));
}

export const ORGANIZATION_STATES: readonly SpokenState[] = [
  { name: "first steps", path: "/org-admin", shows: ["Prova vid dörren", "Try it at the door"] },
  {
    name: "how to try at the door",
    path: "/org-admin",
    open: (page, say) => press(page, say("Visa hur", "Show how")),
    shows: ["Med behörigheten för Alva Exempelsson", "With the credential of Alva Exempelsson"],
  },
  ...ofBothRoles("/org-admin"),
  {
    name: "a door to be held unlocked",
    path: "/org-admin/doors",
    open: (page, say) => press(page, say("Håll olåst: Dörr 1", "Hold unlocked: Dörr 1")),
    shows: [
      "Portalen låser dörren igen vid den tid du väljer.",
      "The portal locks the door again at the time you choose.",
    ],
  },
  {
    name: "a reading of several vehicles",
    path: "/org-admin/plates",
    open: (page, say) =>
      press(page, say("Välj fordon för MLB 19Q vid Infart Norr", "Choose vehicle for MLB 19Q at Infart Norr")),
    shows: ["Läsningen kan vara flera fordon.", "The reading may be several vehicles."],
  },
  {
    name: "a mistyped number",
    path: "/org-admin/plates",
    open: async (page, say) => {
      await press(page, say("Välj fordon för MLB 19Q vid Infart Norr", "Choose vehicle for MLB 19Q at Infart Norr"));
      await press(page, say("Rätta MLB 190 till MLB 19Q", "Correct MLB 190 to MLB 19Q"));
    },
    shows: ["Det tidigare registreringsnumret öppnar inte längre.", "The former number no longer opens."],
  },
  {
    name: "the end of a linked reading",
    path: "/org-admin/plates",
    open: (page, say) => press(page, say("Koppla bort MLB B4A vid Infart Norr", "Unlink MLB B4A at Infart Norr")),
    shows: ["Fordonets eget registreringsnummer gäller som förut.", "The vehicle's own number counts as before."],
  },
  {
    name: "several people removed at once",
    path: "/org-admin/end-users",
    open: async (page, say) => {
      for (const name of ["Alva Exempelsson", "Greta Testgren"])
        await page.getByRole("checkbox", { name: say(`Välj ${name}`, `Choose ${name}`) }).click();
      await press(page, say("Ta bort", "Remove"));
    },
    shows: ["Slutar gälla:", "No longer valid:"],
  },
  {
    name: "data of a person",
    path: "/org-admin/end-users",
    open: async (page, say) => {
      await press(page, say("Redigera Alva Exempelsson", "Edit Alva Exempelsson"));
      await press(page, say("Personuppgifter", "Personal data"));
      await page.getByRole("link", { name: say("Visa uppgifter", "Show data") }).click();
    },
    shows: ["PIN-kod och fordon", "PIN and vehicles"],
    knownInSwedish: true,
  },
  {
    name: "a code handed over",
    path: "/org-admin/end-users",
    open: async (page, say) => {
      await press(page, say("Visa PIN-kod för Alva Exempelsson", "Show PIN of Alva Exempelsson"));
      await press(page, say("Lämna över koden, Alva Exempelsson", "Hand over the code, Alva Exempelsson"));
    },
    shows: ["Koden är personlig. Lämna den inte vidare.", "The code is personal. Do not pass it on."],
  },
];

export const SYSTEM_STATES: readonly SpokenState[] = [
  ...ofBothRoles("/system-admin"),
  {
    name: "an Axis controller over plain http with its facts",
    path: "/system-admin/controllers",
    open: (page, say) => press(page, say("Redigera Garage Kajen", "Edit Garage Kajen")),
    shows: ["Redigera styrenhet", "Edit controller"],
  },
  {
    name: "a new relay",
    path: "/system-admin/controllers?add=1",
    open: async (page, say) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: say("Enhetstyp", "Device type") }).click();
      await page.getByRole("option", { name: say("Relä", "Relay") }).click();
    },
    shows: ["Så frågar den som läser skylten", "How the reader of plates asks"],
  },
];

/** Prepares a linked reading and two near misses: one misread plate, and one reading that resembles two plates. */
export async function spokenWorld(portal: TestPortal): Promise<void> {
  const { savePerson } = await mainWorld(portal);
  const { rows } = await portal.admin.query("select from plate_aliases");
  if (rows.length > 0) return;
  await savePerson({ firstName: "Greta", lastName: "Testgren", plate: "MLB19D" });
  await savePerson({ firstName: "Jon", lastName: "Attrapp", plate: "MLB190" });
  await portal.admin.query(
    `insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
     select a.controller_id, c.organization_id, c.id, 'MLBB4A' from credentials c
     join controller_assignments a on a.credential_id = c.id where c.display_value = 'MLB 84A'`,
  );
  await portal.axxon.drive("LB84A");
  await portal.axxon.drive("MLB19Q");
  await expect.poll(async () => (await portal.admin.query("select from plate_near_misses")).rowCount).toBe(2);
}

/** Visits states; `check` runs in each after axe. */
export async function visitStates(
  page: Page,
  states: readonly SpokenState[],
  spoken: Spoken,
  check: (name: string) => Promise<void> = async () => {},
): Promise<void> {
  const say: Say = (swedish, english) => (spoken === "sv" ? swedish : english);
  // A state that does not open fails by its own name, not by the test's time limit.
  page.setDefaultTimeout(paced(20_000));
  for (const { name, path, open, shows } of states) {
    await turnTo(page, path);
    await open?.(page, say);
    await expect(
      page
        .getByText(say(...shows))
        .filter({ visible: true })
        .first(),
      name,
    ).toBeVisible();
    await expect(page.locator("[aria-busy=true]"), name).toHaveCount(0);
    await expectAccessible(page);
    await check(name);
  }
}
