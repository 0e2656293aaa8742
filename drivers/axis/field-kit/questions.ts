// What the drivers rest on and no public text settles. Read-only, and nothing about people is asked.

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

/** Rows of `IdPoint` hold typed PINs and are never asked for where a filter exists. */
const PASSAGES = [
  { Filters: [{ Key: "topic0", Value: "AccessControl" }] },
  { Filters: [{ Key: "topic0", Value: "Door" }] },
];

/** No door has this token: shows how the controller refuses. */
export const NOBODY = "wp-test-nobody";

export const QUESTIONS: readonly Question[] = [
  cgi("systemready", "systemready", { timeout: 5 }),
  cgi("basicdeviceinfo", "getAllProperties"),
  cgi("apidiscovery", "getApiList"),
  cgi("ntp", "getNTPInfo"),
  { path: "/axis-cgi/systemlog.cgi", body: null },
  { path: "/axis-cgi/admin/systemlog.cgi", body: null },
  vapix("schedule", "axsch:GetScheduleList", { Limit: 100 }),
  vapix("schedule", "axsch:ScheduleActive", { Token: "standard_always" }),
  vapix("pacs", "pacsaxis:GetAccessPointList", { Limit: 1 }),
  vapix("doorcontrol", "tdc:GetDoorState", { Token: NOBODY }),
  vapix("eventlogger", "axlog:FetchEvents2", { Limit: 20, FilterSets: PASSAGES }),
  vapix("eventlogger", "axlog:FetchEvents3", { Limit: 1, Descending: true }),
  vapix("eventlogger", "axlog:FetchEvents3", { Limit: 1, Descending: true, FilterSets: PASSAGES }),
  vapix("eventlogger", "axlog:FetchAlarms", {}),
  vapix("aconn", "aconn:GetPeerList", {}),
];

export const doorQuestions = (door: string): Question[] => [
  vapix("doorcontrol", "tdc:GetDoorState", { Token: door }),
  vapix("doorcontrol", "axtdc:GetDoorPriorityState", { Token: door }),
];
