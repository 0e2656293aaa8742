import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { plateKey } from "#contract/plate.ts";
import { nearMissRow } from "#contract/tables/near-misses.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage } from "#web/lib/calls/rows.ts";

const SELECT =
  "id, plate_number, plate_key, reads, last_read_at, controllers(name), " +
  "candidates:plate_near_miss_candidates!inner(credential_id, place, own_plate_read, " +
  "credentials(display_value, plate_key, end_users(id, first_name, last_name, organizations(name))))";

export const NEAR_MISSES_LIST_KEY = ["near-misses", "list"] as const;
const REFRESH_MS = 15_000;
/** From this length a typed plate finds its misreadings too; a shorter one would find everything. */
const WHOLE_ENOUGH = 4;

export interface NearMissFilters {
  plate: string;
  gateId: string | null;
  organizationId: string | null;
  from: number;
  to: number;
}

const readings = () => backend.from("plate_near_misses").select(SELECT, { count: "exact" });

function newestFirst(
  call: ReturnType<typeof readings>,
  { from, to }: Pick<NearMissFilters, "from" | "to">,
  signal: AbortSignal,
) {
  return readPage(
    nearMissRow,
    call
      .order("last_read_at", { ascending: false })
      .order("id")
      .order("place", { referencedTable: "candidates" })
      .range(from, to)
      .abortSignal(signal),
  );
}

export function getNearMissesQueryOptions(filters: NearMissFilters) {
  return queryOptions({
    queryKey: [...NEAR_MISSES_LIST_KEY, filters],
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => {
      let call = readings().is("candidates.dismissed_at", null);
      if (filters.gateId !== null) call = call.eq("controller_id", filters.gateId);
      if (filters.organizationId !== null) call = call.eq("candidates.organization_id", filters.organizationId);
      if (filters.plate !== "") call = call.ilike("plate_key", pattern(filters.plate));
      return newestFirst(call, filters, signal);
    },
  });
}

/** Reads dismissed readings, with the cars that they were dismissed for. */
export function getDismissedQueryOptions({ from, to }: { from: number; to: number }) {
  return queryOptions({
    queryKey: ["near-misses", "dismissed", { from, to }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => newestFirst(readings().not("candidates.dismissed_at", "is", null), { from, to }, signal),
  });
}

function pattern(text: string): string {
  const key = plateKey(text).replace(/[^0-9A-ZÅÄÖÆØÜ]/g, "");
  return `%${key.length < WHOLE_ENOUGH ? key : key.replace(/[0ODQ1I2Z5S6G8B3VYMN]/g, "_")}%`;
}
