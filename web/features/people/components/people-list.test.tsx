// Tests the requests of the lists of people, and the contents of a row. tests/integration/people/search.test.ts tests what is found.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { afterTest } from "#tests/components/after-test.ts";
import { ALVA_ID, NORD_ID, samplePerson } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { chosenColumns } from "../list-columns.ts";

const SYD_ID = "00000000-0000-4000-8000-0000000000b2";
const SEARCH = "POST /rest/v1/rpc/search_end_users";
const asked = () => Object(askedOf(/search_end_users/).at(-1)?.body);
const row = async () => {
  const grid = within(await screen.findByRole("grid", { name: "Användare" }));
  return within(await grid.findByRole("row", { name: /Alva Exempelsson/ }));
};
const found = (ids: readonly string[]) => ({
  ids,
  matched: ids.length,
  matched_exact: true,
  total: 3,
  total_exact: true,
});

const NORD = { id: NORD_ID, name: "Brf Norrgården" };
const SYD = { id: SYD_ID, name: "Sydhamnens Industri" };

function open(area: "system" | "org", query = "", peopled = [NORD, SYD]) {
  answerWith({
    "GET /rest/v1/organizations\\?select=id%2Cname%2Cend_users%21inner%28%29&order": peopled,
    [SEARCH]: found([ALVA_ID]),
    "GET /rest/v1/end_users\\?": [samplePerson()],
    "GET /rest/v1/organizations\\?select=id%2Cname&order": [NORD, SYD],
  });
  return area === "system"
    ? openPage(`/system-admin/end-users${query}`, "system_admin")
    : openPage("/org-admin/end-users", "org_admin");
}

// Covers: 2.32
test("a system admin's list has the specified columns and only Redigera", async () => {
  await open("system");
  const alva = await row();
  await sees("all-people", "Alla Slutanvändare", "Alla", "Endast PIN", "Endast fordon");
  await sees("all-people", "Namn", "Organisation", "PIN", "Fordon", "Skapad", "Åtgärder");
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "", // The box that chooses the page.
    "Namn",
    "Organisation",
    "PIN",
    "Fordon",
    "Skapad",
    "Åtgärder",
  ]);
  for (const said of ["Brf Norrgården", "1 dörr", "Synkad", "MLB 84A", "Personbil", "2026-11-01"])
    expect(alva.getAllByText(said)).not.toEqual([]); // A narrow list shows the organisation below the name.
  expect(alva.getByText(/••••/)).toBeTruthy();
  expect(alva.queryByRole("button", { name: /Ta bort/ })).toBeNull();
  await expectAccessible();
  expect(alva.getByRole("button", { name: "Redigera Alva Exempelsson" })).toBeTruthy();
});

// Covers: 2.20, 2.32
test("while a system admin's list is on its way it says so", async () => {
  const { promise: never } = Promise.withResolvers<Response>();
  answerWith({ [SEARCH]: () => never });
  await openPage("/system-admin/end-users", "system_admin");
  await sees("all-people", "Laddar...");
});

// Covers: 2.33
test("organisation and credential filters are the server's, and count their matches against everybody", async () => {
  const user = await open("system");
  await row();
  await user.click(screen.getByRole("radio", { name: "Endast PIN" }));
  await waitFor(() => expect(asked()).toMatchObject({ credential_type: "pin", organization_id: null }));
  await user.click(screen.getByRole("radio", { name: "Endast fordon" }));
  await waitFor(() => expect(asked()).toMatchObject({ credential_type: "license_plate" }));
  await user.click(screen.getByRole("radio", { name: "Alla" }));
  answerWith({ [SEARCH]: found([]) });
  const organization = await screen.findByRole("combobox", { name: "Organisation" });
  await user.clear(organization);
  await user.type(organization, "Syd");
  await user.click(await screen.findByRole("option", { name: "Sydhamnens Industri" }));
  await sees("all-people", "Inga användare hittades", "Visar {shown} av {all} användare");
  expect(asked()).toMatchObject({ organization_id: SYD_ID, credential_type: null });
  expect(screen.getByText("Visar 0 av 3 användare")).toBeTruthy();
  await expectAccessible();
});

// Covers: 2.33
test("the organisation filter offers everybody first, then only the organisations that people belong to", async () => {
  const user = await open("system", "", [SYD]);
  await row();
  await user.click(await screen.findByRole("combobox", { name: "Organisation" }));
  const offered = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(offered).toEqual(["Alla organisationer", "Sydhamnens Industri"]);
});

// Covers: 2.33
test("an organisation of the address that nobody belongs to is named in the filter", async () => {
  await open("system", `?organization=${SYD_ID}`, [NORD]);
  expect(await screen.findByDisplayValue("Sydhamnens Industri")).toBeTruthy();
});

