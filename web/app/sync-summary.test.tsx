// Tests the top bar's summary of all doors on a phone, where it is an icon. web/lib/controllers/sync-standing.test.ts tests what it may
// claim.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "#tests/components/show.tsx";
import { publishSyncSummary } from "#web/lib/frame/frame-figures.ts";
import { AREAS } from "./navigation.ts";
import { SyncSummary } from "./sync-summary.tsx";

const inStep = { waiting: 0, failed: 0, anything: true, away: 0, shut: 0, unreached: 0, paused: false };
const sign = () => screen.getByRole("link").querySelector("svg")?.getAttribute("class");

test("on a phone a pause does not look as if all were well", async () => {
  publishSyncSummary(inStep);
  await show(<SyncSummary area={AREAS.org_admin} wide={false} />);
  expect(screen.getByRole("link", { name: "Synkstatus: Allt synkat" })).toBeTruthy();
  const well = sign();
  publishSyncSummary({ ...inStep, paused: true });
  expect(await screen.findByRole("link", { name: "Synkstatus: Synkning pausad" })).toBeTruthy();
  expect(sign()).not.toBe(well);
  publishSyncSummary({ ...inStep, waiting: 2 });
  expect(await screen.findByRole("link", { name: "Synkstatus 2: 2 väntar" })).toBeTruthy();
  expect(sign()).toBe(well);
});
