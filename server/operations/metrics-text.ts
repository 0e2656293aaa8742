// The whole text of /metrics: what this server counted, how its connections and lanes are used, and how the installation is.
import type { Pool } from "pg";
import { ALERT_KINDS } from "#contract/alerts.ts";
import type { ConnectionGuard } from "#server/platform/connections/connection-guard.ts";
import type { Deps } from "#server/platform/deps.ts";
import { gauge } from "#server/platform/metrics/prometheus.ts";
import type { SyncEngine } from "#server/reconcile/engine.ts";
import { type InstallationFacts, readInstallation } from "./operations.store.ts";

/** However many readers there are, the database is asked at most this often. */
const KEPT_MS = 5_000;
const READ_LIMIT_MS = 5_000;

/** Reads the facts, or null when the database does not give them: the server's own counts are wanted most just then. */
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

export function metricsText(
  { deps, sync, schemaVersion, connections }: MetricsParts,
  facts: InstallationFacts | null,
): string {
  const { lanes, limit } = sync.load();
  return [
    deps.metrics.text(),
    ofPools(deps.pools),
    gauge(
      "portal_connections",
      "Connections by what they do.",
      Object.entries(connections.counts()).map(([state, count]) => [{ state }, count] as const),
    ),
    gauge("portal_connections_limit", "Connections this server holds at most.", connections.limit),
    gauge("portal_lanes_running", "Controllers that this server works just now.", lanes),
    gauge("portal_lanes_limit", "Controllers that this server works at the same time at most.", limit),
    gauge("portal_schema_version", "Highest migration that this server knows.", schemaVersion),
    gauge("portal_database_up", "1 when the database gave the figures below.", facts === null ? 0 : 1),
    facts === null ? "" : ofInstallation(facts),
  ].join("");
}

function ofPools(pools: Deps["pools"]): string {
  const named = Object.entries({
    user: pools.user,
    auth: pools.auth,
    engine: pools.engine,
    gate: pools.gate,
    gate_batches: pools.gateBatches,
  });
  const samples = (value: (pool: Pool) => number) => named.map(([pool, p]) => [{ pool }, value(p)] as const);
  return [
    gauge(
      "portal_pool_connections",
      "Open database connections.",
      samples((pool) => pool.totalCount),
    ),
    gauge(
      "portal_pool_idle",
      "Of them unused.",
      samples((pool) => pool.idleCount),
    ),
    gauge(
      "portal_pool_limit",
      "Connections a pool may open.",
      samples((pool) => pool.options.max),
    ),
    gauge(
      "portal_pool_waiting",
      "Requests that wait for a connection.",
      samples((pool) => pool.waitingCount),
    ),
  ].join("");
}

const CONTROLLER_STATES = ["online", "offline", "paused", "untested"];

function ofInstallation({ controllers, lanes, copies, mail, alerts }: InstallationFacts): string {
  return [
    gauge(
      "portal_controllers",
      "Controllers by state.",
      CONTROLLER_STATES.map((state) => [{ state }, controllers[state] ?? 0] as const),
    ),
    gauge("portal_installation_lanes_leased", "Controllers that some server works just now.", lanes.leased),
    gauge("portal_installation_lanes_due", "Controllers with work that nobody has taken yet.", lanes.due),
    gauge("portal_installation_lanes_paused", "1 while all lanes are stopped.", lanes.paused ? 1 : 0),
    gauge("portal_copies_pending", "Copies on devices that are not yet as wanted.", copies.pending),
    gauge("portal_copies_failed", "Of them those whose last try failed.", copies.failed),
    gauge("portal_copies_pending_oldest_seconds", "How long the oldest has waited.", copies.oldest ?? 0),
    gauge(
      "portal_removals_pending",
      "Of them removals, among the two thousand that have waited longest.",
      copies.removals,
    ),
    gauge(
      "portal_removals_pending_oldest_seconds",
      "How long the oldest removal has waited.",
      copies.oldest_removal ?? 0,
    ),
    gauge("portal_mail_queued", "Letters that wait.", mail.queued),
    gauge("portal_mail_oldest_seconds", "How long the oldest letter has waited.", mail.oldest ?? 0),
    gauge("portal_mail_failed_last_day", "Letters given up in the last day.", mail.failed_day),
    gauge(
      "portal_alerts_open",
      "Alerts that stand, by kind.",
      ALERT_KINDS.map((kind) => [{ kind }, alerts.open[kind] ?? 0] as const),
    ),
    gauge("portal_alert_posts_queued", "Webhook posts that wait.", alerts.queued),
    gauge("portal_alert_posts_failed_last_day", "Webhook posts given up in the last day.", alerts.failed_day),
  ].join("");
}
