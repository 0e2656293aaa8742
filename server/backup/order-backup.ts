// Queues the back-ups and checks that a system admin asks for in Operations. A job of one server does them soon.
import { backupErrors } from "#contract/errors/backup.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type BackupFile, backupFolder, listBackupFiles } from "./backup-folder.ts";
import { readBackupName, requestVerification } from "./backups.store.ts";
import { makeTicket } from "./download-ticket.ts";
import { requestBackup } from "./make-due-backup.ts";

/** Queues a back-up, unless one is being made. The audit row of the finished back-up names the account. */
export async function orderBackup({ pools, clock }: Deps, call: CallerContext): Promise<{ begun: boolean }> {
  await requireAdmission(call);
  const asked = { kind: "manual", now: clock.now(), madeBy: call.claims.sub, night: null } as const;
  return { begun: await requestBackup(pools.engine, asked) };
}

export async function orderVerification(deps: Deps, call: CallerContext, { id }: { id: string }): Promise<void> {
  await requireAdmission(call);
  const { name, header, bytes } = await findBackup(deps, id);
  await call.asCaller((client) =>
    writeAudit(client, { action: "backup_verified", objectType: "backups", objectId: id }),
  );
  const createdAt = header?.created_at ?? deps.clock.now().toISOString();
  await requestVerification(deps.pools.engine, { id, fileName: name, createdAt, bytes });
}

/** Returns a ticket for the file, after a step-up. Audited before it is given, so that no file leaves unrecorded. */
export async function orderDownload(
  deps: Deps,
  call: CallerContext,
  { id }: { id: string },
): Promise<{ ticket: string }> {
  await requireAdmission(call);
  await requireStepUp(deps, call.claims);
  await findBackup(deps, id);
  await call.asCaller((client) =>
    writeAudit(client, { action: "backup_downloaded", objectType: "backups", objectId: id }),
  );
  return { ticket: makeTicket(deps, { id, ...call.claims }) };
}

/** Finds the file by the id of its header, or by its row where the header is damaged. Throws PortalError 404. */
export async function findBackup({ pools, config }: Pick<Deps, "pools" | "config">, id: string): Promise<BackupFile> {
  const files = await listBackupFiles(backupFolder(config));
  const name = await readBackupName(pools.engine, id);
  const file = files.find((one) => (name === null ? one.header?.id === id : one.name === name));
  if (file === undefined) throw new PortalError(backupErrors.backup_gone());
  return file;
}
