import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { PIN_ID, samplePerson, VEHICLE_ID } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf } from "#tests/components/network.ts";
import { signedInAs } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import type { Attempt } from "../api/get-recent-attempts.ts";
import { RecentAttempts } from "./recent-attempts.tsx";

const DOOR = "00000000-0000-4000-8000-000000000001";
const GATE = "00000000-0000-4000-8000-000000000002";

const attempts: readonly Attempt[] = [
  {
    source: "door",
    id: DOOR,
    occurred_at: "2024-11-26T08:10:00Z",
    granted: false,
    reason: "not_permitted",
    access_points: { name: "Dörr 1", door_name: null },
  },
  {
    source: "gate",
    id: GATE,
    occurred_at: "2024-11-26T08:05:00Z",
    granted: false,
    reason: "disabled",
    controllers: { name: "Infart Norr" },
    plate_number: "MLB84A",
  },
];

test("a person's newest attempts at doors and gates say why, and each leads to its explanation", async () => {
  signedInAs("org_admin");
  answerWith({ "GET /rest/v1/merged_log\\?": attempts });
  await show(<RecentAttempts person={samplePerson()} />);
  await screen.findByRole("list");
  expect(screen.getByText("Nekad vid Dörr 1").nextSibling?.textContent).toBe("Saknar tillgång här · 26 nov 2024 09:10");
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Varför", `/org-admin/access-logs?passage=${DOOR}`],
    ["26 nov 2024 09:05 · Infart Norr · MLB 84A · Nekad: inaktiverad", `/org-admin/access-logs?passage=${GATE}`],
  ]);
  expect(askedOf(/merged_log/)[0]?.address).toContain(`credential_id=in.%28${PIN_ID}%2C${VEHICLE_ID}%29`);
  await expectAccessible();
});

// Covers: page.9
test("the latest refusal stands above what was granted after it", async () => {
  signedInAs("org_admin");
  const [refused] = attempts;
  const granted = { ...refused, id: GATE, granted: true, occurred_at: "2024-11-26T08:20:00Z" };
  answerWith({ "GET /rest/v1/merged_log\\?": [granted, refused] });
  await show(<RecentAttempts person={samplePerson()} />);
  const links = await screen.findAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(["Varför", "26 nov 2024 09:20 · Dörr 1 · Beviljad"]);
});

test("attempts without a refusal are only listed", async () => {
  signedInAs("org_admin");
  const granted = { ...attempts[0], granted: true };
  answerWith({ "GET /rest/v1/merged_log\\?": [granted] });
  await show(<RecentAttempts person={samplePerson()} />);
  expect((await screen.findAllByRole("link")).map(({ textContent }) => textContent)).toEqual([
    "26 nov 2024 09:10 · Dörr 1 · Beviljad",
  ]);
});
