// PostgreSQL from npm: real binaries, own data folder, 127.0.0.1 only. For demo, tests and single machines.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { backOff } from "#contract/back-off.ts";
import { type Account, chooseAccount } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { openCluster, SUPERUSER } from "./embedded/cluster.ts";
import { lockFolder } from "./embedded/folder-lock.ts";
import { choosePlace, readPointer } from "./embedded/place.ts";
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./embedded/postmaster.ts";

const RESTART_PAUSES = { firstMs: 100, longestMs: 5_000 };

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** The port; the default 0 picks a free one. */
  readonly port?: number;
  readonly database?: string;
  /** Extra PostgreSQL settings, e.g. `{ max_connections: "200" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The data folder, and a cluster in another place (place.ts), is removed on stop or when this process is killed. */
  readonly removed?: boolean;
  /** For tests: no fsync, and removed at the end. */
  readonly temporary?: boolean;
  readonly log?: (message: string) => void;
}

export interface EmbeddedPostgres {
  readonly adminUrl: string;
  readonly port: number;
  /** Changes when a crashed server is restarted. */
  readonly pid: number;
  readonly recovered: boolean;
  /** Waits until the server has ended; idempotent. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL and restarts a server that dies, on its port. Throws FolderInUseError for a folder in use; Error with a way out. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, temporary = false, removed = temporary, log = () => {} } = options;
  const account = chooseAccount(join(readPointer(dataDir) ?? dataDir, "data"));
  const place = choosePlace(dataDir, account, log);
  const lock = lockFolder(place);
  let server: Awaited<ReturnType<typeof supervise>> | undefined;
  try {
    const binaries = findBinaries(account, log);
    const cluster = await openCluster(place, { binaries, account, durable: !temporary, log });
    const postmasterOptions: PostmasterOptions = {
      binaries,
      account,
      folder: cluster.folder,
      port: options.port ?? 0,
      settings: {
        ...(temporary && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
        ...options.settings,
      },
      removeOnDeath: removed ? [dataDir, place] : [],
      log,
    };
    const running = await supervise(postmasterOptions);
    server = running;
    const adminUrl = (database: string) =>
      `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${running.port}/${database}`;
    if (options.database) await createDatabase(adminUrl("postgres"), options.database);
    let stopping: Promise<void> | undefined;
    return {
      adminUrl: adminUrl(options.database ?? "postgres"),
      port: running.port,
      get pid() {
        return running.pid();
      },
      recovered: running.recovered || lock.stale,
      stop() {
        stopping ??= (async () => {
          await running.stop();
          lock.release();
          for (const folder of postmasterOptions.removeOnDeath) await rm(folder, { recursive: true, force: true });
        })();
        return stopping;
      },
    };
  } catch (error) {
    await server?.stop();
    lock.release();
    throw error;
  }
}

/**
 * Returns the account that runs the cluster of this folder; null when it is this process's, or the cluster is in another place (place.ts).
 */
export function accountWithin(dataDir: string): Account | null {
  return readPointer(dataDir) === null ? chooseAccount(join(dataDir, "data")) : null;
}

async function supervise(options: PostmasterOptions) {
  let current: Postmaster = await startPostmaster(options);
  const { port, recovered } = current;
  const stopping = new AbortController();
  const restarting = (async () => {
    for (;;) {
      await current.ended;
      for (let failures = 1; !stopping.signal.aborted; failures += 1) {
        options.log("PostgreSQL ended unexpectedly: starting it again");
        try {
          current = await startPostmaster({ ...options, port });
          if (stopping.signal.aborted) await current.stop(); // `stop` was called during the start.
          break;
        } catch (error) {
          options.log(error instanceof Error ? error.message : String(error));
          await wait(backOff(failures, RESTART_PAUSES), undefined, { ref: false });
        }
      }
      if (stopping.signal.aborted) return;
    }
  })();
  return {
    recovered,
    port,
    pid: () => current.pid,
    async stop() {
      stopping.abort();
      await current.stop();
      await restarting;
    },
  };
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
