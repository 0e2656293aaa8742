// A slice of `npm run faults` (docs/reliability.md): each fault of processes, database, disk and clocks once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOCK_FAULTS } from "../faults/clocks.ts";
import { needsSmallDisk } from "../faults/faults.ts";
import { RESTORE_FAULTS } from "../faults/restored.ts";
import { SERVER_FAULTS } from "../faults/servers.ts";
import { SMALL_DISK_FAULTS } from "../faults/small-disks.ts";
import { type Campaign, startCampaign } from "../trials/campaign.ts";
import { operationFor, TRIAL_LIMIT_MS } from "./operation-for.ts";

let campaign: Campaign;
beforeAll(() => {
  campaign = startCampaign();
});
afterAll(() => campaign[Symbol.asyncDispose]());

describe("every promise holds when there is", () => {
  const faults = Object.keys({
    none: null,
    ...SERVER_FAULTS,
    ...CLOCK_FAULTS,
    ...RESTORE_FAULTS,
    ...SMALL_DISK_FAULTS,
  });
  // Covers: fault.1, fault.2, fault.4, fault.7, fault.8, fault.9, running.9
  test.each(faults.map((fault, i) => ({ fault, seed: i + 1, operation: operationFor(i) })))(
    "$fault around $operation",
    async ({ fault, seed, operation }) => {
      const result = await campaign.run(seed, { fault, operation });
      // Null: this account cannot mount a small disk; the campaign reports that too.
      if (result === null) expect(needsSmallDisk(fault)).toBe(true);
      else expect(result.broken).toEqual([]);
    },
    TRIAL_LIMIT_MS,
  );
});

test("after all of it the audit is whole, from its first row to its last", async () => {
  expect(await campaign.audit()).toEqual([]);
});
