// Shows what a restore would do, and queues it. A job of a server that has the file does it.
import { restoreRefused } from "#contract/errors/backup.ts";
import type { RestorePreview } from "#contract/functions/backup-control.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { newestMigration } from "#server/platform/database/migration-files.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { VERSION } from "#server/platform/version.ts";
import { factsOf, readTrust } from "./backups.store.ts";
import { mayReplace } from "./databases.store.ts";
import { readHeld } from "./dump.store.ts";
import { findBackup } from "./find-backup.ts";
import type { Manifest } from "./records.ts";
import { fittingManifest, RestoreError, restoreTroubleOf } from "./restore-file.ts";
import { queueRestore, readRestore } from "./restores.store.ts";

export type RestoreOrderDeps = Deps & { adminUrl: string };

/**
 * Returns the contents of the file beside the present ones. `older`: the file will be migrated. Throws PortalError for a file that cannot
 * be restored.
 */
export async function previewRestore(
  deps: RestoreOrderDeps,
  call: CallerContext,
  { id }: { id: string },
): Promise<Omit<RestorePreview, "success">> {
  await requireAdmission(call);
  const { manifest } = await openRestorable(deps, id);
  const { version, people, doors, migration } = factsOf(manifest);
  const present = await call.asCaller(readHeld);
  return {
    file: { at: manifest.taken_at, version, people, doors },
    now: { at: deps.clock.now().toISOString(), version: VERSION, ...present },
    older: (migration ?? 0) < (await newestMigration()),
  };
}

/** Queues a restore, after a step-up. An account that may write no more audit events restores nothing. */
export async function orderRestore(deps: RestoreOrderDeps, call: CallerContext, { id }: { id: string }): Promise<void> {
  await requireAdmission(call);
  await requireStepUp(deps, call.claims);
  const { name } = await openRestorable(deps, id);
  const asked = { backupId: id, fileName: name.slice(-255), requestedBy: call.claims.sub };
  await call.asCaller(async (client) => {
    await writeAudit(client, { action: "restore_begun", objectType: "backups", objectId: id });
    // Queued last, and by another role: a refused request takes the audit row back.
    if (!(await queueRestore(deps.pools.engine, asked))) throw new PortalError(restoreRefused("running"));
  });
}

/** Throws PortalError with the reason why the file cannot be restored here. */
async function openRestorable(deps: RestoreOrderDeps, id: string): Promise<{ manifest: Manifest; name: string }> {
  const { pools, config, keys, adminUrl, log } = deps;
  const { name, isCopy, open } = await findBackup(deps, id);
  try {
    const current = await readRestore(pools.engine);
    if (current !== null && current.state !== "failed") throw new RestoreError("running");
    const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
    const manifest = await fittingManifest(await open(), {
      key,
      secretKeyIds: keys.keyIds,
      ...(isCopy && { name }),
    });
    const { verified, cutShort, damaged } = await readTrust(pools.engine, id);
    if (cutShort) throw new RestoreError("cut_short");
    if (damaged) throw new RestoreError("damaged");
    if (!verified) throw new RestoreError("unverified");
    if (!(await mayReplace(adminUrl))) throw new RestoreError("may_not_create");
    return { manifest, name };
  } catch (error) {
    const trouble = restoreTroubleOf(error);
    if (trouble === "unexpected") log.error({ err: error, file: name }, "the back-up cannot be restored");
    throw new PortalError(restoreRefused(trouble), { cause: error });
  }
}
