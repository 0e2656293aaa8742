// Tests Ctrl K and the keys of the frame from the keyboard.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { searchEndUsersRequest } from "#contract/functions/search-end-users-request.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { listedOrganization } from "#tests/components/fixtures/organizations/sample-organization.ts";
import { answerWith, json } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { paced } from "#tests/support/pace.ts";

const SEARCH = "POST /rest/v1/rpc/search_end_users";
const NOBODY = { ids: [], matched: 0, matched_exact: true, total: 0, total_exact: true };

async function openPalette(user: UserEvent) {
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("{Control>}k{/Control}");
  const dialog = within(await screen.findByRole("dialog", { name: "Sök eller hoppa till" }));
  await user.click(dialog.getByRole("searchbox")); // Browser tests check where the focus goes by itself.
  return dialog;
}

/** Delays every search; records how many run at once, and their texts. */
function watchSearches() {
  const seen = { now: 0, most: 0, queries: [] as string[] };
  answerWith({
    [SEARCH]: async ({ body }: { body: unknown }) => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      seen.queries.push(searchEndUsersRequest.parse(body).query ?? "");
      await new Promise((resolve) => setTimeout(resolve, paced(250)));
      seen.now -= 1;
      return NOBODY;
    },
  });
  return seen;
}

/** Types slower than the pause after which a list searches. */
async function typeSlowly(user: UserEvent, text: string): Promise<void> {
  for (const key of text) {
    await user.keyboard(key);
    await new Promise((resolve) => setTimeout(resolve, paced(140)));
  }
}

// Covers: feel.1
test("the palette asks one question at a time, none of one letter, and names an empty or failed search", async () => {
  const user = await openPage("/system-admin/organizations", "system_admin");
  const palette = await openPalette(user);
  expect(within(palette.getByRole("group", { name: "Gå till" })).getAllByRole("menuitem")).toHaveLength(15);
  await expectAccessible();
  const seen = watchSearches();
  await typeSlowly(user, "finns");
  await user.keyboard(" inte");
  await waitFor(() => expect(seen.queries.at(-1)).toBe("finns inte"));
  expect(await palette.findByText("Inget matchar")).toBeTruthy();
  expect(seen.most).toBe(1);
  expect(seen.queries.filter((query) => query.length < 2)).toEqual([]);

  answerWith({ [SEARCH]: json({ code: "22023", message: "no", details: null, hint: null }, 400) });
  await user.keyboard(" alls");
  expect(await palette.findByText(/^Det gick inte att söka just nu\./)).toBeTruthy();
  await expectAccessible();
});

test("a page whose letter is G shows that key twice, in the palette and among the shortcuts", async () => {
  answerWith({ [SEARCH]: NOBODY });
  const error = vi.spyOn(console, "error");
  const user = await openPage("/system-admin/organizations", "system_admin");
  const palette = await openPalette(user);
  const twice = within(palette.getByRole("menuitem", { name: /^Grupper/ })).getAllByText("G", { selector: "kbd" });
  await user.click(palette.getByRole("menuitem", { name: /^Kortkommandon/ }));
  expect(await screen.findByRole("dialog", { name: "Kortkommandon" })).toBeTruthy();
  expect(twice).toHaveLength(2);
  expect(error.mock.calls.filter(([said]) => String(said).includes("same key"))).toEqual([]);
  error.mockRestore();
});

// Covers: feel.1
test.each([
  ["Lägg till styrenhet", "Skapa styrenhet"],
  ["Lägg till organisation", "Lägg till organisation"],
  ["Lägg till administratör", "Lägg till administratör"],
  ["Lägg till användare", "Lägg till användare"],
])("%s of the palette opens its form", async (action, heading) => {
  answerWith({ [SEARCH]: NOBODY });
  const user = await openPage("/system-admin/organizations", "system_admin");
  const palette = await openPalette(user);
  await user.keyboard("lägg till");
  const actions = within(await palette.findByRole("group", { name: "Åtgärder" }));
  await user.click(actions.getByRole("menuitem", { name: action }));
  expect(await screen.findByRole("heading", { name: heading, level: 2 })).toBeTruthy();
  await waitFor(() => expect(location.search).toBe(""));
});

