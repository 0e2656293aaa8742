import { removeFactorsReply } from "#contract/functions/admin-manager.ts";
import { callFunction } from "../../../lib/functions.ts";

/** Takes an administrator's second factors away. Throws FunctionError: `reauthentication_needed`, `conflict` where there are none. */
export async function removeFactors(id: string): Promise<void> {
  await callFunction("admin-manager", removeFactorsReply, { action: "remove_factors", admin_id: id });
}
