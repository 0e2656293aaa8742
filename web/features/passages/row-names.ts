import { gateName } from "#web/lib/passages/gate-name.ts";
import type { LogRow } from "./api/get-access-logs.ts";

/** Returns the place of a row in the gates' log. */
export function whereName({ controllers, access_reason, removed_controller }: LogRow): string {
  return gateName(controllers, access_reason, removed_controller);
}
