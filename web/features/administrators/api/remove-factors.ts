import { removeFactorsReply } from "#contract/functions/admin-manager.ts";
import { callAdminManager } from "./admin-manager.ts";

/** Takes an administrator's second factors away. Throws FunctionError: `reauthentication_needed`, `conflict` where there are none. */
export async function removeFactors(id: string): Promise<void> {
  await callAdminManager(removeFactorsReply, { action: "remove_factors", admin_id: id });
}
