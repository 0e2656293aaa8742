// Tests which group is proposed; tests/e2e/people/groups.test.ts puts people in one in a browser.
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import { NORD_ID, samplePerson } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { PutInGroupDialog } from "./put-in-group-dialog.tsx";

const groupOf = (place: number, name: string): AccessGroup => ({
  id: `00000000-0000-4000-8000-0000000000a${place}`,
  organization_id: NORD_ID,
  name,
  validity_period: "12_months",
  is_default: false,
  installation_group_id: null,
  doors: [],
  gates: [],
  members: 0,
  waiting: 0,
  without_effect: [],
  without_effect_total: 0,
  updated_at: "2026-11-29T00:00:00Z",
});

// Covers: page.14
test.each([
  ["the only group is chosen already", [groupOf(1, "Boende")], /Boende.*Grupp/, false],
  ["one of several groups is chosen first", [groupOf(1, "Boende"), groupOf(2, "Städ")], /Välj grupp.*Grupp/, true],
])("%s", async (_what, groups, field, isDisabled) => {
  answerWith({ "POST /functions/v1/access-groups": { success: true, groups } });
  await show(
    <PutInGroupDialog people={[samplePerson()]} organizationId={NORD_ID} onDone={vi.fn()} onClose={vi.fn()} />,
  );
  expect(await screen.findByRole("button", { name: field })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Lägg i grupp" }).hasAttribute("disabled")).toBe(isDisabled);
});
