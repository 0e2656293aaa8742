// Tests what a group's dialog says of hours at a gate whose device keeps a list; tests/e2e/people/groups.test.ts chooses hours in a browser.
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import { gate, portA } from "#tests/components/fixtures/people/sample-access.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { signedInAs } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { groupsTexts as t } from "../texts/groups.sv.ts";
import { GroupDialog } from "./group-dialog.tsx";

const ID = "00000000-0000-4000-8000-0000000000b1";
const SCHEDULE = { id: "00000000-0000-4000-8000-0000000000c1", name: "Städ" };
const group = (schedule: AccessGroup["gates"][number]["schedule"]): AccessGroup => ({
  id: "00000000-0000-4000-8000-0000000000a1",
  organization_id: ID,
  name: "Städ",
  validity_period: "12_months",
  is_default: false,
  installation_group_id: null,
  doors: [],
  gates: [
    { controller_id: gate.id, access_point_id: null, name: gate.name, controller: null, effective: true, schedule },
  ],
  members: 0,
  waiting: 0,
  without_effect: [],
  without_effect_total: 0,
  updated_at: "2026-11-29T00:00:00Z",
});

test.each([
  ["a list and hours there", true, SCHEDULE, true],
  ["a list and no hours there", true, null, false],
  ["no list", false, SCHEDULE, false],
] as const)("a gate with %s: said that its list leaves vehicles out", async (_what, list_sync, schedule, isSaid) => {
  signedInAs("org_admin");
  answerWith({
    "GET /rest/v1/controllers": page([{ ...gate, list_sync }]),
    "POST /functions/v1/schedules": {
      success: true,
      schedules: [{ ...SCHEDULE, organization_id: ID, hours: [], calendars: [], updated_at: "2026-11-29T00:00:00Z" }],
      calendars: [],
    },
  });
  await show(<GroupDialog group={group(schedule)} onClose={vi.fn()} />);
  expect((await screen.findAllByText(t.hours)).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryAllByText(t.notOnList(gate.name))).toHaveLength(isSaid ? 1 : 0));
});

test.each([
  ["an org admin", "org_admin", false, SCHEDULE, true],
  ["a system admin", "system_admin", false, SCHEDULE, true],
  ["an org admin, with the door always", "org_admin", false, null, false],
  ["an org admin, at a unit that keeps hours", "org_admin", true, SCHEDULE, false],
  ["an org admin, at a unit that was told of none", "org_admin", null, SCHEDULE, false],
] as const)(
  "the form for %s names the unit that cannot keep a door's hours",
  async (_who, role, keeps_hours, schedule, isSaid) => {
    signedInAs(role);
    const [door] = portA.access_points;
    answerWith({
      "GET /rest/v1/controllers": page([{ ...portA, keeps_hours }]),
      "GET /rest/v1/organizations": page([{ id: ID, name: "Nord" }]),
      "POST /functions/v1/schedules": {
        success: true,
        schedules: [{ ...SCHEDULE, organization_id: ID, hours: [], calendars: [], updated_at: "2026-11-29T00:00:00Z" }],
        calendars: [],
      },
    });
    const place = {
      controller_id: portA.id,
      access_point_id: door?.id ?? "",
      name: "Entré",
      controller: portA.name,
      effective: true,
      schedule,
    };
    await show(<GroupDialog group={{ ...group(null), doors: [place], gates: [] }} onClose={vi.fn()} />);
    expect((await screen.findAllByText(t.hours)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryAllByText(t.noHoursAt(portA.name))).toHaveLength(isSaid ? 1 : 0));
  },
);
