import { adminManager } from "#contract/functions/admin-manager.ts";
import { callAdminManager } from "./admin-manager.ts";

/** Removes the second factors. Throws FunctionError: `reauthentication_needed`, or `conflict` where there are none. */
export async function removeFactors(id: string): Promise<void> {
  await callAdminManager(adminManager.remove_factors, { admin_id: id });
}
