// Faults of processes: server or PostgreSQL killed, restarted, paused or cut off; one of two servers killed or paused.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freeze, type ServerProcess } from "../world/server-process.ts";
import type { World } from "../world/world.ts";
import type { FaultMaker } from "./fault.ts";
import { afterAWhile } from "./moments.ts";

/** A write path has some tens of statements, and the workers' statements come between them. */
const STATEMENTS = 60;
/** Longer than a gate's five seconds. */
const FREEZE_MS = 6_000;
/** Longer than a lease, so the other server takes over. */
const PAST_A_LEASE_MS = 17_000;
/** Device latency while a worker must be caught working. */
const SLOW_MS = 60;
const LEASE_WAIT_MS = 1_500;

export const SERVER_FAULTS: Readonly<Record<string, FaultMaker>> = {
  kill_server_at_statement: ({ server }, random) => {
    const [statement, when] = [1 + random.below(STATEMENTS), random.pick(["before", "after"] as const)];
    return {
      name: `kill_server_at_statement ${when} ${statement}`,
      kills: true,
      before: () => server.arm(statement, when),
    };
  },
  kill_server: ({ server }, random) => ({ ...afterAWhile("kill_server", random, () => server.kill()), kills: true }),
  kill_database: (world, random) => afterAWhile("kill_database", random, () => world.killDatabase()),
  kill_both: (world, random) => ({
    ...afterAWhile("kill_both", random, async () => {
      await Promise.all([world.killDatabase(), world.server.kill()]);
    }),
    kills: true,
  }),
  cut_connections: ({ admin }, random) =>
    afterAWhile("cut_connections", random, async () => {
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'");
    }),
  commit_unanswered: ({ server }, random) => {
    const n = 1 + random.below(3);
    return { name: `commit_unanswered number ${n}`, before: () => server.loseCommit(n) };
  },
  restart_database: (world, random) => afterAWhile("restart_database", random, () => world.restartDatabase()),
  freeze_server: ({ server }, random) => {
    const delay = random.below(100);
    return {
      name: `freeze_server after ${delay} ms`,
      lags: true,
      during: async () => {
        await wait(delay);
        await freeze(server, FREEZE_MS);
      },
    };
  },
  two_servers_one_killed: (world, random) => {
    const victim = random.pick(["server", "second"] as const);
    return {
      ...afterAWhile(`two_servers_one_killed ${victim}`, random, () => world[victim].kill()),
      kills: true,
      before: () => world.second.start(),
    };
  },
  two_servers_one_paused: (world) => ({
    name: "two_servers_one_paused",
    lags: true,
    before: async () => {
      for (const { device } of world.fixtures) device.faults.latency(SLOW_MS);
      await world.second.start();
    },
    during: async () => freeze(await atWork(world), PAST_A_LEASE_MS),
  }),
};

async function atWork({ admin, server, second }: World): Promise<ServerProcess> {
  const boots = new Map<string, ServerProcess>();
  for (const one of [server, second]) {
    const ids = await readFile(join(one.dataDir, "boot-ids"), "utf8");
    for (const id of ids.split("\n")) boots.set(id, one);
  }
  for (let left = LEASE_WAIT_MS / 5; left > 0; left--) {
    const { rows } = await admin.query<{ owner: string }>(
      "select lease_owner as owner from controller_sync where lease_owner is not null and lease_until > clock_timestamp() limit 1",
    );
    const found = boots.get(rows[0]?.owner ?? "");
    if (found) return found;
    await wait(5);
  }
  return server;
}
