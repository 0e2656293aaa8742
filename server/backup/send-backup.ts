// Opens the file of a ticket, for the session that asked for the ticket and only while that session is a system admin's.
import type { Readable } from "node:stream";
import { backupErrors } from "#contract/errors/backup.ts";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import type { Deps } from "#server/platform/deps.ts";
import { admitted, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { checkedCopy } from "./checked-copy.ts";
import { readTicket } from "./download-ticket.ts";
import { BackupError } from "./errors.ts";
import { type FoundBackup, findBackup } from "./find-backup.ts";
import { S3Error } from "./s3/s3-error.ts";

export interface SentBackup {
  name: string;
  bytes: number;
  content: Readable;
}

/**
 * Opens the file. Throws PortalError 401 and 403 for a ticket or session that has ended, 404 for a file that is gone, 409 for a copy that is out
 * of reach or another.
 */
export async function sendBackup(deps: Deps, ticket: string): Promise<SentBackup> {
  const { id, sub, session_id } = readTicket(deps, ticket);
  const claims = { sub, session_id };
  return admitted(deps.pools.user, { claims, role: "system_admin" }, async (asCaller) => {
    await requireAdmission({ claims, asCaller });
    const found = await findBackup(deps, id);
    return { name: found.name, bytes: found.bytes, content: await contentOf(deps, found) };
  });
}

async function contentOf({ config, log }: Deps, { name, isCopy, open }: FoundBackup): Promise<Readable> {
  try {
    const content = await open();
    if (!isCopy) return content;
    const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
    return await checkedCopy(content, { name, key });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    log.error({ err: error, file: name }, "a copy in S3 could not be downloaded");
    throw new PortalError(refusal, { cause: error });
  }
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof S3Error) return backupErrors.backup_copy_unreachable();
  return error instanceof BackupError ? backupErrors.backup_copy_damaged() : null;
}
