// A slice of `npm run pushes`; the seed is in the test's name.
import { expect, it } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { runPushCampaign } from "../pushes/campaign.ts";

it("400 pushes with seed 5 are logged once a car, and open no gate late or twice", {
  timeout: paced(180_000),
}, async () => {
  const result = await runPushCampaign({ seed: 5, pushes: 400, cameras: 4 });
  expect(result).toMatchObject({ taken: [], unanswered: [], unlogged: [], doubled: [], unseen: [] });
  expect(result).toMatchObject({ late: [], twice: [], unknowns: [], unopened: [], untrue: [] });
  expect(result.pushed).toBeGreaterThanOrEqual(400);
  expect(Math.min(result.opened, result.pulses, result.lostAnswers, result.refused)).toBeGreaterThan(20);
});
