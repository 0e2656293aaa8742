// Tests an organisation's kind and retention: a system admin sets them, an org admin reads them.
// tests/integration/retention/retention.test.ts tests that the days are kept.
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { OrganizationRow } from "#contract/tables/organizations.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { listedOrganization } from "#tests/components/fixtures/organizations/sample-organization.ts";
import { answerWith, askedOf } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { OrganizationDialog } from "./organization-dialog.tsx";

const ID = ORGANIZATION_ID;
const norr: OrganizationRow = { ...listedOrganization(ID, "Brf Norrgården"), kind: "other" };
const SAVED = new Response(null, { status: 204 });

async function openForm(organization: OrganizationRow | null) {
  const onClose = vi.fn();
  const user = await show(<OrganizationDialog organization={organization} onClose={onClose} />);
  return { user, onClose, form: within(screen.getByRole("dialog")) };
}

const sent = () => askedOf(/organizations/).map(({ method, address, body }) => [method, address, body]);

// Covers: running.12
test("a system admin says what an organisation is, how long passages are kept and what for", async () => {
  const { user, onClose, form } = await openForm(norr);
  await user.click(form.getByRole("button", { name: "Uppgifter och lagring" }));
  expect(form.getByText(/^Tomt betyder 90 dagar, som för Annat\./)).toBeTruthy();
  await user.click(form.getByRole("button", { name: /Verksamhet/ }));
  await user.click(await screen.findByRole("option", { name: "Bostäder" }));
  expect(await form.findByText(/^Tomt betyder 14 dagar, som för Bostäder\./)).toBeTruthy();
  const days = form.getByLabelText(/Dagar som passager sparas/);
  await user.type(days, "0");
  await user.type(form.getByLabelText(/Ändamål/), "Portkod till boende.\nGrind till parkeringen.");
  // A closed section stays open while something in it is wrong.
  const fold = form.getByRole("button", { name: "Uppgifter och lagring" });
  await user.click(fold);
  await user.click(form.getByRole("button", { name: "Spara" }));
  expect(await form.findByText("Ange ett helt antal dagar mellan 1 och 3650")).toBeTruthy();
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  expect(sent()).toEqual([]);
  await expectAccessible();

  answerWith({ "PATCH /rest/v1/organizations\\?": SAVED });
  const shown = form.getByLabelText(/Dagar som passager sparas/);
  await user.clear(shown);
  await user.type(shown, "21");
  await user.click(form.getByRole("button", { name: "Spara" }));
  await screen.findByText("Organisation uppdaterad");
  expect(onClose).toHaveBeenCalledTimes(1);
  const purposes = "Portkod till boende.\nGrind till parkeringen.";
  expect(sent()).toEqual([
    [
      "PATCH",
      `/rest/v1/organizations?id=eq.${ID}`,
      { name: "Brf Norrgården", description: null, kind: "housing", log_days: 21, purposes },
    ],
  ]);
});

// Covers: running.12
test("an organisation without choices is of no kind, with the usual days and purposes", async () => {
  const { user, form } = await openForm(null);
  answerWith({ "POST /rest/v1/organizations": SAVED });
  await user.type(form.getByLabelText("Namn"), "Brf Utan Åsikt");
  await user.click(form.getByRole("button", { name: "Lägg till organisation" }));
  await screen.findByText("Organisation skapad");
  expect(sent().map(([, , body]) => body)).toEqual([
    { name: "Brf Utan Åsikt", description: null, kind: "other", log_days: null, purposes: null },
  ]);
});

// Covers: running.12
test.each([
  ["what was said of it", { kind: "housing", log_days: 21, purposes: "Grind till parkeringen." } as const, "21 dagar"],
  ["the usual", { kind: "other", log_days: null, purposes: null } as const, "90 dagar"],
])("an org admin reads how data is handled, %s", async (_, said, days) => {
  answerWith({
    "POST /rest/v1/rpc/search_end_users": { ids: [], matched: 0, matched_exact: true, total: 0, total_exact: true },
    "GET /rest/v1/organizations\\?select=\\*": { ...norr, ...said },
  });
  const user = await openPage("/org-admin/end-users", "org_admin");
  await user.click(await screen.findByRole("button", { name: "Så hanteras uppgifterna" }));
  expect(await screen.findByText(days)).toBeTruthy();
  expect(screen.getByText(said.purposes ?? /^Att släppa in den som har behörighet/)).toBeTruthy();
  expect(screen.getByText(/En systemadministratör ändrar ändamål och lagringstid\.$/)).toBeTruthy();
  expect(askedOf(/organizations\?select=\*/).map(({ address }) => address)).toEqual([
    `/rest/v1/organizations?select=*&id=eq.${ID}`,
  ]);
  await expectAccessible();
});
