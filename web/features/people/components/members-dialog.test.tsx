// Tests the people of a group; tests/e2e/people/groups.test.ts adds and removes them in a browser.
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { groupsTexts as t } from "../texts/groups.sv.ts";
import { MembersDialog } from "./members-dialog.tsx";

const ID = "00000000-0000-4000-8000-0000000000e1";
const group: AccessGroup = {
  id: "00000000-0000-4000-8000-0000000000a1",
  organization_id: "00000000-0000-4000-8000-0000000000b1",
  name: "Boende",
  validity_period: "12_months",
  is_default: false,
  installation_group_id: null,
  doors: [],
  gates: [],
  members: 1,
  waiting: 12,
  without_effect: [{ end_user_id: ID, person: "Bo Ny", access_point_id: ID, door: "Entré" }],
  without_effect_total: 1,
  updated_at: "2026-11-29T00:00:00Z",
};

const refused = (error: string) => json({ success: false, error, code: "conflict", request_id: "r" }, 409);
const MEMBERS = page([
  {
    end_user_id: ID,
    valid_from: null,
    valid_to: "2027-01-31T22:59:59+00:00",
    end_users: { first_name: "Bo", last_name: "Ny" },
  },
]);

test("a member's dates are taken off where they are listed, and codes that wait or give nothing are said", async () => {
  answerWith({
    "GET /rest/v1/access_group_members": MEMBERS,
    "POST /functions/v1/access-groups": { success: true },
  });
  const user = await show(<MembersDialog group={group} onClose={vi.fn()} />);
  expect(screen.getByText(/^12 personers PIN-koder prövas först/)).toBeTruthy();
  expect(screen.getByText("Bo Ny: Entré")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Ändra datum för Bo Ny" }));
  await user.click(screen.getByRole("button", { name: "Spara" }));
  expect(await screen.findByText("Datumen för Bo Ny är ändrade")).toBeTruthy();
  expect(askedOf(/access-groups/).map(({ body }) => body)).toEqual([
    { action: "SET_MEMBERS", id: group.id, add: [ID], remove: [], from_date: null, end_date: "2027-01-31" },
  ]);
});

test("dates that are refused stay to be corrected, and a name that was typed meanwhile is not taken away", async () => {
  answerWith({
    "GET /rest/v1/access_group_members": MEMBERS,
    "POST /functions/v1/access-groups": refused("Slutet är före början."),
    "POST /rest/v1/rpc/search_end_users": { ids: [ID], matched: 1, matched_exact: true, total: 1, total_exact: true },
    "GET /rest/v1/end_users": [{ id: ID, first_name: "Alva", last_name: "Ek" }],
  });
  const user = await show(<MembersDialog group={group} onClose={vi.fn()} />);
  await user.click(await screen.findByRole("button", { name: "Ändra datum för Bo Ny" }));
  await user.click(screen.getByRole("button", { name: "Spara" }));
  expect(await screen.findByText("Slutet är före början.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Spara" })).toBeTruthy();

  const search = screen.getByRole("searchbox");
  const add = async () => {
    const button = await screen.findByRole("button", { name: t.addNamed("Alva Ek") });
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    await user.click(button);
  };
  await user.type(search, "alva");
  answerWith({ "POST /functions/v1/access-groups": refused("Gruppen är borta.") });
  await add();
  expect(await screen.findByText("Gruppen är borta.")).toBeTruthy();
  expect(search).toHaveProperty("value", "alva");

  const saved = Promise.withResolvers<Record<string, unknown>>();
  answerWith({ "POST /functions/v1/access-groups": () => saved.promise });
  await add();
  await waitFor(() => expect(askedOf(/access-groups/)).toHaveLength(3));
  await user.type(search, " e");
  saved.resolve({ success: true });
  expect(await screen.findByText(t.memberAdded("Alva Ek"))).toBeTruthy();
  expect(search).toHaveProperty("value", "alva e");
});
