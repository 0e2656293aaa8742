// A slice of `npm run previews`; the seed is in the test's name.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { paced } from "#tests/support/pace.ts";
import { runPreviews } from "../previews/campaign.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

it("40 drawn changes (seed 4) give and take what their previews said, and the previews leave nothing", {
  timeout: paced(180_000),
}, async () => {
  const size = { people: 60, doors: 15, groups: 5, members: 15 };
  const { effective, refused, refusals, ...result } = await runPreviews(portal, { seed: 4, changes: 40, size });
  expect(result).toMatchObject({ changes: 40, different: [], left: [] });
  expect(effective).toBeGreaterThan(20);
  expect(refused, JSON.stringify(refusals)).toBeLessThan(10);
});
