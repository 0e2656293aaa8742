// A whole installation reached over the wire: PostgreSQL that flushes, one or two servers, two door controllers, a gate.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import { createKeyRing, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { paced } from "#tests/support/pace.ts";
import type { Planted } from "../bugs/planted.ts";
import { furnish, type Installation } from "./furnish.ts";
import { lastingPort } from "./ports.ts";
import { until } from "./quiet.ts";
import { retryingPool } from "./retrying-pool.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";
import { mountSmallDisk, SMALL_DISK_SETTINGS, type SmallDisk } from "./small-disk.ts";

const SECRET = "secret of a campaign secret of a campaign";
/** PostgreSQL that could not start on a full disk is retried every five seconds. */
const DATABASE_BACK_MS = paced(120_000);
const ADMIN = { email: "system@campaign.example", password: "kampanjens-hemlighet-26" };

export interface World extends Installation {
  server: ServerProcess;
  second: ServerProcess;
  adminUrl: string;
  admin: pg.Pool;
  keys: KeyRing;
  folder: string;
  disk: SmallDisk | null;
  /** Returns a client of the first server, or of `url`, signed in after every start, because a kill may have cut the session's refresh. */
  client(url?: string): Promise<SupabaseClient>;
  signIn(client: SupabaseClient): Promise<void>;
  /** kill -9 of the postmaster; its supervisor restarts it. */
  killDatabase(): Promise<void>;
  /** Restarts like an operator: cuts running statements. */
  restartDatabase(): Promise<void>;
  databaseBack(): Promise<void>;
  close(): Promise<void>;
}

export class NoSmallDiskError extends Error {
  override name = "NoSmallDiskError";
}

interface WorldOptions {
  /** The database's disk can be filled. */
  smallDisk?: boolean;
  /** A stopping server is not ready for so long. */
  drainSeconds?: number;
  /** The address of a balancer in front of both servers, which then accept each other's sessions. */
  publicUrl?: string;
}

/** Makes a world. Throws NoSmallDiskError where none can be mounted. */
export async function makeWorld(
  bug: Planted | null,
  { smallDisk = false, drainSeconds = 0, publicUrl }: WorldOptions = {},
): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "portal-faults-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711); // As root, the cluster belongs to another account, which must be able to traverse the folder.
  const dataDir = join(folder, "postgres");
  const disk = smallDisk ? mountSmallDisk(dataDir) : null;
  if (smallDisk && disk === null) throw new NoSmallDiskError("a small disk takes Linux and root");
  if (disk !== null) stack.defer(() => disk.unmount());
  const postgres = await startEmbeddedPostgres({
    dataDir,
    database: "portal",
    port: await lastingPort(),
    ...(disk !== null && { settings: SMALL_DISK_SETTINGS }),
  });
  stack.defer(() => postgres.stop());
  const startable = async (name: string) => {
    const made = createServerProcess({
      port: await lastingPort(),
      dataDir: join(folder, name),
      env: {
        FAULTS_ADMIN_URL: postgres.adminUrl,
        PORTAL_SECRET_KEY: SECRET,
        PORTAL_ADMIN_EMAIL: ADMIN.email,
        PORTAL_ADMIN_PASSWORD: ADMIN.password,
        DRAIN_SECONDS: String(drainSeconds),
        ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
      },
    });
    stack.defer(() => made.stop());
    return made;
  };
  const [server, second] = [await startable("portal"), await startable("portal-2")];
  await server.start();
  const admin = retryingPool(postgres.adminUrl);
  stack.defer(() => admin.end());

  const signIn = async (who: SupabaseClient) => {
    const { error } = await who.auth.signInWithPassword(ADMIN);
    if (error) throw error;
  };
  const client = async (url = server.url) => {
    const made = createClient(url, "portal", { auth: { persistSession: false, autoRefreshToken: false } });
    await signIn(made);
    return made;
  };
  const system = await client();
  const installation = await furnish(stack, { system, admin, portalUrl: server.url });

  if (bug !== null && "sql" in bug) await admin.query(bug.sql);
  if (bug !== null && "point" in bug) {
    await server.stop();
    server.plant(bug.name);
    second.plant(bug.name);
    await server.start();
  }

  const signalDatabase = async (signal: NodeJS.Signals) => {
    process.kill(postgres.pid, signal);
    await wait(20);
  };
  const databaseBack = async () => {
    const answers = () =>
      admin.query("select 1").then(
        () => true,
        () => false,
      );
    if (!(await until(answers, DATABASE_BACK_MS))) throw new Error("the database did not come back");
  };
  const owned = stack.move();
  return {
    server,
    second,
    adminUrl: postgres.adminUrl,
    admin,
    keys: createKeyRing(SECRET),
    ...installation,
    folder,
    disk,
    client,
    signIn,
    killDatabase: () => signalDatabase("SIGKILL"),
    restartDatabase: () => signalDatabase("SIGINT"),
    databaseBack,
    close: () => owned.disposeAsync(),
  };
}
