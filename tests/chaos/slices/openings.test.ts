// A slice of `npm run openings`; the seed is in the test's name.
import { expect, it } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { runOpeningCampaign } from "../openings/campaign.ts";

it("60 presses with seed 4 open no door twice or late, and each has its row and a true outcome", {
  timeout: paced(180_000),
}, async () => {
  const result = await runOpeningCampaign({ seed: 4, presses: 60, controllers: 6 });
  expect(result).toMatchObject({ pressed: 60, doubled: [], late: [], untrue: [], unrecorded: [] });
  expect(Math.min(...Object.values(result.outcomes))).toBeGreaterThan(0);
});