const REFUSED_AT = "2026-11-25T18:03:00Z";
const PERSON_ID = "00000000-0000-4000-8000-0000000000e1";
const GATE = {
  ...doorController,
  id: "00000000-0000-4000-8000-00000000000d",
  name: "Infart Norr",
  device_type: "axxon_lpr",
} as const;

/** Answers every search with one result of each kind, named after its place. */
function answerFound(): void {
  const { name, device_type, id } = doorController;
  answerWith({
    [SEARCH]: { ...NOBODY, ids: [PERSON_ID] },
    "GET /rest/v1/end_users\\?": [
      {
        id: PERSON_ID,
        first_name: "Alva",
        last_name: "Exempelsson",
        organizations: { name: "Brf Norrgården" },
        credentials: [{ credential_value: "MLB84A" }],
      },
    ],
    "GET /rest/v1/controllers\\?select=id%2Cname%2Cdevice_type&": [
      { id, name, device_type },
      { id: GATE.id, name: GATE.name, device_type: GATE.device_type },
    ],
    "GET /rest/v1/access_points\\?.*controllers%21inner": [
      { id: GATE.id, name: "Dörr 1", door_name: "Entré", controllers: { id, name } },
    ],
    "GET /rest/v1/organizations\\?select=id%2Cname&": [{ id: ORGANIZATION_ID, name: "Brf Norrgården" }],
  });
}

// Covers: feel.1
test("the palette finds people, controllers, gates, doors, organisations, and reasons of a refusal", async () => {
  answerFound();
  answerWith({
    "GET /rest/v1/credentials\\?": [{ id: ORGANIZATION_ID, end_user_id: PERSON_ID }],
    "GET /rest/v1/access_logs\\?": [
      { id: GATE.id, detected_at: REFUSED_AT, credential_id: ORGANIZATION_ID, controllers: { name: "Infart Norr" } },
    ],
  });
  const user = await openPage("/system-admin/organizations", "system_admin");
  const palette = await openPalette(user);
  await user.keyboard("no");
  const found = async (group: string) =>
    within(await palette.findByRole("group", { name: group }))
      .getAllByRole("menuitem")
      .map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));
  expect(await found("Användare")).toEqual(["Alva Exempelsson · Brf NorrgårdenSMLB 84A"]);
  expect(await found("Styrenheter")).toEqual(["Port A"]);
  expect(await found("Grindar")).toEqual(["Infart Norr"]);
  expect(await found("Dörrar")).toEqual(["Entré · Port A"]);
  expect(await found("Organisationer")).toEqual(["Brf Norrgården"]);
  const why = ["Alva Exempelsson kom inte in i Infart Norr · 2026-11-25 19:03 · Brf NorrgårdenSMLB 84A"];
  expect(await found("Varför")).toEqual(why);
  await expectAccessible();
  await user.clear(palette.getByRole("searchbox"));
  await user.keyboard("varför kom alva inte in");
  await waitFor(() => expect(palette.queryByRole("group", { name: "Användare" })).toBeNull());
  expect(await found("Varför")).toEqual(why);
});

