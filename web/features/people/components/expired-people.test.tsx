// Tests the list of expired people. tests/integration/people/search.test.ts tests who is found;
// tests/integration/people/extend-credentials.test.ts tests an extension.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { samplePerson, sampleVehicle } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const ENDED = "2026-11-26T08:00:00Z";
const greta = samplePerson({
  id: ID,
  organization_id: ORGANIZATION_ID,
  first_name: "Greta",
  last_name: "Testgren",
  organizations: { id: ORGANIZATION_ID, name: "Brf Norrgården" },
  credentials: [sampleVehicle({ id: ID, valid_to: ENDED, controller_assignments: [] })],
});
const found = (ids: readonly string[]) => ({
  "POST /rest/v1/rpc/search_end_users": {
    ids,
    matched: ids.length,
    matched_exact: true,
    total: 2,
    total_exact: true,
  },
});

test("ended people stand in a list of their own; one press extends them, another undoes it", async () => {
  answerWith({ ...found([ID]), "GET /rest/v1/end_users\\?": page([greta]) });
  const user = await openPage("/org-admin/end-users?validity=expired", "org_admin");
  const people = within(await screen.findByRole("grid", { name: "Användare" }));
  const extend = () => people.findByRole("button", { name: "Förläng Greta Testgren" });
  await extend();
  expect(people.getAllByRole("row")).toHaveLength(2);
  expect(askedOf(/search_end_users/).map(({ body }) => Object(body).expired)).toEqual([true]);
  await expectAccessible();
  const extension = {
    credential_id: ID,
    valid_to: "2027-11-26T08:00:00Z",
    before: { valid_from: null, valid_to: ENDED },
  };
  answerWith({
    "POST /functions/v1/end-user-manager": () => {
      answerWith(found([]));
      return { success: true, results: [{ ...extension, outcome: "extended" }] };
    },
  });
  await user.click(await extend());
  await screen.findByText("Inga användare matchar sökningen");
  // The row is gone, so the message names the person and the new end.
  await screen.findByText("Greta Testgren är förlängd");
  await screen.findByText("Gäller till 26 november 2027");
  answerWith({
    "POST /functions/v1/end-user-manager": () => {
      answerWith(found([ID]));
      return { success: true, results: [{ credential_id: ID, outcome: "restored" }] };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Ångra" }));
  await screen.findByText("Förlängningen är ångrad");
  await screen.findByText("Greta Testgren");
  expect(askedOf(/end-user-manager/).map(({ body }) => body)).toEqual([
    { action: "EXTEND", credential_ids: [ID] },
    { action: "UNDO_EXTEND", extensions: [extension] },
  ]);
});

test("people with more than a period left are named, and not called nothing to extend", async () => {
  answerWith({ ...found([ID]), "GET /rest/v1/end_users\\?": page([greta]) });
  const user = await openPage("/org-admin/end-users", "org_admin");
  answerWith({
    "POST /functions/v1/end-user-manager": { success: true, results: [{ credential_id: ID, outcome: "enough" }] },
  });
  await user.click(await screen.findByRole("button", { name: "Förläng Greta Testgren" }));
  await screen.findByText("Greta Testgren har redan mer än en hel period kvar och ändrades inte.");
});
