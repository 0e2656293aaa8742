// Starts one server on a running PostgreSQL (platform, domains, jobs, listen), and stops it cleanly. Restarts it when a restore
// has swapped the database, because everything in its memory belongs to the old one.
import type { Logger } from "pino";
import { backOff } from "#contract/back-off.ts";
import { systemClock } from "#drivers/clock.ts";
import { ensureFirstAdmin } from "./administrators/make-first-admin.ts";
import { type App, buildApp } from "./app.ts";
import type { HashingSettings } from "./auth/settings.ts";
import type { TypedRestores } from "./backup/typed-keys.ts";
import { updateDatabase } from "./backup/update-database.ts";
import { discardUpload } from "./backup/upload-backup.ts";
import { createDrivers } from "./devices/drivers.ts";
import { ensureInstallationWebhook } from "./gates/installation-webhook.ts";
import { portalJobs } from "./jobs.ts";
import { takeBootId } from "./platform/boot-id.ts";
import type { Config } from "./platform/config.ts";
import { renewCertificate } from "./platform/connections/http-server.ts";
import { openKeyRing } from "./platform/crypto/secret-key.ts";
import { logUnreadableRows } from "./platform/database/read-each.ts";
import type { TenantGuard } from "./platform/database/tenant-guard.ts";
import { databaseIdentity, watchDatabase } from "./platform/database/watch-database.ts";
import type { Deps } from "./platform/deps.ts";
import { listeningPort, urlOf } from "./platform/http/listening-url.ts";
import { runJobs } from "./platform/jobs/run-jobs.ts";
import { stopOnce } from "./platform/lifecycle.ts";
import { createLog } from "./platform/log.ts";
import { createMailPort } from "./platform/mail/port.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import { openTelemetry } from "./platform/telemetry/open-telemetry.ts";
import type { Telemetry } from "./platform/telemetry/telemetry.ts";
import { createWebhookPoster } from "./platform/webhooks/webhook-poster.ts";
import { createSyncEngine, type SyncEngine } from "./reconcile/engine/engine.ts";
import { tenantGuard } from "./tables.ts";
import { closeRedirect, startRedirect } from "./tls/redirect.ts";
import { openTls, type Tls } from "./tls/serve-tls.ts";

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** How soon a renewed certificate is in use. */
const CERTIFICATE_LOOK_MS = 2 * SECOND_MS;

export interface ServerOptions {
  config: Config;
  /** A login that may migrate: the embedded server's, or DATABASE_URL. */
  adminUrl: string;
  pageDir: string | null;
  log?: Logger;
  /** Replaced only by tests that disable the guard. */
  guard?: TenantGuard;
  /** Replaced only by tests, whose passwords need no protection. */
  hashing?: HashingSettings;
  /** Multiplies how long a request waits for the database, an email and a held door. Replaced only by tests, whose machine may be slow. */
  patience?: number;
}

export interface RunningServer {
  sync: SyncEngine;
  url: string;
  app: App;
  deps: Deps;
  /** Address of the form for the first system admin; null when there is one. */
  setupUrl: string | null;
  /** Closes the server. A second call waits for the first. */
  close(): Promise<void>;
}

/** Pauses before the next attempt to start on a restored database. */
const ANEW_PAUSES = { firstMs: 200, longestMs: 5_000 };

