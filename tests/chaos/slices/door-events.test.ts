// A slice of `npm run events`; the seed is in the test's name.
import { afterEach, beforeEach, expect, it } from "vitest";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { paced } from "#tests/support/pace.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { runEventCampaign } from "../events/campaign.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("4,000 door events of six controllers with seed 3 are each kept once, or said to be missing", {
  timeout: paced(180_000),
}, async () => {
  const { adminUrl, authenticatorUrl } = database;
  const keys = createKeyRing("a secret that only tests have 0123456789");
  const result = await runEventCampaign({ adminUrl, authenticatorUrl, keys, seed: 3, events: 4_000, controllers: 6 });
  expect(result).toMatchObject({ lost: [], doubled: 0 });
  expect(result.kept).toBeGreaterThan(1_000);
  expect(result.gaps).toBeGreaterThan(0);
});