// Covers: feel.1
test.each([
  ["Organisationer", "Brf Norrgården", "Redigera organisation", "/system-admin/organizations"],
  ["Dörrar", "Entré · Port A", "Hantera åtkomstpunkter", "/system-admin/controllers"],
  ["Grindar", "Infart Norr", "Redigera styrenhet", "/system-admin/controllers"],
  ["Styrenheter", "Port A", "Redigera styrenhet", "/system-admin/controllers"],
])("a result under %s, %s, opens as '%s', and its address does not stay", async (group, name, heading, path) => {
  answerWith({
    "GET /rest/v1/controllers\\?.*id=eq.*0c": doorController,
    "GET /rest/v1/controllers\\?.*id=eq.*0d": GATE,
    "GET /rest/v1/organizations\\?.*id=eq": listedOrganization(ORGANIZATION_ID, "Brf Norrgården"),
  });
  answerFound();
  const user = await openPage("/system-admin/doors", "system_admin");
  const palette = await openPalette(user);
  await user.keyboard("no");
  const found = within(await palette.findByRole("group", { name: group }));
  await user.click(found.getByRole("menuitem", { name }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("heading", { name: heading })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(location.pathname + location.search).toBe(path));
});

test("an org admin's palette offers to add a person, a group, a schedule and a calendar, and nothing else", async () => {
  answerWith({ [SEARCH]: NOBODY });
  const user = await openPage("/org-admin/end-users", "org_admin");
  const palette = await openPalette(user);
  await user.keyboard("lägg till");
  const actions = within(await palette.findByRole("group", { name: "Åtgärder" }));
  expect(actions.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Lägg till användare",
    "Lägg till grupp",
    "Lägg till schema",
    "Lägg till kalender",
  ]);
});

// Covers: feel.2
test("a search of the list has one question on its way, and not one for every letter", async () => {
  const seen = watchSearches();
  const user = await openPage("/org-admin/end-users", "org_admin");
  await screen.findByText("Inga användare hittades");
  seen.queries.length = 0;
  await user.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  await typeSlowly(user, "alva exempels");
  await waitFor(() => expect(seen.queries.at(-1)).toBe("alva exempels"));
  expect(await screen.findByText("Inga användare matchar sökningen")).toBeTruthy();
  expect(seen.most).toBe(1);
  expect(seen.queries.length).toBeLessThan("alva exempels".length);
});

// Covers: feel.3
test("G and a second key go to a page, but not while somebody types", async () => {
  answerWith({ [SEARCH]: NOBODY, "POST /functions/v1/own-weekly-codes": { success: true, codes: [] } });
  const user = await openPage("/org-admin/end-users", "org_admin");
  await screen.findByText("Inga användare hittades");
  await user.keyboard("/gb");
  const search = screen.getByRole("searchbox");
  expect(search).toHaveProperty("value", "gb");
  await screen.findByText("Inga användare matchar sökningen");
  await waitFor(() => expect(location.pathname + location.search).toBe("/org-admin/end-users?q=gb"));
  await user.keyboard("{Escape}");
  screen.getByRole("heading", { level: 1 }).focus();
  await user.keyboard("gb");
  expect(await screen.findByRole("heading", { level: 1, name: "Behörigheter" })).toBeTruthy();
  expect(location.pathname).toBe("/org-admin/permissions");
});

// Covers: feel.1, page.12
test("an act is found by other words for it, and ? shows the keys", async () => {
  const user = await openPage("/system-admin/organizations", "system_admin");
  const palette = await openPalette(user);
  answerWith({ [SEARCH]: NOBODY });
  const box = palette.getByRole("searchbox");
  for (const [words, ...acts] of [
    ["veckokod", "Veckokoder", "Rensa utgångna"],
    ["ny användare", "Lägg till användare"],
    ["larm", "Larminställningar", "Webhookar", "Skicka provlarm", "Drift", "Dörrar"],
    ["öppna dörr", "Öppna dörren"],
    ["byt lösenord", "Mitt konto"],
    ["språk", "English"],
    ["mörkt läge", "Utseende: Mörkt"],
    ["hjälp", "Handbok", "Kortkommandon"],
  ] as const) {
    await user.clear(box);
    await user.paste(words);
    for (const act of acts) expect(palette.getAllByRole("menuitem", { name: new RegExp(`^${act}`) })[0]).toBeTruthy();
  }
  await user.keyboard("{Escape}{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("?");
  const keys = within(await screen.findByRole("dialog", { name: "Kortkommandon" }));
  expect(keys.getByText("Sök i listan")).toBeTruthy();
  expect(keys.getByText("Styrenheter")).toBeTruthy();
  await expectAccessible();
});
