// Opens the file of a ticket, for the session that asked for the ticket and only while that session is a system admin's.
import { createReadStream, type ReadStream } from "node:fs";
import type { Deps } from "#server/platform/deps.ts";
import { admitted, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { readTicket } from "./download-ticket.ts";
import { findBackup } from "./order-backup.ts";

export interface SentBackup {
  name: string;
  bytes: number;
  content: ReadStream;
}

/** Throws PortalError 401 and 403 for a ticket or session that has ended, 404 for a file that is gone. */
export async function sendBackup(deps: Deps, ticket: string): Promise<SentBackup> {
  const { id, sub, session_id } = readTicket(deps, ticket);
  const claims = { sub, session_id };
  return admitted(deps.pools.user, { claims, role: "system_admin" }, async (asCaller) => {
    await requireAdmission({ claims, asCaller });
    const { name, path, bytes } = await findBackup(deps, id);
    return { name, bytes, content: createReadStream(path) };
  });
}
