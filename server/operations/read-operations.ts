import { statfs } from "node:fs/promises";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { readInstallationUse } from "#server/gates/installation-webhook-use.ts";
import { listRefusedCalls } from "#server/gates/refused-calls.ts";
import { knownMigrations } from "#server/platform/database/migration-files.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { VERSION } from "#server/platform/version.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import type { Tls } from "#server/tls/serve-tls.ts";
import { tlsStatus } from "#server/tls/tls-status.ts";
import { readDatabaseFacts, readInstallation, schemaVersion } from "./operations.store.ts";
import { certificateOf } from "./own-certificate.ts";

export interface StatusDeps extends Deps {
  sync: Pick<SyncEngine, "load">;
  tls: Tls;
}

const STARTED_AT = new Date(performance.timeOrigin).toISOString();

/** Returns the state of this server and its database, for a permitted caller. */
export async function readOperations(
  deps: StatusDeps,
  call: CallerContext,
): Promise<Omit<OperationsStatus, "success">> {
  await requireAdmission(call);
  const { engine } = deps.pools;
  // Read one after the other: the page polls every few seconds, and controller workers need the connections more.
  const facts = await readInstallation(engine);
  const database = await readDatabaseFacts(engine);
  const [disk, certificate, migrations] = await Promise.all([freeSpace(deps), ownCertificate(deps), knownMigrations()]);
  const { workers, limit } = deps.sync.load();
  return {
    version: VERSION,
    node: process.versions.node,
    postgres: database.postgres,
    schema: { code: migrations.at(-1)?.version ?? 0, database: await schemaVersion(engine) },
    started_at: STARTED_AT,
    database_bytes: database.bytes,
    disk,
    controllers: facts.controllers,
    workers: { ...facts.workers, running_here: workers, limit },
    replicas: facts.replicas,
    mail: { configured: deps.mail.configured, ...facts.mail },
    backup: database.backup,
    installation_webhook: await readInstallationUse(engine),
    refused_calls: await listRefusedCalls(engine),
    certificate,
    tls: tlsStatus(deps.config, deps.tls),
  };
}

/** Returns the certificate that browsers see: the portal's own, or the proxy's. */
async function ownCertificate({ config, tls }: StatusDeps): Promise<OperationsStatus["certificate"]> {
  const served = tls.served();
  if (served === null) return certificateOf(config.publicUrl);
  const host = config.publicUrl === null ? (served.names[0] ?? config.host) : new URL(config.publicUrl).hostname;
  return { host, valid_to: served.to.toISOString() };
}

async function freeSpace({ config, log }: StatusDeps): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(config.dataDir);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    log.debug({ err: error }, "the disk does not report its free space");
    return null;
  }
}
