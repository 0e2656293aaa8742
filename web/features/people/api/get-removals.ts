// Receipts of what was taken from people: written when a controller's own read-back shows that it is gone.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { outdatedSchema } from "#contract/devices.ts";
import { backend } from "#web/lib/backend.ts";
import { readRows } from "#web/lib/rows.ts";

const removalRow = z.object({
  id: z.uuid(),
  controller_id: z.uuid(),
  controller_name: z.string(),
  holder_id: z.uuid(),
  label: z.string(),
  kind: z.enum(["grant", "revocation", "attested"]),
  generation: z.number(),
  /** Null: attested when the controller was retired. */
  read_back_at: z.string().nullable(),
  created_at: z.string(),
  /** Since when the portal had wanted it. */
  asked_at: z.string().nullable(),
  removed: z.array(outdatedSchema),
});
export type Removal = z.infer<typeof removalRow>;

const COLUMNS =
  "id, controller_id, controller_name, holder_id, label, kind, generation, read_back_at, created_at, asked_at, removed";
const MOST_OF_PERSON = 5;
const MOST_CONFIRMATIONS = 200;
const MOST_LATELY = 20;
const LATELY_MS = 24 * 60 * 60 * 1000;
/** Shorter waits were seen to their end by whoever saved. */
const WAITED_MS = 30_000;
const SOON_MS = 5_000;
const LATER_MS = 60_000;

/** Newest first, of one person's credentials. */
export function getRemovalsQueryOptions(sourceIds: readonly string[]) {
  return queryOptions({
    queryKey: ["end-users", "removals", sourceIds],
    enabled: sourceIds.length > 0,
    queryFn: ({ signal }) =>
      readRows(
        removalRow,
        backend
          .from("sync_receipts")
          .select(COLUMNS)
          .in("holder_id", sourceIds)
          .neq("removed", "{}")
          .order("created_at", { ascending: false })
          .limit(MOST_OF_PERSON)
          .abortSignal(signal),
      ),
  });
}

/** Newest first: credentials that the last day's controllers had kept for a while before they confirmed the removal. */
export function getLateRemovalsQueryOptions(isAwaiting: boolean) {
  return queryOptions({
    queryKey: ["end-users", "late-removals"],
    refetchInterval: isAwaiting ? SOON_MS : LATER_MS,
    queryFn: async ({ signal }) => {
      const rows = await readRows(
        removalRow,
        backend
          .from("sync_receipts")
          .select(COLUMNS)
          .eq("holder_kind", "credential")
          .contains("removed", ["access"])
          .gte("created_at", new Date(Date.now() - LATELY_MS).toISOString())
          .order("created_at", { ascending: false })
          .limit(MOST_LATELY)
          .abortSignal(signal),
      );
      return rows.filter(
        ({ created_at, asked_at }) => asked_at !== null && Date.parse(created_at) - Date.parse(asked_at) > WAITED_MS,
      );
    },
  });
}

/** Newest first: everything that devices confirmed of these sources. */
export function readConfirmations(sourceIds: readonly string[]): Promise<Removal[]> {
  return readRows(
    removalRow,
    backend
      .from("sync_receipts")
      .select(COLUMNS)
      .in("holder_id", sourceIds)
      .order("created_at", { ascending: false })
      .limit(MOST_CONFIRMATIONS),
  );
}
