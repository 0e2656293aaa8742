// Reads removals that no device has confirmed yet, of credentials that the portal no longer has.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { type Page, readPage } from "#web/lib/calls/rows.ts";

const awaitingRow = z.object({
  controller_id: z.uuid(),
  controller_name: z.string(),
  source_id: z.uuid(),
  label: z.string(),
});
type AwaitingRemoval = z.infer<typeof awaitingRow>;

/** Further removals are only counted; Synkstatus lists them all. */
export const MOST_AWAITING_SHOWN = 5;
const SOON_MS = 5_000;
const LATER_MS = 60_000;

export function getAwaitingRemovalQueryOptions() {
  return queryOptions<Page<AwaitingRemoval>>({
    queryKey: ["end-users", "awaiting-removal"],
    refetchInterval: ({ state }) => (state.data?.rows.length ? SOON_MS : LATER_MS),
    queryFn: ({ signal }) =>
      readPage(
        awaitingRow,
        backend
          .from("sync_states")
          .select("controller_id, controller_name, source_id, label", { count: "exact" })
          .eq("source_kind", "credential")
          .eq("state", "pending_removal")
          .is("end_user_id", null)
          .order("label")
          .limit(MOST_AWAITING_SHOWN)
          .abortSignal(signal),
      ),
  });
}
