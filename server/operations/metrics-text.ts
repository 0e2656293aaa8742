import type { Pool } from "pg";
import { Registry } from "prom-client";
import { ALERT_KINDS } from "#contract/alerts.ts";
import type { ConnectionGuard } from "#server/platform/connections/connection-guard.ts";
import type { Deps } from "#server/platform/deps.ts";
import { gauge } from "#server/platform/metrics/gauges.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type InstallationFacts, readInstallation } from "./operations.store.ts";

/** The database is queried at most this often, however many readers. */
const KEPT_MS = 5_000;
const READ_LIMIT_MS = 5_000;

/** Returns a reader of the installation's figures. It yields null when the database fails: the server's own counts matter most then. */
export function installationReader({
  pools,
  clock,
  log,
}: Pick<Deps, "pools" | "clock" | "log">): () => Promise<InstallationFacts | null> {
  let kept: { at: number; facts: Promise<InstallationFacts | null> } | null = null;
  return async () => {
    const now = clock.monotonic();
    if (kept === null || now - kept.at > KEPT_MS) {
      const facts = readInstallation(pools.engine).catch((error: unknown) => {
        log.warn({ err: error }, "the installation's figures could not be read");
        return null;
      });
      kept = { at: now, facts };
    }
    const late = new AbortController();
    const limit = clock.wait(READ_LIMIT_MS, late.signal).then(
      () => null,
      () => null,
    );
    const facts = await Promise.race([kept.facts, limit]);
    late.abort();
    return facts;
  };
}

export interface MetricsParts {
  connections: Pick<ConnectionGuard, "counts" | "limit">;
  deps: Pick<Deps, "pools" | "metrics">;
  sync: Pick<SyncEngine, "load">;
  schemaVersion: number;
}

/** Returns the metrics in Prometheus' text form. `facts` null: the database is away, and its gauges are left out. */
export async function metricsText(
  { deps, sync, schemaVersion, connections }: MetricsParts,
  facts: InstallationFacts | null,
): Promise<string> {
  const { workers, limit } = sync.load();
  const reading = new Registry();
  const show: Show = (name, help, samples) => gauge(reading, name, help, samples);
  ofPools(show, deps.pools);
  show(
    "portal_connections",
    "Connections by what they do.",
    Object.entries(connections.counts()).map(([state, count]) => [{ state }, count] as const),
  );
  show("portal_connections_limit", "Connections this server holds at most.", connections.limit);
  show("portal_workers_running", "Controllers that this server works just now.", workers);
  show("portal_workers_limit", "Controllers that this server works at the same time at most.", limit);
  show("portal_schema_version", "Highest migration that this server knows.", schemaVersion);
  show("portal_database_up", "1 when the database gave the figures below.", facts === null ? 0 : 1);
  if (facts !== null) ofInstallation(show, facts);
  return (await deps.metrics.text()) + (await reading.metrics());
}

type Show = (name: string, help: string, samples: Parameters<typeof gauge>[3]) => void;

function ofPools(show: Show, pools: Deps["pools"]): void {
  const named = Object.entries({
    user: pools.user,
    auth: pools.auth,
    engine: pools.engine,
    gate: pools.gate,
    gate_batches: pools.gateBatches,
  });
  const samples = (value: (pool: Pool) => number) => named.map(([pool, p]) => [{ pool }, value(p)] as const);
  const total = samples((pool) => pool.totalCount);
  show("portal_pool_connections", "Open database connections.", total);
  const idle = samples((pool) => pool.idleCount);
  show("portal_pool_idle", "Of them unused.", idle);
  const limit = samples((pool) => pool.options.max);
  show("portal_pool_limit", "Connections a pool may open.", limit);
  const waiting = samples((pool) => pool.waitingCount);
  show("portal_pool_waiting", "Requests that wait for a connection.", waiting);
}

const CONTROLLER_STATES = ["online", "offline", "paused", "untested"];

function ofInstallation(show: Show, { controllers, workers, replicas, mail, alerts }: InstallationFacts): void {
  show(
    "portal_controllers",
    "Controllers by state.",
    CONTROLLER_STATES.map((state) => [{ state }, controllers[state] ?? 0] as const),
  );
  show("portal_installation_workers_leased", "Controllers that some server works just now.", workers.leased);
  show("portal_installation_workers_due", "Controllers with work that nobody has taken yet.", workers.due);
  show("portal_installation_workers_paused", "1 while all controller workers are paused.", workers.paused ? 1 : 0);
  show("portal_replicas_pending", "Replicas that are not yet as desired.", replicas.pending);
  show("portal_replicas_failed", "Of them those whose last attempt failed.", replicas.failed);
  show("portal_replicas_pending_oldest_seconds", "How long the oldest has waited.", replicas.oldest ?? 0);
  show(
    "portal_removals_pending",
    "Of them removals, among the two thousand that have waited longest.",
    replicas.removals,
  );
  show(
    "portal_removals_pending_oldest_seconds",
    "How long the oldest removal has waited.",
    replicas.oldest_removal ?? 0,
  );
  show("portal_mail_queued", "Emails that wait.", mail.queued);
  show("portal_mail_oldest_seconds", "How long the oldest email has waited.", mail.oldest ?? 0);
  show("portal_mail_failed_last_day", "Emails given up in the last day.", mail.failed_day);
  show(
    "portal_alerts_open",
    "Alerts that stand, by kind.",
    ALERT_KINDS.map((kind) => [{ kind }, alerts.open[kind] ?? 0] as const),
  );
  show("portal_alert_posts_queued", "Webhook posts that wait.", alerts.queued);
  show("portal_alert_posts_failed_last_day", "Webhook posts given up in the last day.", alerts.failed_day);
}
