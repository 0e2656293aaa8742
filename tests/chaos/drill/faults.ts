// The faults of the drill. `cause` does the harm; `heal` does what a machine or its service manager does by itself.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Random } from "#scripts/seed/random.ts";
import { type Member, SUPERUSER } from "./member.ts";
import type { Stage } from "./stage.ts";

export interface DrillFault {
  readonly title: string;
  cause(): Promise<void>;
  heal(): Promise<void>;
  /** True when no standby may or can take over: PostgreSQL is away until the fault is healed. */
  readonly waits?: true;
}

type Maker = (stage: Stage, random: Random) => Promise<DrillFault>;

/** Longer than a gate's statement may take. */
const CUT_MS = 8_000;
/** Longer than the leader's key stays in etcd without renewal. */
const ETCD_MS = 30_000;
const FULL_MS = 5_000;

const waiting =
  (make: Maker): Maker =>
  async (...args) => ({ ...(await make(...args)), waits: true });

const toPrimary =
  (
    title: string,
    cause: (primary: Member) => Promise<void> | void,
    heal: (primary: Member) => Promise<void> | void,
  ): Maker =>
  async ({ cluster }) => {
    const primary = await cluster.primary();
    return { title, cause: async () => cause(primary), heal: async () => heal(primary) };
  };

export const DRILL_FAULTS: Readonly<Record<string, Maker>> = {
  kill_primary: toPrimary(
    "kill -9 of the primary with its Patroni",
    (primary) => primary.killAll(),
    (primary) => primary.start(),
  ),
  kill_postmaster: toPrimary(
    "kill -9 of the postmaster alone",
    (primary) => primary.killPostmaster(),
    () => {},
  ),
  stop_primary: toPrimary(
    "clean stop of the primary",
    (primary) => primary.stop(),
    (primary) => primary.start(),
  ),
  disk_full: toPrimary(
    "full disk of the primary",
    async (primary) => {
      primary.disk.fill();
      await useUpWal(primary);
      await wait(FULL_MS);
    },
    (primary) => primary.disk.free(),
  ),
  freeze_primary: toPrimary(
    "primary frozen (SIGSTOP)",
    (primary) => primary.freeze(),
    (primary) => primary.thaw(),
  ),
  cut_etcd: async ({ cluster }) => ({
    title: "etcd away for all members",
    cause: async () => {
      for (const { etcd } of cluster.members) etcd.cut();
      await wait(ETCD_MS);
    },
    heal: async () => {
      for (const { etcd } of cluster.members) etcd.mend();
    },
  }),
  cut_etcd_of_primary: toPrimary(
    "primary cut from etcd",
    async (primary) => {
      primary.etcd.cut();
      await wait(ETCD_MS);
    },
    (primary) => primary.etcd.mend(),
  ),
  cut_standbys: waiting(
    toPrimary(
      "primary cut from its standbys",
      async (primary) => {
        primary.replication.cut();
        await wait(CUT_MS);
      },
      (primary) => primary.replication.mend(),
    ),
  ),
  cut_standbys_then_kill: waiting(
    toPrimary(
      "primary cut from its standbys, then killed",
      async (primary) => {
        primary.replication.cut();
        await wait(CUT_MS);
        await primary.killAll();
      },
      (primary) => {
        primary.replication.mend();
        primary.start();
      },
    ),
  ),
  kill_portal: async (stage, random) => ({
    title: "kill -9 of a portal",
    cause: () => random.pick(stage.portals).kill(),
    heal: () => stage.startPortals(),
  }),
  kill_both: async (stage, random) => {
    const primary = await stage.cluster.primary();
    return {
      title: "kill -9 of the primary and a portal",
      cause: async () => {
        await Promise.all([primary.killAll(), random.pick(stage.portals).kill()]);
      },
      heal: async () => {
        primary.start();
        await stage.startPortals();
      },
    };
  },
  switchover: async ({ cluster }) => ({
    title: "planned switchover",
    cause: () => cluster.switchover(),
    heal: async () => {},
  }),
  restart_all: waiting(async (stage) => ({
    title: "clean restart of everything",
    cause: async () => {
      await Promise.all(stage.portals.map((portal) => portal.stop()));
      for (const member of await primaryLast(stage.cluster)) await member.stop();
    },
    heal: async () => {
      for (const member of stage.cluster.members) member.start();
      await stage.startPortals();
    },
  })),
  kill_all: waiting(async (stage) => ({
    title: "kill -9 of everything",
    cause: async () => {
      await Promise.all([
        ...stage.cluster.members.map((member) => member.killAll()),
        ...stage.portals.map((portal) => portal.kill()),
      ]);
    },
    heal: async () => {
      for (const member of stage.cluster.members) member.start();
      await stage.startPortals();
    },
  })),
};

async function primaryLast(cluster: Stage["cluster"]): Promise<Member[]> {
  const last = await cluster.primary();
  return [...cluster.members.filter((member) => member !== last), last];
}

/** Uses up the recycled WAL, so that the primary needs a segment for which the disk has no room, and ends itself. */
async function useUpWal(primary: Member): Promise<void> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: primary.port,
    database: "postgres",
    user: SUPERUSER.username,
    password: SUPERUSER.password,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    for (let left = 12; left > 0; left--)
      await client.query("select pg_logical_emit_message(false, 'drill', repeat('x', 1000)), pg_switch_wal()");
  } catch {
    // PostgreSQL ended itself, as intended.
  } finally {
    await client.end().catch(() => {});
  }
}
