// Counts people whose vehicle loses the gate if it is switched off.
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";

export function countGatePeople(controllerId: string): Promise<number> {
  return readCount(
    backend
      .from("end_users")
      .select("id, credentials!inner(access_rights!inner())", { count: "exact", head: true })
      .eq("credentials.access_rights.controller_id", controllerId),
  );
}
