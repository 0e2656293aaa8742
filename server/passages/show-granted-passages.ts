import type { GrantedPassagesRequest } from "#contract/functions/granted-passages.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { readGrantedUntil } from "./passages.store.ts";

/** Writes the audit event that the row policy looks for. Returns when the permission ends, ISO 8601. */
export async function showGrantedPassages(asCaller: AsCaller, reason: GrantedPassagesRequest): Promise<string> {
  return asCaller(async (client) => {
    await writeAudit(client, { action: "granted_passages_shown", objectType: null, objectId: null, after: reason });
    return (await readGrantedUntil(client)).toISOString();
  });
}
