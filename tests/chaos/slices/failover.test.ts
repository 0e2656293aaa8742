// A slice of `npm run drill` (docs/reliability.md): the database of two servers is killed under traffic and comes back by itself.
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "#scripts/seed/random.ts";
import { follow, type Listener } from "../drill/listener.ts";
import { everyKindSince } from "../drill/round.ts";
import { startTraffic } from "../drill/traffic.ts";
import { judgeRound } from "../drill/verdict.ts";
import { makeWorld, type World } from "../world/world.ts";
import { TRIAL_LIMIT_MS } from "./operation-for.ts";

let world: World;
const listeners: Listener[] = [];
beforeAll(async () => {
  world = await makeWorld(null);
  await world.second.start();
}, TRIAL_LIMIT_MS);
afterAll(async () => {
  for (const listener of listeners) await listener.stop();
  await world.close();
});

// Covers: fault.2, fault.4, running.9
test(
  "two servers lose no acknowledged change, no log row and no opening when their database is killed under traffic",
  async () => {
    const addresses = [world.server.url, world.second.url];
    for (const url of addresses) listeners.push(await follow(await world.client(url)));
    const since = new Date();
    const traffic = await startTraffic({ ...world, addresses }, seededRandom(37));
    expect(await everyKindSince(traffic, performance.now())).toBe(true);
    await world.killDatabase();
    await world.databaseBack();
    expect(await everyKindSince(traffic, performance.now())).toBe(true);
    await traffic.stop();
    const {
      acknowledged,
      uncertain: _uncertain,
      ...broken
    } = await judgeRound({ ...world, addresses }, { traffic, listeners, since });
    expect(broken).toEqual({ lost: [], openings: [], missed: [], other: [] });
    expect(acknowledged).toBeGreaterThan(10);
    expect([world.server.running, world.second.running]).toEqual([true, true]);
  },
  TRIAL_LIMIT_MS,
);
