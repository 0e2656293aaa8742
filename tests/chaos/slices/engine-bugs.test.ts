// Plants each engine bug in turn; the checker must see each, or its zeros mean nothing.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { paced } from "#tests/support/pace.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { EDITS, PLANTED_BUGS } from "../bugs/engine-bugs.ts";
import { type CampaignOptions, runCampaign } from "../edits/campaign.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const campaign = (options: Partial<CampaignOptions>) =>
  runCampaign({
    adminUrl: database.adminUrl,
    authenticatorUrl: database.authenticatorUrl,
    keys: createKeyRing("a secret that only tests have 0123456789"),
    seed: 7,
    edits: EDITS,
    people: 20,
    pins: 400,
    spoiled: { faults: 0, lies: 0 },
    // In such a short run these edits would hide the bug.
    without: ["kill", "mishap", "hand", "unlink"],
    quietWithinMs: paced(60_000),
    ...options,
  });

describe("the campaign sees", () => {
  it.each(PLANTED_BUGS.map((bug) => [bug.name, bug] as const))("%s", async (_name, bug) => {
    expect(bug.seenIn(await campaign(bug.options))).toBeGreaterThan(0);
  });

  // Covers: device.37, fault.13
  it("nothing where nothing is planted", async () => {
    const result = await campaign({});
    for (const { seenIn } of PLANTED_BUGS) expect(seenIn(result)).toBe(0);
  });
});
