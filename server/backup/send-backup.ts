// Opens the file of a ticket, for the session that asked for the ticket and only while that session is a system admin's.
import type { Readable } from "node:stream";
import { backupErrors } from "#contract/errors/backup.ts";
import type { Deps } from "#server/platform/deps.ts";
import { admitted, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { readTicket } from "./download-ticket.ts";
import { findBackup } from "./find-backup.ts";
import { S3Error } from "./s3/s3-error.ts";

export interface SentBackup {
  name: string;
  bytes: number;
  content: Readable;
}

/** Throws PortalError 401 and 403 for a ticket or session that has ended, 404 for a file that is gone, 409 for a copy out of reach. */
export async function sendBackup(deps: Deps, ticket: string): Promise<SentBackup> {
  const { id, sub, session_id } = readTicket(deps, ticket);
  const claims = { sub, session_id };
  return admitted(deps.pools.user, { claims, role: "system_admin" }, async (asCaller) => {
    await requireAdmission({ claims, asCaller });
    const { name, bytes, open } = await findBackup(deps, id);
    return { name, bytes, content: await open().catch((error: unknown) => refuse(deps, error)) };
  });
}

function refuse({ log }: Pick<Deps, "log">, error: unknown): never {
  if (!(error instanceof S3Error)) throw error;
  log.error({ err: error }, "a copy in S3 could not be read");
  throw new PortalError(backupErrors.backup_copy_unreachable(), { cause: error });
}
