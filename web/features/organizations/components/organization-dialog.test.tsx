import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { listedOrganization } from "#tests/components/fixtures/organizations/sample-organization.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import type { ListedOrganization } from "../api/get-organizations.ts";

let rows: readonly ListedOrganization[];

async function open(first: readonly ListedOrganization[]) {
  rows = first;
  answerWith({ "GET /rest/v1/organizations\\?": () => page(rows) });
  const user = await openPage("/system-admin/organizations", "system_admin");
  const press = async (name: string) =>
    user.click((await screen.findAllByRole("button", { name }))[0] ?? document.body);
  return { user, press };
}
const form = () => within(screen.getByRole("dialog"));
const saves = () => askedOf(/organizations/).filter(({ method }) => !["GET", "HEAD"].includes(method));
const made = (name: string, description: string | null): ListedOrganization => ({
  ...listedOrganization(ORGANIZATION_ID, name),
  description,
  organization_controllers: [{ count: 0 }],
});

// Covers: 2.12, files.1
test("an organisation needs a name, and a double press makes one of it, which the list shows", async () => {
  const { user, press } = await open([]);
  await sees("organizations", "Organisationer", "Hantera alla organisationer i systemet");
  await sees("organizations", "Inga organisationer hittades", "Lägg till organisation");
  await press("Lägg till organisation");
  await screen.findByRole("dialog", { name: "Lägg till organisation" });
  await user.click(form().getByRole("button", { name: "Uppgifter och lagring" }));
  await user.click(form().getByLabelText("Namn"));
  await user.paste("   ");
  await user.click(form().getByRole("button", { name: "Lägg till organisation" }));
  expect((await form().findAllByText("Namn krävs")).length).toBeGreaterThan(0);
  await user.clear(form().getByLabelText("Namn"));
  await user.paste("x".repeat(101));
  expect((await form().findAllByText("Namnet får vara högst 100 tecken")).length).toBeGreaterThan(0);
  await expectAccessible();
  expect(saves()).toEqual([]);
  await user.clear(form().getByLabelText("Namn"));
  await user.paste("Brf Lindängen");
  await user.click(form().getByLabelText(/^Beskrivning/));
  await user.paste("Tre trapphus");
  const held = Promise.withResolvers<null>();
  answerWith({
    "POST /rest/v1/organizations": async () => {
      await held.promise;
      rows = [made("Brf Lindängen", "Tre trapphus")];
      return new Response(null, { status: 201 });
    },
  });
  await user.dblClick(form().getByRole("button", { name: "Lägg till organisation" }));
  held.resolve(null);
  await sees("organizations", "Organisation skapad");
  const row = await within(await screen.findByRole("grid")).findByRole("row", { name: /Brf Lindängen/ });
  expect(row.textContent).toMatch(/Tre trapphus.*0 · Hantera styrenheter/);
  expect(within(row).getByRole("button", { name: "0 · Hantera styrenheter för Brf Lindängen" })).toBeTruthy();
  expect(saves().map(({ method, body }) => [method, body])).toEqual([
    ["POST", { name: "Brf Lindängen", description: "Tre trapphus", kind: "other", log_days: null, purposes: null }],
  ]);
});

