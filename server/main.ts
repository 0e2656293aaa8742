// Starts one server on a PostgreSQL that already runs: migrate, sign in as authenticator, build, listen, stop cleanly.
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { systemClock } from "#drivers/clock.ts";
import { ensureFirstAdmin } from "./administrators/make-first-admin.ts";
import { keepPostingWebhooks } from "./alerts/send-webhooks.job.ts";
import { keepWatchingAlerts } from "./alerts/watch-alerts.job.ts";
import { type App, buildApp } from "./app.ts";
import { keepAuditSealed } from "./audit/seal-audit.job.ts";
import { createDrivers } from "./devices/drivers.ts";
import { ensureInstallationWebhook } from "./gates/installation-webhook.ts";
import { warnOfMissingKeys } from "./operations/missing-keys.ts";
import { takeBootId } from "./platform/boot-id.ts";
import type { Config } from "./platform/config.ts";
import { openKeyRing } from "./platform/crypto/secret-key.ts";
import { migrate } from "./platform/database/migrate.ts";
import { createPools } from "./platform/database/pools.ts";
import { type TenantWall, tenantWall } from "./platform/database/tenant-guard.ts";
import type { Deps } from "./platform/deps.ts";
import { createLog } from "./platform/log.ts";
import { createMailPort } from "./platform/mail/port.ts";
import { keepMailMoving } from "./platform/mail/send-mail.job.ts";
import { createSmtpSender } from "./platform/mail/smtp.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import { createWebhookPoster } from "./platform/webhooks/webhook-poster.ts";
import { createSyncEngine, type SyncEngine } from "./reconcile/engine.ts";
import { keepForgetting } from "./retention/forget-passages.job.ts";
import { keepLogPartitions } from "./retention/log-partitions.job.ts";
import { keepWeeklyCodes } from "./weekly-codes/weekly-codes.job.ts";

export interface ServerOptions {
  config: Config;
  /** Login that may migrate: the embedded server's, or DATABASE_URL. */
  adminUrl: string;
  /** Folder of the built page, or null. */
  pageDir: string | null;
  log?: Logger;
  /** The service's wall between organisations. Another one is given only by the test that must see what it holds. */
  wall?: TenantWall;
}

export interface RunningServer {
  sync: SyncEngine;
  /** Where it listens, e.g. http://127.0.0.1:8080 */
  url: string;
  app: App;
  deps: Deps;
  /** Address of the form that makes the first system admin; null when there is one. */
  setupUrl: string | null;
  /** Graceful, and once: a second call waits for the first. */
  close(): Promise<void>;
}

/** A graceful stop that has not ended by then is cut: whoever restarts us must not wait for a hung device. */
const STOP_LIMIT_MS = 15_000;

