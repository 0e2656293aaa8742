import { Client } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { listen } from "#server/platform/database/listen.ts";
import { createPools } from "#server/platform/database/pools.ts";
import { paced } from "#tests/support/pace.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const say = (word: string) => world.admin.query("select pg_notify('trial', $1)", [word]);
const cut = () =>
  world.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'listener'",
  );

test("hears each payload, learns of possible gaps after each connect, and returns when it is cut off", async () => {
  const received: (string | null)[] = [];
  const warn = vi.fn();
  const stop = new AbortController();
  const listening = listen(
    { connectionString: world.database.authenticatorUrl, application_name: "listener" },
    {
      channel: "trial",
      pauses: { firstMs: 10, longestMs: 100 },
      clock: systemClock,
      log: { warn },
      signal: stop.signal,
      onWord: (word) => received.push(word),
    },
  );
  await vi.waitFor(() => expect(received).toEqual([null]), paced(60_000));
  await say("one");
  await vi.waitFor(() => expect(received).toEqual([null, "one"]), paced(60_000));
  await cut();
  await vi.waitFor(() => expect(received).toEqual([null, "one", null]), paced(60_000));
  expect(warn).toHaveBeenCalledOnce();
  await say("two");
  await vi.waitFor(() => expect(received).toEqual([null, "one", null, "two"]), paced(60_000));
  stop.abort();
  await listening;
  const left = async () =>
    (
      await world.admin.query(
        "select from pg_stat_activity where datname = current_database() and application_name = 'listener'",
      )
    ).rowCount;
  await vi.waitFor(async () => expect(await left()).toBe(0), paced(60_000));
  expect(warn).toHaveBeenCalledOnce();
});

test("waits twice as long after each failure, and stops while it waits", async () => {
  const pauses: number[] = [];
  const stop = new AbortController();
  const clock = {
    ...systemClock,
    wait: async (ms: number) => {
      pauses.push(ms);
      if (pauses.length === 4) stop.abort();
    },
  };
  await listen(
    { host: "127.0.0.1", port: 1 },
    {
      channel: "trial",
      pauses: { firstMs: 100, longestMs: 300 },
      clock,
      log: { warn: () => undefined },
      signal: stop.signal,
      onWord: () => undefined,
    },
  );
  expect(pauses).toEqual([100, 200, 300, 300]);
});

test("with a direct address the portal listens past the pooler, with the pools' login", async () => {
  const direct = new URL(world.database.authenticatorUrl);
  const pooled = new URL(direct);
  pooled.port = "1"; // Nobody listens there.
  direct.username = "owner";
  const pools = createPools({ url: pooled.href, directUrl: direct.href, log: pino({ level: "silent" }) });
  await expect(pools.engine.query("select 1")).rejects.toThrow("ECONNREFUSED");
  const client = new Client(pools.listenConfig);
  await client.connect();
  const { rows } = await client.query("select session_user, current_user");
  expect(rows).toEqual([{ session_user: "authenticator", current_user: "portal_engine" }]);
  await client.end();
  await pools.close();
});