test("the answer to a save closes no dialog that was opened after its own was left", async () => {
  const { user, press } = await open([]);
  const saved = Promise.withResolvers<Response>();
  answerWith({ "POST /rest/v1/organizations": () => saved.promise });
  const add = async (name: string) => {
    await press("Lägg till organisation");
    await screen.findByRole("dialog", { name: "Lägg till organisation" });
    await user.click(form().getByLabelText("Namn"));
    await user.paste(name);
  };
  await add("Brf Lindängen");
  await user.click(form().getByRole("button", { name: "Lägg till organisation" }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  await user.keyboard("{Escape}");
  const question = within(await screen.findByRole("alertdialog", { name: "Osparade ändringar" }));
  await user.click(question.getByRole("button", { name: "Kasta ändringar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await add("Brf Nordan");
  saved.resolve(new Response(null, { status: 201 }));
  await sees("organizations", "Organisation skapad");
  expect(form().getByLabelText("Namn")).toHaveProperty("value", "Brf Nordan");
});

// Covers: 2.14, 2.20
test("while they are on their way the list says so; each then leads to its administrators and controllers", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<Response>();
  answerWith({ "GET /rest/v1/organizations\\?": () => held });
  await openPage("/system-admin/organizations", "system_admin");
  await sees("organizations", "Laddar...");
  release(page([made("Brf Lindängen", null)]));
  await sees("organizations", "Hantera admins", "Hantera styrenheter");
});

// Covers: 2.12
test("its description may be taken away", async () => {
  const { user, press } = await open([made("Brf Lindängen", "Tre trapphus")]);
  await press("Redigera Brf Lindängen");
  await screen.findByRole("dialog", { name: "Redigera organisation" });
  answerWith({
    "PATCH /rest/v1/organizations\\?": () => {
      rows = [made("Brf Lindängen", null)];
      return new Response(null, { status: 204 });
    },
  });
  await user.clear(form().getByLabelText(/^Beskrivning/));
  await user.click(form().getByRole("button", { name: "Spara" }));
  await sees("organizations", "Organisation uppdaterad");
  await waitFor(() => expect(screen.queryByText("Tre trapphus")).toBeNull());
  expect(saves().map(({ address, body }) => [address, Object(body).description])).toEqual([
    [`/rest/v1/organizations?id=eq.${ORGANIZATION_ID}`, null],
  ]);
});

// Covers: 8.18
test("a refusal that has no sentence of its own is unexpected, and what was typed stays", async () => {
  const { user, press } = await open([made("Brf Lindängen", "Tre trapphus")]);
  await press("Redigera Brf Lindängen");
  await screen.findByRole("dialog", { name: "Redigera organisation" });
  const refused = { code: "22023", message: "refused", details: null, hint: null };
  answerWith({ "PATCH /rest/v1/organizations\\?": json(refused, 400) });
  await user.clear(form().getByLabelText(/^Beskrivning/));
  await user.paste("Fyra trapphus");
  await user.click(form().getByRole("button", { name: "Spara" }));
  await sees("any-page", "Fel", "Ett oväntat fel uppstod");
  answerWith({ "PATCH /rest/v1/organizations\\?": json({ ...refused, code: "PGRST001" }, 503) });
  await user.click(form().getByRole("button", { name: "Spara" }));
  await sees("any-page", "Kunde inte ansluta till databasen");
  expect(form().getByDisplayValue("Fyra trapphus")).toBeTruthy();
});

// Covers: 2.13, 5.6
test("an empty organisation goes once that is confirmed, and not before", async () => {
  const { user, press } = await open([made("Tomma Föreningen", null)]);
  await press("Ta bort Tomma Föreningen");
  const question = within(await screen.findByRole("alertdialog"));
  await sees("organizations", "Är du säker på att du vill ta bort denna organisation? Denna åtgärd kan inte ångras.");
  await expectAccessible();
  expect(saves()).toEqual([]);
  answerWith({
    "DELETE /rest/v1/organizations\\?": () => {
      rows = [];
      return new Response(null, { status: 204 });
    },
  });
  await user.click(question.getByRole("button", { name: "Ta bort" }));
  await sees("organizations", "Organisation borttagen");
  await waitFor(() => expect(screen.queryByText("Tomma Föreningen")).toBeNull());
});

// Covers: 2.14
test("a search that finds no organisation says so, with a way back", async () => {
  const { user } = await open([made("Brf Lindängen", null)]);
  await within(await screen.findByRole("grid")).findByText("Brf Lindängen");
  answerWith({
    "GET /rest/v1/organizations\\?": ({ address }) => page(address.includes("finns") ? [] : rows),
  });
  await user.type(screen.getByRole("searchbox", { name: "Sök organisation" }), "finns inte alls");
  const search = () =>
    new URLSearchParams(
      askedOf(/organizations\?/)
        .at(-1)
        ?.address.split("?")[1],
    );
  // On a slow machine, the text typed so far is searched for first.
  await expect
    .poll(() => search().get("or"))
    .toBe('(name.ilike."*finns inte alls*",description.ilike."*finns inte alls*")');
  expect(await screen.findByText("Inga organisationer hittades")).toBeTruthy();
  await expectAccessible();
  const [inField, inList] = screen.getAllByRole("button", { name: "Rensa sökning" });
  expect(screen.getByRole("searchbox").parentElement?.contains(inField ?? null)).toBe(true);
  await user.click(inList ?? document.body);
  expect(await within(await screen.findByRole("grid")).findByText("Brf Lindängen")).toBeTruthy();
});
