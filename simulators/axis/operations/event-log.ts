import { z } from "zod";
import { keyValuesOf, type StoredEvent, toWireEvent } from "../event-log.ts";
import { invalidValue, notSupported, tooManyItems } from "../fault.ts";
import type { Operation } from "../operation.ts";
import { readArguments } from "../read-arguments.ts";
import type { AxisState } from "../state.ts";

const MAX_FETCH = 1_000;
const MAX_REMOVED = 200;

const filters = z.array(z.strictObject({ Key: z.string(), Value: z.string().optional() })).optional();
const limits = { Limit: z.int().min(1).optional(), Descending: z.boolean().optional() };
const fetchEvents = z.strictObject({
  ...limits,
  Start: z.string().optional(),
  Stop: z.string().optional(),
  RowID: z.int().optional(),
  Filters: filters,
});
const fetchEvents2 = fetchEvents.extend({ FilterSets: z.array(z.strictObject({ Filters: filters })).optional() });
const fetchEvents3Plain = z.strictObject(limits);
const fetchEvents3 = z.strictObject({
  ...limits,
  RowID: z.int().optional(),
  FilterSets: z.array(z.strictObject({ Start: z.string().optional(), Filters: filters })).optional(),
  IncludeHumanReadableTime: z.boolean().optional(),
  ConvertFilterTimeFromLocal: z.boolean().optional(),
});

const rowFilters = z.strictObject({
  Filter: z.array(z.strictObject({ KeyValues: z.array(z.strictObject({ Key: z.string(), Value: z.string() })) })),
});

interface Query {
  Limit?: number | undefined;
  Descending?: boolean | undefined;
  Start?: string | undefined;
  Stop?: string | undefined;
  RowID?: number | undefined;
  Filters?: z.output<typeof filters>;
  FilterSets?: { Start?: string | undefined; Filters?: z.output<typeof filters> }[] | undefined;
}

export const eventLogOperations: Record<string, Operation> = {
  "axlog:FetchEvents": ({ state, operation }, args) => search(state, readArguments(fetchEvents, args, operation)),
  "axlog:FetchEvents2": ({ state, operation }, args) => {
    if (!state.switches.fetchEvents2) throw notSupported(`Unknown operation ${operation}`);
    return search(state, readArguments(fetchEvents2, args, operation));
  },
  "axlog:FetchEvents3": ({ state, operation }, args) => {
    const schema = state.switches.fetchEvents3Plain ? fetchEvents3Plain : fetchEvents3;
    return search(state, readArguments(schema, args, operation));
  },
  "axlog:FetchAlarms": ({ state, operation }, args) => {
    const { Limit = MAX_FETCH } = readArguments(z.strictObject(limits), args, operation);
    const all = [...state.events.alarms.values()];
    return { Alarm: all.slice(0, Limit).map((alarm) => toWireEvent(alarm, state)), More: all.length > Limit };
  },
  "axloc:SetAlarmFilter": ({ state, operation }, args) => {
    state.events.alarmFilters = readArguments(rowFilters, args, operation).Filter.map((one) => one.KeyValues);
    return {};
  },
  "axloc:SetIgnoreFilter": ({ state, operation }, args) => {
    state.events.ignoreFilters = readArguments(rowFilters, args, operation).Filter.map((one) => one.KeyValues);
    return {};
  },
  "axloc:RemoveLoggedAlarm": ({ state, operation }, args) => {
    const { Token } = readArguments(z.strictObject({ Token: z.array(z.string()) }), args, operation);
    // Fault point: sim-axis-alarms-at-once.
    if (Token.length > MAX_REMOVED) throw tooManyItems();
    const { alarms } = state.events;
    for (const [row, alarm] of alarms) if (Token.includes(toWireEvent(alarm, state).token)) alarms.delete(row);
    return {};
  },
};

export const peerOperations: Record<string, Operation> = {
  "aconn:GetPeerList": ({ state }) => ({
    Self: peer(state, state.network.length > 1),
    Peer: state.network.slice(1).map((unit) => peer(unit, true)),
  }),
};

const peer = (state: AxisState, isNetworked: boolean): unknown => ({
  ID: state.serial,
  DeviceUUID: state.uuid,
  TrustState: isNetworked ? "InPeerNetwork" : "NotInPeerNetwork",
  ConnectionState: "Connected",
});

function search(state: AxisState, query: Query): Record<string, unknown> {
  const start = moment(query.Start, "ter:InvalidStartTime") ?? Number.NEGATIVE_INFINITY;
  const stop = moment(query.Stop, "ter:InvalidStopTime") ?? Number.POSITIVE_INFINITY;
  const limit = Math.min(query.Limit ?? MAX_FETCH, MAX_FETCH);
  const descending = query.Descending ?? false;
  const all = descending ? state.events.all().toReversed() : state.events.all();
  const found: StoredEvent[] = [];
  let More = false;
  for (const event of all) {
    const ms = event.micros / 1000;
    if (ms < start || ms > stop || !afterRow(event, query.RowID, descending) || !passes(event, query)) continue;
    if (found.length === limit) {
      More = true;
      break;
    }
    found.push(event);
  }
  return { Event: found.map((event) => toWireEvent(event, state)), More };
}

/** Continues after the caller's last row (direction UNCONFIRMED). */
function afterRow(event: StoredEvent, row: number | undefined, descending: boolean): boolean {
  if (row === undefined) return true;
  return descending ? event.rowid < row : event.rowid > row;
}

function passes(event: StoredEvent, query: Query): boolean {
  const keyValues = keyValuesOf(event);
  const all = (list: z.output<typeof filters>): boolean =>
    (list ?? []).every((wanted) =>
      keyValues.some(([key, value]) => key === wanted.Key && (wanted.Value === undefined || value === wanted.Value)),
    );
  if (!all(query.Filters)) return false;
  if (!query.FilterSets?.length) return true;
  return query.FilterSets.some((set) => {
    const start = moment(set.Start, "ter:InvalidStartTime") ?? Number.NEGATIVE_INFINITY;
    return event.micros / 1000 >= start && all(set.Filters);
  });
}

function moment(text: string | undefined, subCode: string): number | null {
  if (text === undefined || text === "") return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidValue(subCode, `Invalid time ${text}`);
  return ms;
}
