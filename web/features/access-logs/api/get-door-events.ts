import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { DOOR_ALARM_KINDS } from "#contract/door-events.ts";
import { accessPointRow } from "#contract/tables/access-points.ts";
import { doorEventListRow } from "#contract/tables/door-events.ts";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/backend.ts";
import { periodWindow } from "#web/lib/period.ts";
import { readPage, readRow, readRows } from "#web/lib/rows.ts";
import type { DoorFilters } from "../door-filters.ts";

export const DOOR_EVENTS_KEY = ["door-events", "list"] as const;

const SELECT =
  "id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason, device_reason, " +
  "credential_id, weekly_code_id, gap_cause, gap_from, controllers(name), access_points(name, door_name), " +
  "credentials(end_users(id, first_name, last_name)), door_commands(requested_as, reason), door_holds(requested_as, reason, until)";

export function getDoorEventsQueryOptions(filters: DoorFilters, { from, rows }: { from: number; rows: number }) {
  return queryOptions({
    queryKey: [...DOOR_EVENTS_KEY, filters, { from, rows }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { since, before } = periodWindow(filters);
      // Years of events may match; "estimated" counts exactly only while that is cheap.
      let call = backend.from("door_events").select(SELECT, { count: "estimated" });
      if (since !== null) call = call.gte("occurred_at", since);
      if (before !== null) call = call.lt("occurred_at", before);
      if (filters.doorId !== null) call = call.eq("access_point_id", filters.doorId);
      if (filters.show === "granted") call = call.eq("granted", true);
      if (filters.show === "refused") call = call.or(`granted.is.false,kind.in.(${DOOR_ALARM_KINDS.join(",")})`);
      return readPage(
        doorEventListRow,
        call
          .order("occurred_at", { ascending: false })
          .order("id")
          .range(from, from + rows - 1)
          .abortSignal(signal),
      );
    },
  });
}

/** Null when there is none, or none that the caller may see. */
export function getDoorEventQueryOptions(id: string | null) {
  return queryOptions({
    queryKey: ["door-events", "one", id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const call = backend
        .from("door_events")
        .select(SELECT)
        .eq("id", id ?? "")
        .abortSignal(signal);
      const [row] = await readRows(doorEventListRow, call);
      return row ?? null;
    },
  });
}

const doorRow = accessPointRow
  .pick({ id: true, name: true, door_name: true })
  .extend({ controllers: z.object({ name: z.string() }).nullable() });

/** For the filter: every door that the caller may see. */
export function getDoorsQueryOptions() {
  return queryOptions({
    queryKey: ["access-points", "names"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        doorRow,
        backend
          .from("access_points")
          .select("id, name, door_name, controllers(name)")
          .order("name")
          .limit(1_000)
          .abortSignal(signal),
      ),
  });
}

const ownKind = organizationRow.pick({ kind: true });

export function getOwnKindQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["organizations", "own-kind", organizationId],
    enabled: organizationId !== null,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      readRow(
        ownKind,
        backend
          .from("organizations")
          .select("kind")
          .eq("id", organizationId ?? "")
          .abortSignal(signal)
          .single(),
      ),
  });
}
