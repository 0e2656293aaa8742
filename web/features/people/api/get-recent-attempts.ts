import { queryOptions } from "@tanstack/react-query";
import { doorEventListRow } from "#contract/tables/door-events.ts";
import { backend } from "#web/lib/backend.ts";
import { readRows } from "#web/lib/rows.ts";

export const ATTEMPTS_SHOWN = 5;

const attempt = doorEventListRow.pick({
  id: true,
  occurred_at: true,
  granted: true,
  reason: true,
  access_points: true,
});
export type Attempt = ReturnType<typeof attempt.parse>;

/** The newest at doors, with these credentials. In a housing association an organisation admin sees refusals only. */
export function getRecentAttemptsQueryOptions(credentialIds: readonly string[]) {
  return queryOptions({
    queryKey: ["door-events", "of-credentials", ...credentialIds],
    enabled: credentialIds.length > 0,
    queryFn: ({ signal }) =>
      readRows(
        attempt,
        backend
          .from("door_events")
          .select("id, occurred_at, granted, reason, access_points(name, door_name)")
          .in("credential_id", credentialIds)
          .eq("kind", "access")
          .order("occurred_at", { ascending: false })
          .limit(ATTEMPTS_SHOWN)
          .abortSignal(signal),
      ),
  });
}
