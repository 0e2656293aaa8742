// The cluster of large databases: filled once per size and seed, then reused.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { z } from "zod";
import { cacheFolder } from "#scripts/lib/paths.ts";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { withoutIndexes } from "./bare-indexes.ts";
import { openClient } from "./open-client.ts";
import { seedBench } from "./seed-database.ts";
import { seedDoorEvents } from "./seed-door-events.ts";
import { seedLogs } from "./seed-logs.ts";

export const SECRET = "bench secret bench secret bench secret";
const ORGANIZATIONS = 20;
const PEOPLE_TABLES = ["end_users", "credentials", "controller_assignments"];

export interface SeededSize {
  people: number;
  logs: number;
  doorEvents: number;
  seed: number;
}

export interface SeededDatabase extends SeededSize {
  adminUrl: string;
  authenticatorUrl: string;
  dataDir: string;
  admin: Client;
  newestLog: Date;
}

export interface SeededCluster {
  folder: string;
  /** Finds or fills the database of this size. Closed by `stop`. */
  open(size: SeededSize): Promise<SeededDatabase>;
  /** A private database for a measurement that writes much; dropped when the cluster stops. */
  scratch(name: string, size: SeededSize): Promise<SeededDatabase>;
  stop(): Promise<void>;
}

export async function startSeededCluster(report: (line: string) => void): Promise<SeededCluster> {
  const folder = join(cacheFolder, "bench");
  await mkdir(folder, { recursive: true });
  const keys = createKeyRing(SECRET);
  const authenticatorPassword = keys.derive("database/authenticator");
  // Durable, as in production; a larger WAL than usual, because filling writes much.
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    settings: { shared_buffers: "1GB", max_connections: "200", max_wal_size: "4GB" },
  });
  const root = await openClient({ connectionString: postgres.adminUrl });
  const opened: Client[] = [];
  const scratches: string[] = [];

  async function connect(name: string, size: SeededSize): Promise<SeededDatabase> {
    const adminUrl = new URL(postgres.adminUrl);
    adminUrl.pathname = `/${name}`;
    const admin = await openClient({ connectionString: adminUrl.href });
    opened.push(admin);
    const authenticatorUrl = new URL(adminUrl);
    authenticatorUrl.username = "authenticator";
    authenticatorUrl.password = authenticatorPassword;
    return {
      ...size,
      adminUrl: adminUrl.href,
      authenticatorUrl: authenticatorUrl.href,
      dataDir: join(folder, "portal", name),
      admin,
      newestLog: new Date(),
    };
  }

  async function fill(name: string, size: SeededSize): Promise<SeededDatabase> {
    await root.query(`drop database if exists ${name} with (force)`);
    await root.query(`create database ${name}`);
    await rm(join(folder, "portal", name), { recursive: true, force: true });
    const database = await connect(name, size);
    const { admin, adminUrl } = database;
    await migrate({ adminUrl, authenticatorPassword });
    const began = performance.now();
    report(`filling ${size.people.toLocaleString("en")} people…`);
    await withoutIndexes(admin, PEOPLE_TABLES, () =>
      seedBench(admin, { organizations: ORGANIZATIONS, people: size.people }, (id) =>
        encryptControllerPassword(keys, id, "bench"),
      ),
    );
    const sized = { ...size, organizations: ORGANIZATIONS };
    if (size.logs > 0) await withoutIndexes(admin, ["access_logs"], () => seedLogs(admin, sized, report));
    if (size.doorEvents > 0)
      await withoutIndexes(admin, ["door_events", "shared_door_events"], () => seedDoorEvents(admin, sized, report));
    // Retention is off: a reused database must stay as it was filled.
    await admin.query("set session_replication_role = replica; update organizations set log_days = 3650");
    await admin.query("set session_replication_role = default");
    await admin.query("vacuum analyze");
    await admin.query("create schema bench; create table bench.filled (newest_log timestamptz not null)");
    await admin.query(
      `insert into bench.filled select coalesce(greatest(max(detected_at), (select max(occurred_at) from door_events)), now())
       from access_logs`,
    );
    report(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    return { ...database, newestLog: await newestLog(admin) };
  }

  return {
    folder,
    open: async (size) => {
      const name = `bench_p${size.people}_l${size.logs}_d${size.doorEvents}_s${size.seed}`;
      const { rowCount } = await root.query("select from pg_database where datname = $1", [name]);
      if (rowCount === 0) return fill(name, size);
      const database = await connect(name, size);
      const { rows } = await database.admin.query<{ filled: boolean }>(
        "select to_regclass('bench.filled') is not null as filled",
      );
      if (!rows[0]?.filled) {
        await database.admin.end();
        opened.splice(opened.indexOf(database.admin), 1);
        return fill(name, size);
      }
      await migrate({ adminUrl: database.adminUrl, authenticatorPassword });
      const newest = await newestLog(database.admin);
      // Rows of an earlier measurement would fill the last 24 hours.
      await database.admin.query("delete from access_logs where detected_at > $1", [newest]);
      await database.admin.query("truncate gate_passages");
      return { ...database, newestLog: newest };
    },
    scratch: async (name, size) => {
      scratches.push(name);
      return fill(name, size);
    },
    stop: async () => {
      for (const client of opened) await client.end();
      for (const name of scratches) await root.query(`drop database if exists ${name} with (force)`);
      await root.end();
      await postgres.stop();
    },
  };
}

async function newestLog(admin: Client): Promise<Date> {
  const { rows } = await admin.query("select newest_log from bench.filled");
  return z.object({ newest_log: z.date() }).parse(rows[0]).newest_log;
}