// Covers: 2.35
test("an org admin's row counts the doors and gates, and gives each credential's dates", async () => {
  await open("org");
  const alva = await row();
  await sees("people", "Användare", "Alla användare", "Endast PIN", "Endast Fordon");
  await sees("people", "Passager {n}", "Grindar {n}", "Från {date} · Till {date}");
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Namn", "PIN", "Fordon", "Skapad", "Åtgärder"]),
  );
  for (const said of [/Passager 1/, /Grindar 1/, "MLB 84A", /Personbil/])
    expect(alva.getAllByText(said).length).toBeGreaterThan(0);
  expect(alva.getByRole("button", { name: "Redigera Alva Exempelsson" })).toBeTruthy();
  expect(alva.getByRole("button", { name: "Ta bort Alva Exempelsson" })).toBeTruthy();
});

// Covers: 2.36, 2.38
test("search, kind and order are the server's, and where nobody is found they are cleared at once", async () => {
  const user = await open("org");
  await row();
  await user.click(await screen.findByRole("button", { name: /Ordning/ }));
  await user.click(await screen.findByRole("option", { name: "Går ut först" }));
  await waitFor(() => expect(asked()).toMatchObject({ sort: "valid_to", descending: false }));
  const name = screen.getByRole("columnheader", { name: "Namn" });
  await user.click(within(name).getByRole("button"));
  await waitFor(() => expect(asked()).toMatchObject({ sort: "name", descending: false }));
  expect(screen.getByRole("button", { name: /Ordning.*Namn A–Ö|Namn A–Ö.*Ordning/ })).toBeTruthy();
  expect(name.getAttribute("aria-sort")).toBe("ascending");

  answerWith({ [SEARCH]: found([]) });
  await user.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  await user.keyboard("xyz7");
  await sees("people", "Inga användare matchar sökningen");
  await user.click(screen.getByRole("radio", { name: "Endast PIN" }));
  await waitFor(() => expect(asked()).toMatchObject({ query: "xyz7", credential_type: "pin", sort: "name" }));
  await expectAccessible();
  answerWith({ [SEARCH]: found([ALVA_ID]) }); // The first answer is requested again after a while.
  await user.click(screen.getByRole("button", { name: "Rensa filter" }));
  await row();
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  expect(screen.getByRole("radio", { name: "Alla användare", checked: true })).toBeTruthy();
  expect(screen.getByText("Visar 1 av 3 användare")).toBeTruthy();
});

// Covers: 2.38
test("an organisation without people says that there are none, and offers to add one", async () => {
  answerWith({ [SEARCH]: { ids: [], matched: 0, matched_exact: true, total: 0, total_exact: true } });
  await openPage("/org-admin/end-users", "org_admin");
  await sees("people", "Inga användare hittades");
  expect(screen.getAllByRole("button", { name: "Lägg till användare" }).length).toBeGreaterThan(0);
});

test("a link to a person who is gone says so, and opens nothing", async () => {
  const gone = { code: "PGRST116", message: "no rows", details: null, hint: null };
  answerWith({ [SEARCH]: found([]), "GET /rest/v1/end_users\\?": json(gone, 406) });
  await openPage(`/org-admin/end-users?person=${ALVA_ID}`, "org_admin");
  expect(await screen.findByText("Användaren finns inte längre.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(location.search).toBe("");
});

test("the list shows the columns that the person chose, and remembers them in this browser", async () => {
  const usual = chosenColumns.get();
  afterTest(() => chosenColumns.set(usual));
  const user = await open("org");
  const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);
  await row();
  expect(heads()).not.toContain("Lägenhet");
  await user.click(await screen.findByRole("button", { name: "Kolumner" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "Lägenhet" }));
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Telefon" }));
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Skapad" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(heads()).toEqual(expect.arrayContaining(["Lägenhet", "Telefon"])));
  expect(heads()).not.toContain("Skapad");
  expect(JSON.parse(localStorage.getItem("portal.people-columns") ?? "")).toEqual(["apartment", "phone"]);
});

// Covers: page.10
test("a row's menu hands its code over and copies the person's link", async () => {
  const user = await open("org");
  await row();
  const menu = () => user.click(screen.getByRole("button", { name: "Fler åtgärder för Alva Exempelsson" }));
  await menu();
  await user.click(await screen.findByRole("menuitem", { name: "Kopiera länk" }));
  expect(await screen.findByText("Länken är kopierad")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/org-admin/end-users?person=${ALVA_ID}`);
  answerWith({ "POST /functions/v1/end-user-manager": { success: true, pin: "739164" } });
  await menu();
  await user.click(await screen.findByRole("menuitem", { name: "Lämna över" }));
  const note = within(await screen.findByRole("dialog", { name: "Lämna över koden" }));
  expect(note.getByText("739164")).toBeTruthy();
});
