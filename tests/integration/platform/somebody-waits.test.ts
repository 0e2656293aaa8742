// Tests that waiting for a lock fails with an error when nobody requests the lock.
import { afterAll, beforeAll, expect, test } from "vitest";
import { north, openWorld, somebodyWaits, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("waiting for statements that never wait for a lock ends, and names what the sessions did instead", async () => {
  const client = await world.enter(north, 1);
  await client.query("select 'the statement that was to wait'");
  await expect(somebodyWaits(world.admin, 2, 50)).rejects.toThrow(
    /2 statements were to wait for a lock, and 0 did within 50 ms.*the statement that was to wait/,
  );
  await client.query("rollback");
  client.release();
});
