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
  plate: z.boolean(),
  kind: z.enum(["grant", "suspension", "revocation", "attested"]),
  generation: z.number(),
  /** Null: attested when the controller was retired. */
  read_back_at: z.string().nullable(),
  created_at: z.string(),
  /** Since when the portal had wanted it. */
  asked_at: z.string().nullable(),
  removed: z.array(outdatedSchema),
  /** Of a suspension: when the device is to lose it altogether. */
  suspended_until: z.string().nullable(),
});
export type Removal = z.infer<typeof removalRow>;

const COLUMNS =
  "id, controller_id, controller_name, holder_id, label, plate, kind, generation, read_back_at, created_at, asked_at, removed, suspended_until";
const MOST_OF_PERSON = 5;
const MOST_CONFIRMATIONS = 200;
const MOST_LATELY = 20;
const LATELY_MS = 24 * 60 * 60 * 1000;
/** Shorter waits were seen to their end by whoever saved. */
const WAITED_MS = 30_000;
const SOON_MS = 5_000;
const LATER_MS = 60_000;

/** Newest first, of the person's credentials and of those that are gone; older receipts name the credential only. */
export function getRemovalsQueryOptions(personId: string, sourceIds: readonly string[]) {
  const ofCredentials = sourceIds.length === 0 ? "" : `,holder_id.in.(${sourceIds.join(",")})`;
  return queryOptions({
    queryKey: ["end-users", "removals", personId, sourceIds],
    queryFn: ({ signal }) =>
      readRows(
        removalRow,
        backend
          .from("sync_receipts")
          .select(COLUMNS)
          .or(`end_user_id.eq.${personId}${ofCredentials}`)
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
