// A slice of `npm run faults`: each device fault once, and some of the bugs it must find (all: `-- --bugs`).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUGS } from "../bugs/bugs.ts";
import { DEVICE_FAULTS } from "../faults/devices.ts";
import { type Campaign, startCampaign } from "../trials/campaign.ts";
import { operationFor, TRIAL_LIMIT_MS } from "./operation-for.ts";

let campaign: Campaign;
beforeAll(() => {
  campaign = startCampaign();
});
afterAll(() => campaign[Symbol.asyncDispose]());

describe("every promise holds when there is", () => {
  // Covers: fault.1, fault.5, fault.7, fault.8, fault.9
  test.each(Object.keys(DEVICE_FAULTS).map((fault, i) => ({ fault, seed: 101 + i, operation: operationFor(i) })))(
    "$fault around $operation",
    async ({ fault, seed, operation }) => {
      expect((await campaign.run(seed, { fault, operation }))?.broken).toEqual([]);
    },
    TRIAL_LIMIT_MS,
  );
});

describe("a bug that is planted", () => {
  // Covers: fault.1
  test.each(["generation not bumped when a credential changes", "nothing saved, says who cannot know"])(
    "is found: %s",
    async (name) => {
      const bug = BUGS.find((one) => one.name === name);
      if (!bug) throw new Error(`no bug is called ${name}`);
      await using running = startCampaign({ bug });
      const broken: string[] = [];
      for (let seed = 1; seed <= 10 && broken.length === 0; seed++)
        broken.push(...((await running.run(seed, { fault: bug.fault, operation: bug.operation }))?.broken ?? []));
      expect(broken).not.toEqual([]);
    },
    TRIAL_LIMIT_MS,
  );
});