export async function startServer({
  config,
  adminUrl,
  pageDir,
  log = createLog(config),
  wall = tenantWall,
}: ServerOptions): Promise<RunningServer> {
  const keys = await openKeyRing(config);
  const authenticatorPassword = keys.derive("database/authenticator");
  const migrated = await migrate({ adminUrl, authenticatorPassword, log: (line) => log.info(line) });
  log.info({ version: migrated.version, applied: migrated.applied.length }, "database ready");
  const pools = createPools({
    url: authenticatorUrl(adminUrl, authenticatorPassword),
    // While a key is replaced, a server that has it already may give the login the password that comes of it.
    otherUrls: keys
      .deriveAll("database/authenticator")
      .slice(1)
      .map((password) => authenticatorUrl(adminUrl, password)),
    log,
  });
  let ownPorts = [config.port];
  const stopping = new AbortController();
  const drivers = createDrivers(config, log, () => ownPorts);
  const mail = createMailPort({ keys, configured: config.smtpUrl !== null });
  const metrics = createMetrics();
  const webhooks = createWebhookPoster(config, { clock: systemClock, ownPorts: () => ownPorts });
  const deps: Deps = { config, clock: systemClock, log, keys, pools, drivers, mail, webhooks, wall, metrics };
  const boot = await takeBootId(config.dataDir);
  const sync = createSyncEngine({
    pool: pools.engine,
    listen: pools.listenConfig,
    openDoorController: drivers.openDoorController,
    openPlateController: drivers.openPlateController,
    keys,
    clock: systemClock,
    log,
    bootId: boot.current,
    previousBootIds: boot.previous,
  });
  // Tokens name the public address as issuer; behind no proxy that is where we listen.
  const publicUrl = config.publicUrl ?? `http://${hostInUrl(config.host)}:${config.port}`;
  const lifecycle = { stopping: false };
  const app = await buildApp({ deps, sync, publicUrl, pageDir, lifecycle, schemaVersion: migrated.version });
  try {
    await ensureInstallationWebhook(pools.engine, keys);
    await app.http.listen({ host: config.host, port: config.port });
    const url = listeningUrl(app, config);
    ownPorts = [Number(new URL(url).port)];
    await sync.start();
    const jobs: Promise<void>[] = [];
    jobs.push(warnOfMissingKeys({ engine: pools.engine, auth: pools.auth, keys, log }));
    jobs.push(keepLogPartitions({ engine: pools.engine, clock: systemClock, log }, stopping.signal));
    const { dataDir } = config;
    jobs.push(keepAuditSealed({ engine: pools.engine, keys, clock: systemClock, log, dataDir }, stopping.signal));
    jobs.push(keepForgetting({ engine: pools.engine, clock: systemClock, log }, stopping.signal));
    jobs.push(keepWeeklyCodes({ engine: pools.engine, keys, clock: systemClock, log }, stopping.signal));
    const { smtpUrl, mailFrom: from } = config;
    const sender = smtpUrl === null ? null : createSmtpSender({ url: smtpUrl, from, publicUrl });
    const mailing = keepMailMoving(
      { engine: pools.engine, keys, clock: systemClock, log, mail, sender, publicUrl },
      stopping.signal,
    );
    jobs.push(keepWatchingAlerts({ engine: pools.engine, clock: systemClock, log, mail, publicUrl }, stopping.signal));
    const posting = keepPostingWebhooks(
      { engine: pools.engine, keys, clock: systemClock, log, poster: webhooks },
      stopping.signal,
    );
    let stopped: Promise<void> | undefined;
    const setup = await ensureFirstAdmin({ deps, administration: app.auth.administration });
    return {
      url,
      app,
      sync,
      deps,
      setupUrl: setup === null ? null : `${config.publicUrl ?? url}/auth?setup=${setup}`,
      close: () => {
        stopped ??= stop(
          {
            app,
            sync,
            pools,
            stopping,
            jobs: [...jobs, mailing, posting],
            lifecycle,
            drainMs: config.drainSeconds * 1000,
          },
          log,
        );
        return stopped;
      },
    };
  } catch (error) {
    await stop({ app, sync, pools, stopping, lifecycle, drainMs: 0 }, log);
    throw error;
  }
}

interface Parts {
  app: App;
  sync: { stop(): Promise<void> };
  pools: { close(): Promise<void> };
  stopping: AbortController;
  /** End by themselves once they are told to stop: letters and posts under way, a batch that is forgotten. */
  jobs?: Promise<void>[];
  lifecycle: { stopping: boolean };
  /** How long /readyz says "stopping" before connections are refused, so that a load balancer looks away first. */
  drainMs: number;
}

/** Requests, openings and pairs under way are finished and recorded; what is left of a lane goes to the next server at once. */
async function stop(parts: Parts, log: Logger): Promise<void> {
  const { app, sync, pools, stopping, jobs = [], lifecycle, drainMs } = parts;
  lifecycle.stopping = true;
  if (drainMs > 0) await wait(drainMs);
  stopping.abort();
  const graceful = (async () => {
    await app.close();
    await sync.stop();
    await Promise.all(jobs);
    await pools.close();
  })();
  const cut = new AbortController();
  const limit = wait(STOP_LIMIT_MS, "late", { signal: cut.signal, ref: false }).catch(() => "stopped");
  if ((await Promise.race([graceful, limit])) === "late") log.warn("graceful stop took too long; leaving the rest");
  cut.abort();
}

function authenticatorUrl(adminUrl: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = "authenticator";
  url.password = password;
  return url.href;
}

function listeningUrl(app: App, config: Config): string {
  const address = app.http.server.address();
  const port = address !== null && typeof address === "object" ? address.port : config.port;
  return `http://${hostInUrl(config.host)}:${port}`;
}

function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
