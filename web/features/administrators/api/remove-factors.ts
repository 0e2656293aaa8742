import { adminManager } from "#contract/functions/admin-manager.ts";
import { callAdminManager } from "./admin-manager.ts";

/** Throws FunctionError: `reauthentication_needed`, or `conflict` where there are no factors. */
export async function removeFactors(id: string): Promise<void> {
  await callAdminManager(adminManager.remove_factors, { admin_id: id });
}
