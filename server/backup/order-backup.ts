// Queues the back-ups and checks that a system admin asks for in Operations. A job of one server does them soon.
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { requestVerification } from "./backups.store.ts";
import { makeTicket } from "./download-ticket.ts";
import { findBackup } from "./find-backup.ts";
import { requestBackup } from "./make-due-backup.ts";

/** Queues a back-up, unless one is being made. The audit row of the finished back-up names the account. */
export async function orderBackup({ pools, clock }: Deps, call: CallerContext): Promise<{ begun: boolean }> {
  await requireAdmission(call);
  const asked = { kind: "manual", now: clock.now(), madeBy: call.claims.sub, night: null } as const;
  return { begun: await requestBackup(pools.engine, asked) };
}

/** Audits and queues the check of one file. Throws PortalError when no such file is known. */
export async function orderVerification(deps: Deps, call: CallerContext, { id }: { id: string }): Promise<void> {
  await requireAdmission(call);
  const { name, createdAt, bytes } = await findBackup(deps, id);
  await call.asCaller((client) =>
    writeAudit(client, { action: "backup_verified", objectType: "backups", objectId: id }),
  );
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
