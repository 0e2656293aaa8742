// Questions about facts that the drivers rely on and no public document settles. They are read-only, and none concerns people.
import { z } from "zod";
import { EVENT_FILTERS } from "../event-topics.ts";
import type { RecordedCall } from "./transcript.ts";

export interface Question {
  path: string;
  /** A JSON body; null asks with GET. */
  body: Record<string, unknown> | null;
}

const vapix = (service: string, operation: string, args: Record<string, unknown>): Question => ({
  path: `/vapix/${service}`,
  body: { [operation]: args },
});
const cgi = (name: string, method: string, params?: Record<string, unknown>): Question => ({
  path: `/axis-cgi/${name}.cgi`,
  body: { apiVersion: "1.0", method, ...(params && { params }) },
});

/** Rows of `IdPoint` hold typed PINs and are excluded wherever a filter exists. */
const PASSAGES = [
  { Filters: [{ Key: "topic0", Value: "AccessControl" }] },
  { Filters: [{ Key: "topic0", Value: "Door" }] },
];

/** A token that no door has, to see how the controller refuses it. */
export const NOBODY = "wp-test-nobody";

export const QUESTIONS: readonly Question[] = [
  cgi("systemready", "systemready", { timeout: 5 }),
  cgi("basicdeviceinfo", "getAllProperties"),
  cgi("apidiscovery", "getApiList"),
  cgi("ntp", "getNTPInfo"),
  { path: "/axis-cgi/systemlog.cgi", body: null },
  { path: "/axis-cgi/admin/systemlog.cgi", body: null },
  vapix("schedule", "axsch:GetScheduleList", { Limit: 100 }),
  vapix("schedule", "axsch:ScheduleActive", { Token: ["standard_always"] }),
  vapix("pacs", "pacsaxis:GetAccessPointList", { Limit: 1 }),
  vapix("doorcontrol", "tdc:GetDoorState", { Token: NOBODY }),
  vapix("eventlogger", "axlog:FetchEvents2", { Limit: 20, FilterSets: PASSAGES }),
  // Rows of the unit itself, of its log and of a reader's state, to see their keys.
  vapix("eventlogger", "axlog:FetchEvents2", { Limit: 20, FilterSets: EVENT_FILTERS.slice(2) }),
  vapix("eventlogger", "axlog:FetchEvents3", { Limit: 1, Descending: true }),
  vapix("eventlogger", "axlog:FetchEvents3", { Limit: 1, Descending: true, FilterSets: PASSAGES }),
  vapix("eventlogger", "axlog:FetchAlarms", {}),
  vapix("aconn", "aconn:GetPeerList", {}),
];

const ROWS_NEEDED = 3;
const loggedRows = z.object({ Event: z.array(z.object({ rowid: z.int() })) });

/** Returns the numbers of the rows in an answer, in its order. */
export const rowsOf = ({ reply }: Pick<RecordedCall, "reply">): number[] =>
  loggedRows.safeParse(reply).data?.Event.map(({ rowid }) => rowid) ?? [];

/** Asks from a row in the middle of the known ones, to learn whether the answer includes that row and in which direction it goes on. */
export function rowQuestions(calls: readonly RecordedCall[]): Question[] {
  const rows = calls.filter(({ operation }) => operation === "axlog:FetchEvents2").map(rowsOf)[0] ?? [];
  const RowID = rows.toSorted((one, other) => one - other)[Math.floor(rows.length / 2)];
  if (RowID === undefined || rows.length < ROWS_NEEDED) return [];
  const from = { RowID, Limit: 2, FilterSets: PASSAGES };
  return [
    vapix("eventlogger", "axlog:FetchEvents2", from),
    vapix("eventlogger", "axlog:FetchEvents2", { ...from, Descending: true }),
  ];
}

export const doorQuestions = (door: string): Question[] => [
  vapix("doorcontrol", "tdc:GetDoorState", { Token: door }),
  vapix("doorcontrol", "axtdc:GetDoorPriorityState", { Token: door }),
];
