// A slice of `npm run edits`; the seed is in the test's name.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { paced } from "#tests/support/pace.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { type CampaignResult, runCampaign } from "../edits/campaign.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** RANDOM_EDITS=250 runs the campaign of docs/reliability.md; `npm test` makes the first of the same edits. */
const EDITS = Number(process.env["RANDOM_EDITS"] ?? 120);
/** Shares of faults and lies that are higher than the campaign's, so that every slice has some. */
const SPOILED = { faults: 0.02, lies: 0.06 };
const results: CampaignResult[] = [];

describe.each([
  [1, "factory settings", false],
  [20_261_121, "factory settings", false],
  [3, "half the controllers as Entry Manager leaves them", true],
])(`${EDITS} random edits with seed %i and %s`, (seed, _settings, entryManager) => {
  // Covers: device.37
  it("leave every door as the database says, no orphan, no second replica and no PIN unreserved", {
    timeout: paced(180_000),
  }, async () => {
    const result = await runCampaign({
      adminUrl: database.adminUrl,
      authenticatorUrl: database.authenticatorUrl,
      keys: createKeyRing("a secret that only tests have 0123456789"),
      seed,
      entryManager,
      edits: EDITS,
      watchEvery: 10,
      spoiled: SPOILED,
    });
    results.push(result);
    expect(result).toMatchObject({
      differences: [],
      orphans: [],
      duplicates: [],
      unreserved: [],
      leakedReservations: 0,
      unmanagedTouched: [],
      mostWritesAtOnce: 1,
      openSuspended: [],
    } satisfies Partial<CampaignResult>);
    expect(result.asked).toBeGreaterThan(2 * EDITS);
    expect(result.spoiledCalls).toBeGreaterThan(EDITS / 12);
    expect(result.lies).toBeGreaterThan(0);
  });
});

it("some of their windows ended, and were suspended", () => {
  expect(results).not.toHaveLength(0);
  expect(Math.max(...results.map(({ suspensions }) => suspensions.count))).toBeGreaterThan(0);
});
