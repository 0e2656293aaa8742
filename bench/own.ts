// Measurements on a fresh database each: start, lists, gates and search.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { benchGate } from "./gate.ts";
import { benchHours } from "./hours.ts";
import { benchList } from "./list.ts";
import { startMeasured } from "./measured-server.ts";
import { benchNeighbours } from "./neighbours.ts";
import { openClient } from "./open-client.ts";
import { searchRows, timeSearches } from "./search.ts";
import { benchId, seedBench } from "./seed-database.ts";
import { SECRET } from "./seeded.ts";
import { signInMany, signInReaders } from "./sign-in.ts";
import { benchSlowSockets } from "./slow-sockets.ts";
import type { Row } from "./statistics.ts";

const MAX_RESIDENT_MB = 160;
const MAX_READY_MS = 1_500;
const ORGANIZATIONS = 20;

export const OWN_PARTS = ["server", "list", "neighbours", "slow-sockets", "gate", "hours", "search"];

export interface OwnBench {
  people: number;
  large: number;
  sockets: number;
  keep: (part: string, rows: readonly Row[]) => Promise<void>;
}

export async function benchOwn(only: ReadonlySet<string>, { people, large, sockets, keep }: OwnBench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portal-bench-"));
  const keys = createKeyRing(SECRET);
  const authenticatorPassword = keys.derive("database/authenticator");
  // Durable, as in production: a commit waits for the disk on both sides.
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    removed: true,
    settings: { shared_buffers: "1GB", max_connections: "200" },
  });
  const opened: Client[] = [];
  try {
    const small = await database("bench_small", people);
    if (["server", "list", "neighbours", "slow-sockets", "gate", "hours"].some((part) => only.has(part)))
      await withServers(small);
    if (only.has("search")) {
      console.log(`filling ${large} people…`);
      const big = await database("bench_large", large);
      const times = [await timeSearches(small.admin, people), await timeSearches(big.admin, large)] as const;
      await keep("search", searchRows(...times));
    }
  } finally {
    for (const client of opened) await client.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }

  async function database(name: string, size: number): Promise<BenchDatabase> {
    const root = await openClient({ connectionString: postgres.adminUrl });
    await root.query(`create database ${name}`);
    await root.end();
    const adminUrl = withDatabase(postgres.adminUrl, name);
    await migrate({ adminUrl, authenticatorPassword });
    const admin = await openClient({ connectionString: adminUrl });
    opened.push(admin);
    await seedBench(admin, { organizations: ORGANIZATIONS, people: size }, (id) =>
      encryptControllerPassword(keys, id, "bench"),
    );
    const authenticator = new URL(adminUrl);
    authenticator.username = "authenticator";
    authenticator.password = authenticatorPassword;
    return { adminUrl, authenticatorUrl: authenticator.href, admin };
  }

  async function withServers({ adminUrl, authenticatorUrl, admin }: BenchDatabase): Promise<void> {
    const environment = {
      BENCH_ADMIN_URL: adminUrl,
      PORTAL_DATA_DIR: join(folder, "portal"),
      PORTAL_SECRET_KEY: SECRET,
    };
    // A restart is measured: the first start ever compiles what later ones find cached.
    await (await startMeasured("server.ts", environment)).stop();
    const server = await startMeasured("server.ts", environment);
    const resident = await server.residentMb();
    const cost: Row[] = [
      {
        work: "resident memory of an idle server",
        measured: `${resident.toFixed(0)} MB`,
        goal: `≤ ${MAX_RESIDENT_MB} MB`,
        met: resident <= MAX_RESIDENT_MB,
      },
      {
        work: "start of the process to listening, PostgreSQL running",
        measured: `${server.readyMs.toFixed(0)} ms`,
        goal: `≤ ${MAX_READY_MS} ms`,
        met: server.readyMs <= MAX_READY_MS,
      },
    ];
    try {
      if (only.has("server")) await keep("server", cost);
      if (only.has("list")) {
        const { caller, tokens } = await signInReaders(admin, server.port);
        const floor = await startMeasured("bare-route.ts", {
          BENCH_URL: authenticatorUrl,
          BENCH_SESSION: caller.sessionId,
          BENCH_USER: caller.userId,
        });
        await keep(
          "list",
          await benchList({
            serverPort: server.port,
            floorPort: floor.port,
            tokens,
            people,
          }),
        );
        await floor.stop();
      }
      if (only.has("neighbours")) {
        const admins = (organization: number, count: number) =>
          signInMany({ admin, serverPort: server.port, organizationId: benchId(1, organization) }, count);
        const [neighbour] = await admins(2, 1);
        const greedy = (await admins(1, 2)).map(({ token }) => token);
        await keep(
          "neighbours",
          await benchNeighbours({ serverPort: server.port, token: neighbour?.token ?? "", greedy }),
        );
      }
      if (only.has("slow-sockets"))
        await keep("slow-sockets", await benchSlowSockets({ admin, serverPort: server.port, sockets }));
      if (only.has("gate"))
        await keep("gate", await benchGate({ admin, authenticatorUrl, serverPort: server.port, people }));
      if (only.has("hours"))
        await keep("hours", await benchHours({ admin, authenticatorUrl, serverPort: server.port, people }));
    } finally {
      await server.stop();
    }
  }
}

interface BenchDatabase {
  adminUrl: string;
  authenticatorUrl: string;
  admin: Client;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
