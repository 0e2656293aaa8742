// Tests groups of the installation for a system admin: the dialog that makes one, and what each row of the list changes.
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import { gate, portA } from "#tests/components/fixtures/people/sample-access.ts";
import { OTHER_DOOR_ID } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { signedInAs } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { words } from "#web/texts/words.sv.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { GroupsTable } from "./groups-table.tsx";

const ID = "00000000-0000-4000-8000-0000000000b1";
const GROUP_ID = "00000000-0000-4000-8000-0000000000a1";
const SCHEDULE = { id: "00000000-0000-4000-8000-0000000000c1", name: "Städtider" };

test("a choice of the installation begins without the organisation's doors and hours, and is saved for none", async () => {
  signedInAs("system_admin");
  answerWith({
    "GET /rest/v1/controllers": page([portA, gate]),
    "GET /rest/v1/organizations": page([{ id: ID, name: "Brf Norrgården" }]),
    "POST /functions/v1/schedules": {
      success: true,
      schedules: [
        {
          ...SCHEDULE,
          organization_id: ID,
          hours: [],
          calendars: [],
          groups: [],
          updated_at: "2026-11-29T00:00:00Z",
        },
      ],
      calendars: [],
    },
    "POST /functions/v1/access-groups": { success: true, id: GROUP_ID },
  });
  const user = await show(<GroupDialog group={null} onClose={vi.fn()} />);
  await user.click(await screen.findByRole("button", { name: /Välj organisation/ }));
  await user.click(await screen.findByRole("option", { name: "Brf Norrgården" }));
  await user.click(await screen.findByRole("checkbox", { name: "Soprum" }));
  await user.click(await screen.findByRole("button", { name: /Alltid.*Soprum/ }));
  await user.click(await screen.findByRole("option", { name: /^Städtider/ }));

  await user.click(screen.getByRole("button", { name: /Organisation/ }));
  await user.click(await screen.findByRole("option", { name: t.installation }));
  expect(await screen.findByText(t.installationHelp)).toBeTruthy();
  await user.click(await screen.findByRole("checkbox", { name: "Soprum", checked: false }));
  await user.type(screen.getByRole("textbox", { name: t.name }), "Fönsterputs");
  await user.click(screen.getByRole("button", { name: words.save }));
  await waitFor(() => expect(askedOf(/access-groups/)).toHaveLength(1));
  expect(askedOf(/access-groups/)[0]?.body).toEqual({
    action: "SAVE",
    organization_id: null,
    name: "Fönsterputs",
    validity_period: "12_months",
    doors: [OTHER_DOOR_ID],
    gates: [],
    schedules: {},
    follow: true,
  });
});

const common: AccessGroup = {
  id: GROUP_ID,
  organization_id: null,
  installation_group_id: null,
  name: "Fönsterputs",
  validity_period: "12_months",
  is_default: false,
  doors: [
    {
      controller_id: portA.id,
      access_point_id: OTHER_DOOR_ID,
      name: "Soprum",
      controller: portA.name,
      effective: false,
      schedule: null,
    },
  ],
  gates: [],
  members: 2,
  waiting: 0,
  without_effect: [],
  without_effect_total: 0,
  updated_at: "2026-11-29T00:00:00Z",
};
const share: AccessGroup = {
  ...common,
  id: "00000000-0000-4000-8000-0000000000a2",
  organization_id: ID,
  installation_group_id: GROUP_ID,
  doors: [],
};

test("the installation's row changes its content, and an organisation's row its people", async () => {
  signedInAs("system_admin");
  const on = { onEdit: vi.fn(), onMembers: vi.fn(), onDefault: vi.fn(), onDelete: vi.fn() };
  const organizations = new Map([[ID, "Brf Norrgården"]]);
  await show(<GroupsTable rows={[common, share]} empty={null} organizations={organizations} {...on} />);
  const button = (action: string, owner: string) =>
    screen.queryByRole("button", { name: `${action} Fönsterputs, ${owner}` });
  const of = (owner: string) => [words.edit, t.people].map((action) => button(action, owner) !== null);
  expect(of(t.installation)).toEqual([true, false]);
  expect(of("Brf Norrgården")).toEqual([false, true]);
  expect(screen.getByText(t.withoutAll("Soprum"))).toBeTruthy();
  expect(screen.getByText(t.ofInstallation)).toBeTruthy();
});
