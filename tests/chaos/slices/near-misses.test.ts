// A slice of `npm run near-misses`; the seed is in the test's name.
import { expect, it } from "vitest";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { proposeNearMisses } from "../near-misses/campaign.ts";

it("600 readings with one character wrong or lost find their car, and none opens the gate", async () => {
  const portal = await startTestPortal();
  const { confused, lost, foreign, driven, collisions } = await proposeNearMisses(portal, {
    plates: 2_000,
    readings: 600,
    driven: 100,
    seed: 2,
  });
  await portal.close();
  expect(confused.found).toBeGreaterThanOrEqual(0.95 * confused.readings);
  expect(lost.found).toBeGreaterThanOrEqual(0.8 * lost.readings);
  expect(foreign.proposed).toBeLessThan(0.05 * foreign.readings);
  expect(driven).toEqual({ readings: 100, granted: 0, openings: 0, known: { cars: 20, openings: 20 } });
  expect(collisions).toEqual({ asked: 100, refused: 100 });
});
