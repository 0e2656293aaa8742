// Counts what a device still opens for although the organisation may no longer use it.
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";

export function countOutdated(organizationId: string, controllerId: string, signal: AbortSignal): Promise<number> {
  return readCount(
    backend
      .from("sync_states")
      .select("source_id", { count: "exact", head: true })
      .eq("controller_id", controllerId)
      .eq("organization_id", organizationId)
      .neq("outdated", "{}")
      .abortSignal(signal),
  );
}
