import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { DOOR_TYPES } from "#contract/devices.ts";
import { DOOR_LATEST_KINDS } from "#contract/door-events.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { doorListRow } from "#contract/tables/door-states.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount, readPage, readRows } from "#web/lib/calls/rows.ts";
import { ALARM_PARTS, ALARMS, freshSince, onlyAlarms, UNLOCKED_MODES } from "#web/lib/doors/door-alarms.ts";

export const DOORS_KEY = ["doors", "list"] as const;
/** The page itself counts the ages; this interval fetches changes that a lost connection missed. */
const REFRESH_MS = 5_000;

const DOOR_COLUMNS: string =
  "id, name, door_name, description, enabled, unlock_hours, controllers!inner(id, name, enabled), door_states!inner(access_point_id, mode, physical, alarm, mode_since, physical_since, alarm_since, read_at), " +
  "door_events(occurred_at, kind, granted, credential_id), door_holds(id, reason, requested_as, until, sent_at, ended_at)";

const COUNT = { count: "exact", head: true } as const;

export type DoorShow = "all" | "unlocked" | "alarms";

export interface DoorListFilters {
  name: string;
  show: DoorShow;
  controllerId: string | null;
  from: number;
  to: number;
}

/** Reads doors whose state the caller may see: for an org admin, the doors offered to the organisation. */
export function getDoorsQueryOptions(filters: DoorListFilters) {
  return queryOptions({
    queryKey: [...DOORS_KEY, filters],
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const call = backend
        .from("access_points")
        .select(`${DOOR_COLUMNS}${filters.show === "alarms" ? `, ${ALARM_PARTS}` : ""}`, { count: "exact" })
        .is("door_holds.end_confirmed_at", null)
        .in("door_events.kind", DOOR_LATEST_KINDS)
        .order("occurred_at", { referencedTable: "door_events", ascending: false })
        .limit(1, { referencedTable: "door_events" });
      let narrowed = narrow(call, filters);
      if (filters.show === "unlocked")
        narrowed = narrowed.in("door_states.mode", UNLOCKED_MODES).gt("door_states.read_at", freshSince(now));
      if (filters.show === "alarms") narrowed = onlyAlarms(narrowed, now);
      const page = await readPage(
        doorListRow,
        narrowed
          .order("controllers(name)")
          .order("controller_id")
          .order("door_name")
          .order("id")
          .range(filters.from, filters.to)
          .abortSignal(signal),
      );
      const isWhole = page.rows.length === page.total || filters.show !== "all";
      return { ...page, unknown: isWhole ? null : await readUnknown(filters, now, signal) };
    },
  });
}

const MOST_TO_NOTE = 8;

/** Reads doors that are open, stand unlocked or have an alarm, by a recent reading. */
export function getDoorsToNoteQueryOptions() {
  return queryOptions({
    queryKey: [...DOORS_KEY, "to-note"],
    refetchInterval: REFRESH_MS * 2,
    queryFn: ({ signal }) =>
      readPage(
        doorListRow,
        backend
          .from("access_points")
          .select(DOOR_COLUMNS, { count: "exact" })
          .is("door_holds.end_confirmed_at", null)
          .in("door_events.kind", DOOR_LATEST_KINDS)
          .order("occurred_at", { referencedTable: "door_events", ascending: false })
          .limit(1, { referencedTable: "door_events" })
          .in("controllers.device_type", DOOR_TYPES)
          .gt("door_states.read_at", freshSince(Date.now()))
          .or(`alarm.in.(${ALARMS.join(",")}),physical.eq.open,mode.in.(${UNLOCKED_MODES.join(",")})`, {
            referencedTable: "door_states",
          })
          .order("door_name")
          .order("id")
          .range(0, MOST_TO_NOTE - 1)
          .abortSignal(signal),
      ),
  });
}

/** Counts doors of unknown state over all pages. A door counted as unlocked or alarming was read recently, so it is never among them. */
function readUnknown(filters: DoorListFilters, now: number, signal: AbortSignal): Promise<number> {
  const call = backend
    .from("access_points")
    .select<string, { id: string }>("id, controllers!inner(id), door_states!inner(access_point_id)", COUNT)
    .or(`mode.eq.unknown,read_at.lte."${freshSince(now)}"`, { referencedTable: "door_states" });
  return readCount(narrow(call, filters).abortSignal(signal));
}

interface Narrowing {
  eq(column: string, value: string): this;
  in(column: string, values: readonly string[]): this;
  or(filters: string): this;
}

function narrow<Call extends Narrowing>(call: Call, { name, controllerId }: DoorListFilters): Call {
  let narrowed = call.in("controllers.device_type", DOOR_TYPES);
  if (controllerId !== null) narrowed = narrowed.eq("controller_id", controllerId);
  if (name === "") return narrowed;
  const pattern = `"%${name.replace(/["\\%_]/g, "\\$&").replace(/\\/g, "\\\\")}%"`;
  return narrowed.or(`name.ilike.${pattern},door_name.ilike.${pattern}`);
}

/** Counts doors that stand unlocked, and doors with an alarm. */
export function getDoorFiguresQueryOptions() {
  return queryOptions({
    queryKey: ["doors", "figures"],
    refetchInterval: REFRESH_MS * 2,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const unlockedDoors = backend
        .from("door_states")
        .select("access_point_id", COUNT)
        .in("mode", UNLOCKED_MODES)
        .gt("read_at", freshSince(now));
      const alarmingDoors = backend.from("access_points").select<string, { id: string }>(`id, ${ALARM_PARTS}`, COUNT);
      const [unlocked, alarms] = await Promise.all([
        readCount(unlockedDoors.abortSignal(signal)),
        readCount(onlyAlarms(alarmingDoors, now).abortSignal(signal)),
      ]);
      return { unlocked, alarms };
    },
  });
}

export function getDoorControllersQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "door-names"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        controllerRow.pick({ id: true, name: true }),
        backend.from("controllers").select("id, name").in("device_type", DOOR_TYPES).order("name").abortSignal(signal),
      ),
  });
}
