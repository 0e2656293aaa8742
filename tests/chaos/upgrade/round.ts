// Updates the portal to a made-up next version and then to the one after it, server by server under traffic.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { seededRandom } from "#scripts/seed/random.ts";
import { follow } from "../drill/listener.ts";
import { everyKindSince } from "../drill/round.ts";
import { startTraffic } from "../drill/traffic.ts";
import { judgeRound, type Verdict } from "../drill/verdict.ts";
import { lastingPort } from "../world/ports.ts";
import { until } from "../world/quiet.ts";
import type { ServerProcess } from "../world/server-process.ts";
import { makeWorld } from "../world/world.ts";
import { startBalancer } from "./balancer.ts";
import { probeLocks } from "./locks.ts";
import { makeVersions } from "./versions.ts";

const WATCH_MS = 50;

export interface UpgradeResult extends Verdict {
  /** Calls of any kind without the success that was due. */
  failed: string[];
  /** Calls of the next version's page that a server of either version answered with an error. */
  pages: string[];
  /** The longest wait of a write for a table's lock. */
  longestLock: { ms: number; table: string };
  /** The longest wait for `select 1` meanwhile, in ms. */
  slowest: number;
  /** Moments at which the balancer had no server. */
  nobodyReady: number;
}

/** `people`: number of rows that the backfill changes. `once`: updates only to the next version, and starts no server with the former one again. */
export async function runUpgrade({
  seed,
  people,
  once = false,
  log = () => {},
}: Partial<Playing> & Pick<Playing, "seed" | "people">): Promise<UpgradeResult> {
  await using stack = new AsyncDisposableStack();
  try {
    return await play(stack, { seed, people, once, log });
  } catch (error) {
    log(`the round ended: ${String(error)}`); // Ending the processes may take longer than a reader waits.
    throw error;
  }
}

interface Playing {
  seed: number;
  people: number;
  once: boolean;
  log: (line: string) => void;
}

async function play(stack: AsyncDisposableStack, { seed, people, once, log }: Playing): Promise<UpgradeResult> {
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), "portal-upgrade-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [expanded, contracted] = await makeVersions(folder);
  log("versions made");
  const port = await lastingPort();
  const world = await makeWorld(null, { drainSeconds: 1, publicUrl: `http://127.0.0.1:${port}` });
  stack.defer(() => world.close());
  await world.second.start();
  await world.admin.query(
    `insert into end_users (organization_id, first_name, last_name)
     select $1, 'Många', 'Nr ' || n from generate_series(1, $2::int) n`,
    [world.organizationId, people],
  );
  const servers = [world.server, world.second];
  const balancer = stack.use(
    await startBalancer(
      servers.map(({ url }) => url),
      port,
    ),
  );
  if (!(await until(async () => balancer.ready.length === 2))) throw new Error("two servers did not become ready");
  const served = { ...world, addresses: [balancer.url] };
  const listeners = [await follow(await world.client(balancer.url))];
  stack.defer(async () => {
    for (const listener of listeners) await listener.stop();
  });
  log("two servers are ready");
  const since = new Date();
  const locks = stack.use(await probeLocks(world.adminUrl, random));
  const traffic = await startTraffic(served, random);
  const pages: string[] = [];
  let nobodyReady = 0;
  const watching = setInterval(() => {
    if (balancer.ready.length === 0) nobodyReady += 1;
  }, WATCH_MS);
  const update = async (server: ServerProcess, version: string) => {
    // The traffic signs in and types PINs more often than one account may.
    await world.admin.query("delete from private.pin_attempts; delete from auth.rate_limits");
    await server.stop();
    server.changeTo(version);
    await server.start();
    log(`${server.url} runs ${version === "." ? "this version" : version} with ${traffic.attempts.length} calls made`);
    const isBack = () => balancer.ready.includes(server.url);
    if (!(await until(async () => isBack()))) throw new Error("an updated server did not become ready");
    await everyKindSince(traffic, performance.now());
  };
  try {
    await everyKindSince(traffic, performance.now());
    const ask = async (page: typeof nextPage) => {
      for (const { url } of servers) pages.push(...(await page(await world.client(url), world.organizationId)));
    };
    await update(world.server, expanded);
    // One server of each version: the next version's page meets both.
    await ask(nextPage);
    // A server of the former version starts again and keeps working.
    if (!once) await update(world.second, ".");
    await update(world.second, expanded);
    await ask(nextPage);
    if (!once) {
      await update(world.server, contracted);
      await ask(wholeRow);
      await update(world.second, contracted);
      await ask(wholeRow);
    }
  } finally {
    await traffic.stop();
    clearInterval(watching);
    await locks[Symbol.asyncDispose]();
  }
  const verdict = await judgeRound(served, { traffic, listeners, since });
  const failed = traffic.attempts
    .filter(({ reported }) => reported !== "done")
    .map(({ kind, reported }) => `${kind}: ${reported}`);
  return { ...verdict, failed, pages, longestLock: locks.longest, slowest: locks.slowest, nobodyReady };
}

/** Calls as a page that knows the column. Returns what went wrong. */
async function nextPage(client: SupabaseClient, organizationId: string): Promise<string[]> {
  const person = { organization_id: organizationId, first_name: "Nästa", last_name: "Sida" };
  const calls = {
    reads: await client.from("end_users").select("id, last_name, floor").limit(5),
    adds: await client
      .from("end_users")
      .insert({ ...person, floor: "3" })
      .select("floor")
      .single(),
    filters: await client.from("end_users").select("id").eq("floor", "3").limit(1),
  };
  return Object.entries(calls).flatMap(([what, { error }]) =>
    error ? [`${what}: ${error.code} ${error.message}`] : [],
  );
}

/** Reads whole rows, as a page does that names no column. */
async function wholeRow(client: SupabaseClient): Promise<string[]> {
  const { error } = await client.from("end_users").select().limit(5);
  return error ? [`whole rows: ${error.code} ${error.message}`] : [];
}