/** Starts a server. After a restore a new server replaces it on the same port; the returned members always belong to the present one. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log = createLog(options.config) } = options;
  const closing = new AbortController();
  const onReplaced = () => {
    anew = anew.then(startAnew);
  };
  const first = startOnce({ ...options, log }, onReplaced);
  // A database may be replaced before its first server has started.
  let anew: Promise<void> = first.then(
    () => undefined,
    () => undefined,
  );
  let server = await first;
  const port = Number(new URL(server.url).port);

  /** Retries without limit. Nobody gets an answer meanwhile, which a service manager's check notices. */
  async function startAnew(): Promise<void> {
    log.warn("a restored database stands in this one's place; starting anew on it");
    await server.close(0);
    for (let failures = 1; !closing.signal.aborted; failures += 1) {
      try {
        server = await startOnce({ ...options, log, config: { ...options.config, port } }, onReplaced);
        return;
      } catch (error) {
        log.error({ err: error }, "the server did not start on the restored database; trying again soon");
        await systemClock.wait(backOff(failures, ANEW_PAUSES), closing.signal).catch(() => undefined);
      }
    }
  }

  return {
    get url() {
      return server.url;
    },
    get app() {
      return server.app;
    },
    get sync() {
      return server.sync;
    },
    get deps() {
      return server.deps;
    },
    get setupUrl() {
      return server.setupUrl;
    },
    close: async () => {
      closing.abort();
      await anew;
      await server.close(options.config.drainSeconds * 1000);
    },
  };
}

/** DATABASE_URL leads through a pooler when DATABASE_DIRECT_URL, then the login that may migrate, leads past it. */
const pooledUrlOf = ({ databaseUrl, databaseDirectUrl }: Config): string | undefined =>
  databaseDirectUrl === null ? undefined : (databaseUrl ?? undefined);

type StartedServer = Omit<RunningServer, "close"> & { close(drainMs: number): Promise<void> };

type StartOptions = ServerOptions & { log: Logger };

