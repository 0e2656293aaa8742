// Reads receipts of access that was taken from people.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { REMOVAL_COLUMNS, removalRow } from "#web/lib/people/removals.ts";

const MOST_OF_PERSON = 5;
const MOST_LATELY = 20;
const LATELY_MS = 24 * 60 * 60 * 1000;
/** The person who saved has already seen the end of a shorter wait. */
const WAITED_MS = 30_000;
const SOON_MS = 5_000;
const LATER_MS = 60_000;

/** Reads receipts of the person's present and former credentials, newest first; older receipts name only the credential. */
export function getRemovalsQueryOptions(personId: string, sourceIds: readonly string[]) {
  const ofCredentials = sourceIds.length === 0 ? "" : `,source_id.in.(${sourceIds.join(",")})`;
  return queryOptions({
    queryKey: ["end-users", "removals", personId, sourceIds],
    queryFn: ({ signal }) =>
      readRows(
        removalRow,
        backend
          .from("sync_receipts")
          .select(REMOVAL_COLUMNS)
          .or(`end_user_id.eq.${personId}${ofCredentials}`)
          .neq("removed", "{}")
          .order("created_at", { ascending: false })
          .limit(MOST_OF_PERSON)
          .abortSignal(signal),
      ),
  });
}

/** Reads, newest first, credentials that the last day's controllers kept for a while before they confirmed the removal. */
export function getLateRemovalsQueryOptions(isAwaiting: boolean) {
  return queryOptions({
    queryKey: ["end-users", "late-removals"],
    refetchInterval: isAwaiting ? SOON_MS : LATER_MS,
    queryFn: async ({ signal }) => {
      const rows = await readRows(
        removalRow,
        backend
          .from("sync_receipts")
          .select(REMOVAL_COLUMNS)
          .eq("source_kind", "credential")
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
