// Attempts at doors and gates, as one list.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { passageRow } from "#contract/tables/passages.ts";
import { backend } from "#web/lib/backend.ts";
import { readPage } from "#web/lib/rows.ts";
import type { DoorFilters } from "../door-filters.ts";
import { windowOf } from "../filters.ts";

export const PASSAGES_KEY = ["passages", "list"] as const;

const SELECT =
  "source, id, occurred_at, organization_id, controller_id, controller_name, access_point_id, access_point_name, granted, reason, " +
  "credential_id, end_user_id, first_name, last_name, plate_number";

type PassageFilters = Omit<DoorFilters, "doorId" | "text">;

export function getPassagesQueryOptions(filters: PassageFilters, { from, rows }: { from: number; rows: number }) {
  return queryOptions({
    queryKey: [...PASSAGES_KEY, filters, { from, rows }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { since, before } = windowOf(filters, Date.now());
      // Years of passages may match; "estimated" counts exactly only while that is cheap.
      let call = backend.from("passages").select(SELECT, { count: "estimated" });
      if (since !== null) call = call.gte("occurred_at", since);
      if (before !== null) call = call.lt("occurred_at", before);
      if (filters.show !== "all") call = call.eq("granted", filters.show === "granted");
      return readPage(
        passageRow,
        call
          .order("occurred_at", { ascending: false })
          .order("id", { ascending: false })
          .range(from, from + rows - 1)
          .abortSignal(signal),
      );
    },
  });
}
