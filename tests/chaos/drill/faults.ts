// The faults of the drill. `cause` does the harm; `heal` does what a machine or its service manager does by itself.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Random } from "#scripts/seed/random.ts";
import { type Member, SUPERUSER } from "./member.ts";
import type { Stage } from "./stage.ts";

interface DrillFault {
  cause(): Promise<void>;
  heal(): Promise<void>;
  /** Tells, once all is healed, whether the fault did what its title says. */
  took(): Promise<boolean>;
  /** True when no standby may or can take over: PostgreSQL is away until the fault is healed. */
  readonly waits?: true;
}

interface FaultKind {
  readonly title: string;
  make: (stage: Stage, random: Random) => Promise<DrillFault>;
}

/** Longer than a gate's statement may take. */
const CUT_MS = 8_000;
/** Longer than the leader's key stays in etcd without renewal. */
const ETCD_MS = 30_000;
const FULL_MS = 5_000;

const waiting = ({ title, make }: FaultKind): FaultKind => ({
  title,
  make: async (...args) => ({ ...(await make(...args)), waits: true }),
});

interface Harm {
  cause: (primary: Member, cluster: Stage["cluster"]) => Promise<void> | void;
  heal: (primary: Member) => Promise<void> | void;
  took: (primary: Member, now: { leader: Member; ended: boolean }) => boolean;
}

const toPrimary = (title: string, { cause, heal, took }: Harm): FaultKind => ({
  title,
  make: async ({ cluster }) => {
    const primary = await cluster.primary();
    const ended = postgresEnded(primary);
    return {
      cause: async () => cause(primary, cluster),
      heal: async () => heal(primary),
      took: async () => took(primary, { leader: await cluster.primary(), ended: ended() }),
    };
  },
});

/** Returns a function that tells whether the member's PostgreSQL of now has ended. */
function postgresEnded(member: Member): () => boolean {
  const before = member.postmaster();
  return () => before !== null && member.postmaster() !== before;
}

const anotherLeads: Harm["took"] = (primary, { leader }) => leader !== primary;
const start = (member: Member): void => member.start();

export const DRILL_FAULTS: Readonly<Record<string, FaultKind>> = {
  kill_primary: toPrimary("kill -9 of the primary with its Patroni", {
    cause: (primary) => primary.killAll(),
    heal: start,
    took: anotherLeads,
  }),
  kill_postmaster: toPrimary("kill -9 of the postmaster alone", {
    cause: (primary) => primary.killPostmaster(),
    heal: () => {},
    took: (_primary, { ended }) => ended,
  }),
  stop_primary: toPrimary("clean stop of the primary", {
    cause: (primary) => primary.stop(),
    heal: start,
    took: anotherLeads,
  }),
  disk_full: toPrimary("full disk of the primary", {
    cause: async (primary) => {
      primary.disk.fill();
      await useUpWal(primary);
      await wait(FULL_MS);
    },
    heal: (primary) => primary.disk.free(),
    took: (_primary, { ended }) => ended,
  }),
  freeze_primary: toPrimary("primary frozen (SIGSTOP)", {
    cause: (primary) => primary.freeze(),
    heal: (primary) => primary.thaw(),
    took: anotherLeads,
  }),
  cut_etcd: {
    title: "etcd away for all members",
    make: async ({ cluster }) => ({
      cause: async () => {
        for (const { etcd } of cluster.members) etcd.cut();
        await wait(ETCD_MS);
      },
      heal: async () => {
        for (const { etcd } of cluster.members) etcd.mend();
      },
      took: async () => cluster.members.every(({ etcd }) => etcd.refused > 0),
    }),
  },
  cut_etcd_of_primary: toPrimary("primary cut from etcd", {
    cause: async (primary) => {
      primary.etcd.cut();
      await wait(ETCD_MS);
    },
    heal: (primary) => primary.etcd.mend(),
    took: (primary) => primary.etcd.refused > 0,
  }),
  cut_standbys: waiting(
    toPrimary("primary cut from its standbys", {
      cause: async (primary) => {
        primary.replication.cut();
        await wait(CUT_MS);
      },
      heal: (primary) => primary.replication.mend(),
      took: (primary) => primary.replication.refused > 0,
    }),
  ),
  cut_standbys_then_kill: waiting(
    toPrimary("primary cut from its standbys, then killed", {
      cause: async (primary) => {
        primary.replication.cut();
        await wait(CUT_MS);
        await primary.killAll();
      },
      heal: (primary) => {
        primary.replication.mend();
        primary.start();
      },
      took: (primary, { ended }) => ended && primary.replication.refused > 0,
    }),
  ),
  kill_portal: {
    title: "kill -9 of a portal",
    make: async (stage, random) => {
      const portal = random.pick(stage.portals);
      let isDown = false;
      return {
        cause: async () => {
          await portal.kill();
          isDown = !portal.running;
        },
        heal: () => stage.startPortals(),
        took: async () => isDown,
      };
    },
  },
  kill_both: {
    title: "kill -9 of the primary and a portal",
    make: async (stage, random) => {
      const primary = await stage.cluster.primary();
      return {
        cause: async () => {
          await Promise.all([primary.killAll(), random.pick(stage.portals).kill()]);
        },
        heal: async () => {
          primary.start();
          await stage.startPortals();
        },
        took: async () => (await stage.cluster.primary()) !== primary,
      };
    },
  },
  switchover: toPrimary("planned switchover", {
    cause: (_primary, cluster) => cluster.switchover(),
    heal: () => {},
    took: anotherLeads,
  }),
  restart_all: toEverything("clean restart of everything", async (stage) => {
    await Promise.all(stage.portals.map((portal) => portal.stop()));
    for (const member of await primaryLast(stage.cluster)) await member.stop();
  }),
  kill_all: toEverything("kill -9 of everything", async (stage) => {
    await Promise.all([
      ...stage.cluster.members.map((member) => member.killAll()),
      ...stage.portals.map((portal) => portal.kill()),
    ]);
  }),
};

function toEverything(title: string, cause: (stage: Stage) => Promise<void>): FaultKind {
  return waiting({
    title,
    make: async (stage) => {
      const ended = stage.cluster.members.map(postgresEnded);
      return {
        cause: () => cause(stage),
        heal: async () => {
          for (const member of stage.cluster.members) member.start();
          await stage.startPortals();
        },
        took: async () => ended.every((isOver) => isOver()),
      };
    },
  });
}

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
    // PostgreSQL ended itself, as intended; `took` tells whether it did.
  } finally {
    await client.end().catch(() => {});
  }
}