async function startOnce(options: StartOptions, onReplaced: () => void): Promise<StartedServer> {
  const { config, adminUrl, pageDir, log, hashing } = options;
  // Closed here when the start fails, and in the last step of a stop.
  await using opened = new AsyncDisposableStack();
  const parts = await openParts(options, opened);
  const { deps, tls, telemetry, schemaVersion } = parts;
  const typed: TypedRestores = new Map();
  // The app needs the engine, so the followers of the events are set only afterwards.
  let onDoorEvents = (): void => undefined;
  const sync = await createEngine(parts, () => onDoorEvents());
  // Tokens name the public URL as issuer; without a proxy that is the listening address.
  const publicUrl = config.publicUrl ?? urlOf(config.host, config.port, schemeOf(tls));
  const lifecycle = { stopping: false };
  const app = await buildApp({
    deps,
    sync,
    tls,
    typed,
    publicUrl,
    pageDir,
    adminUrl,
    lifecycle,
    telemetry,
    schemaVersion,
    hashing,
  });
  onDoorEvents = app.wakeFollowers;

  const stopping = new AbortController();
  let jobs = Promise.resolve();
  // In-flight requests, openings and replicas are finished first; the next server takes over their controllers at once.
  let onClose = async () => {};
  const rest = opened.move();
  const steps = [() => onClose(), () => app.close(), () => sync.stop(), () => jobs, () => rest.disposeAsync()];
  const stop = stopOnce({ lifecycle, log, stopping, steps });
  try {
    await ensureInstallationWebhook(deps.pools.engine, deps.keys);
    const listening = await openPorts(parts, app);
    onClose = listening.closeRedirect;
    jobs = startJobs(parts, app, { publicUrl, adminUrl, typed, onReplaced, signal: stopping.signal });
    await sync.start();
    const setup = await ensureFirstAdmin({ deps, administration: app.auth.administration });
    if (setup === null) await discardUpload(config);
    const setupUrl = setup === null ? null : `${config.publicUrl ?? listening.url}/auth?setup=${setup}`;
    return { url: listening.url, app, sync, deps, setupUrl, close: stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

const schemeOf = (tls: Tls): "http" | "https" => (tls.served() === null ? "http" : "https");

interface Parts {
  deps: Deps;
  tls: Tls;
  telemetry: Telemetry | null;
  schemaVersion: number;
  /** Identity of the database at the start; another one stands in its place after a restore. */
  present: string;
  /** Ports that this server listens on, which drivers and webhooks may not call. The chosen port until `openPorts` has opened them. */
  ports: { own: readonly number[] };
}

/**
 * Opens what app, engine and jobs share: keys, database, TLS, telemetry, drivers, mail and metrics. Migrates the database first. Puts the
 * closing of each into `opened`. Throws ConfigError, UpdateError and the errors of `migrate`.
 */
async function openParts(
  { config, adminUrl, log, guard = tenantGuard, patience }: StartOptions,
  opened: AsyncDisposableStack,
): Promise<Parts> {
  const clock = systemClock;
  const keys = await openKeyRing(config);
  const pooledUrl = pooledUrlOf(config);
  opened.defer(logUnreadableRows(log));
  const { pools, schemaVersion } = await updateDatabase(adminUrl, { config, keys, log, patience, pooledUrl });
  opened.defer(() => pools.close());
  const present = await databaseIdentity(pools.engine);
  const tls = await openTls({ config, pool: pools.auth, keys, clock, log });
  const ports: Parts["ports"] = { own: [config.port] };
  const ownPorts = () => ports.own;
  const telemetry = await openTelemetry(config, log);
  opened.defer(() => telemetry?.close());
  const drivers = createDrivers(config, log, ownPorts, telemetry?.deviceCall);
  const mail = createMailPort({ keys, configured: config.smtpUrl !== null });
  const webhooks = createWebhookPoster(config, { clock, ownPorts });
  const metrics = createMetrics();
  opened.defer(() => metrics.close());
  const deps: Deps = { config, clock, log, keys, pools, drivers, mail, webhooks, guard, metrics };
  return { deps, tls, telemetry, schemaVersion, present, ports };
}

/** Makes the engine, which does not run yet. It takes over the leases of this data folder's earlier processes when it starts. */
async function createEngine({ deps, telemetry }: Parts, onDoorEvents: () => void): Promise<SyncEngine> {
  const { config, pools, keys, clock, log } = deps;
  const boot = await takeBootId(config.dataDir);
  return createSyncEngine({
    ...deps.drivers,
    pool: pools.engine,
    listen: pools.listenConfig,
    keys,
    clock,
    log,
    bootId: boot.current,
    previousBootIds: boot.previous,
    options: { suspendedMs: config.suspendedDays * DAY_MS },
    onDoorEvents,
    follow: telemetry?.controllerRun,
  });
}

/** Opens the port, and the one that redirects to it where one is chosen. Throws when a port is taken. */
async function openPorts({ deps: { config }, tls, ports }: Parts, { http }: App) {
  await http.listen({ host: config.host, port: config.port });
  const port = listeningPort(http.server, config.port);
  const redirect = await redirecting(config, port);
  ports.own = [port, ...redirect.ports];
  return { url: urlOf(config.host, port, schemeOf(tls)), closeRedirect: redirect.close };
}

interface JobOptions {
  publicUrl: string;
  adminUrl: string;
  typed: TypedRestores;
  onReplaced: () => void;
  signal: AbortSignal;
}

/** Starts all that repeats: jobs, the look for a restored database, the certificate's renewal. Resolves when all have ended after `signal`. */
function startJobs(
  { deps, tls, present }: Parts,
  app: App,
  { onReplaced, signal, ...options }: JobOptions,
): Promise<void> {
  const { clock, log } = deps;
  const watched = { engine: deps.pools.engine, present, onReplaced, clock, log, everyMs: SECOND_MS };
  return Promise.all([
    runJobs(portalJobs(deps, app, { ...options, tls, database: present }), signal, deps),
    watchDatabase(watched, signal),
    tls.keep(CERTIFICATE_LOOK_MS, signal, (renewed) => renewCertificate(app.http.server, renewed)),
  ]).then(() => undefined);
}

/** Starts the port that sends plain HTTP to the portal over TLS, where one is chosen. */
async function redirecting({ host, httpRedirectPort: port, publicUrl }: Config, tlsPort: number) {
  if (port === null) return { ports: [], close: async () => {} };
  const server = await startRedirect({ host, port, publicUrl, tlsPort });
  return { ports: [listeningPort(server, port)], close: () => closeRedirect(server) };
}
