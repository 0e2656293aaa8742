// Two portals behind HAProxy on the cluster, with simulated devices.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { furnish } from "../world/furnish.ts";
import { lastingPort } from "../world/ports.ts";
import { until } from "../world/quiet.ts";
import { retryingPool } from "../world/retrying-pool.ts";
import { createServerProcess, type ServerProcess } from "../world/server-process.ts";
import { type Cluster, createPortalDatabase, startCluster } from "./cluster.ts";
import { claimFolder, FOLDER_PREFIX } from "./leftovers.ts";
import { startPooler } from "./pooler.ts";
import { type Probe, startProbe } from "./probe.ts";
import type { Served } from "./traffic.ts";

const SECRET = "secret of a campaign secret of a campaign";
const ADMIN = { email: "system@campaign.example", password: "kampanjens-hemlighet-26" };
/** A service manager waits this long before it restarts an ended process. */
const RESTART_PAUSE_MS = 1_000;

export interface Stage extends Served {
  readonly cluster: Cluster;
  readonly probe: Probe;
  readonly portals: readonly ServerProcess[];
  readonly folder: string;
  /** Returns a client of the portals' common address, or of one portal, signed in. */
  client(url?: string): Promise<SupabaseClient>;
  /** Resolves when HAProxy finds a portal ready. */
  ready(): Promise<void>;
  /** Starts portals that are not running, and repeats this like a service manager. */
  startPortals(): Promise<void>;
}

/**
 * Makes the stage. `stack` ends every process, including those of a start that fails. `keep`: keeps the folder with the logs;
 * `pooler`: the portals reach the database through pgbouncer.
 */
export async function makeStage(stack: AsyncDisposableStack, { keep = false, pooler = false } = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  stack.defer(async () => {
    if (!keep) await rm(folder, { recursive: true, force: true });
  });
  stack.defer(claimFolder(folder));
  await chmod(folder, 0o711);
  const ports = [await lastingPort(), await lastingPort()];
  const cluster = await startCluster(stack, { folder, portalPorts: ports });
  const databaseUrl = await createPortalDatabase(cluster);
  const keys = createKeyRing(SECRET);
  const accounts = {
    portal_admin: new URL(databaseUrl).password,
    authenticator: keys.derive("database/authenticator"),
  };
  const pooled = pooler && (await startPooler(stack, { folder, url: databaseUrl, accounts }));
  const portals = ports.map((port, i) => {
    const portal = createServerProcess({
      port,
      dataDir: join(folder, `portal-${i}`),
      env: {
        FAULTS_ADMIN_URL: databaseUrl,
        ...(pooled !== false && { DATABASE_URL: pooled, DATABASE_DIRECT_URL: databaseUrl }),
        PUBLIC_URL: cluster.portalUrl,
        PORTAL_SECRET_KEY: SECRET,
        PORTAL_ADMIN_EMAIL: ADMIN.email,
        PORTAL_ADMIN_PASSWORD: ADMIN.password,
      },
    });
    stack.defer(() => portal.kill());
    return portal;
  });
  for (const portal of portals) await portal.start();
  const isReady = () =>
    fetch(`${cluster.portalUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const ready = async () => {
    if (!(await until(isReady))) throw new Error("HAProxy found no portal ready");
  };
  await ready();
  const admin = retryingPool(cluster.url);
  stack.defer(() => admin.end());
  const client = async (url = cluster.portalUrl) => {
    const made = createClient(url, "portal", { auth: { persistSession: false, autoRefreshToken: false } });
    const { error } = await made.auth.signInWithPassword(ADMIN);
    if (error) throw error;
    return made;
  };
  const installation = await furnish(stack, { system: await client(), admin, portalUrl: cluster.portalUrl });
  const probe = stack.use(startProbe(cluster.members));
  return {
    ...installation,
    addresses: [cluster.portalUrl],
    cluster,
    probe,
    portals,
    ready,
    admin,
    keys,
    folder,
    client,
    async startPortals() {
      await Promise.all(
        portals.map(async (portal) => {
          while (!portal.running) {
            if (stack.disposed) throw new Error("the drill was stopped");
            await portal.start().catch(() => wait(RESTART_PAUSE_MS));
          }
        }),
      );
    },
  };
}
