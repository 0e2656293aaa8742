// Tests the first step of an import; tests/e2e/people/import-people.test.ts imports files.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const NORD = { id: "00000000-0000-4000-8000-0000000000b1", name: "Brf Norrgården" };
const SYD = { id: "00000000-0000-4000-8000-0000000000b2", name: "Sydhamnens Industri" };

// Covers: page.14
test.each([
  ["the only organisation is chosen already", [NORD], /Brf Norrgården.*Organisation/, false],
  ["one of several organisations is chosen first", [NORD, SYD], /Välj organisation.*Organisation/, true],
])("%s, where a system admin imports people", async (_what, organizations, field, isDisabled) => {
  answerWith({
    "GET /rest/v1/organizations\\?select=id%2Cname&": organizations,
    "POST /functions/v1/vehicle-import": { success: true, imports: [] },
  });
  await openPage("/system-admin/end-users/import", "system_admin");
  expect(await screen.findByRole("button", { name: field })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Välj fil" }).hasAttribute("disabled")).toBe(isDisabled);
});
