import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { ATTEMPT_COLUMNS } from "#contract/log-columns.ts";
import { doorLogRow, gateLogRow } from "#contract/tables/merged-log.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

export const ATTEMPTS_SHOWN = 5;

const columns = { source: true, id: true, occurred_at: true, granted: true, reason: true } as const;
const attempt = z.discriminatedUnion("source", [
  doorLogRow.pick({ ...columns, access_points: true, removed_door: true }),
  gateLogRow.pick({ ...columns, controllers: true, removed_controller: true, plate_number: true }),
]);
export type Attempt = z.infer<typeof attempt>;

/** Reads the newest attempts at doors and gates with these credentials. An org admin of a housing association sees only refusals. */
export function getRecentAttemptsQueryOptions(credentialIds: readonly string[]) {
  return queryOptions({
    queryKey: ["door-events", "of-credentials", ...credentialIds],
    enabled: credentialIds.length > 0,
    queryFn: ({ signal }) =>
      readRows(
        attempt,
        backend
          .from("merged_log")
          .select(ATTEMPT_COLUMNS)
          .in("credential_id", credentialIds)
          .eq("kind", "access")
          .order("occurred_at", { ascending: false })
          .limit(ATTEMPTS_SHOWN)
          .abortSignal(signal),
      ),
  });
}
