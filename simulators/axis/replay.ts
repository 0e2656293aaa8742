// Replays a recorded device: its doors, readers, rules and schedules, and every switch that its answers show.
import { z } from "zod";
import { lockedDoor } from "./door-state.ts";
import {
  accessControllerSchema,
  accessPointSchema,
  authenticationProfileSchema,
  idPointSchema,
  scheduleSchema,
} from "./objects.ts";
import type { AxisSimulatorOptions } from "./server.ts";
import type { AxisState } from "./state.ts";
import { type AxisModel, type AxisSwitches, defaultSwitches } from "./switches.ts";

/** The only version that this reader knows. */
const VERSION = 1;

const call = z.object({
  operation: z.string(),
  status: z.number().nullable(),
  reply: z.record(z.string(), z.unknown()).nullable().catch(null),
});
const transcript = z.object({
  format: z.literal("field-kit"),
  version: z.literal(VERSION),
  connection: z.object({ scheme: z.enum(["http", "https"]), offered: z.array(z.string()) }),
  identity: z.object({ model: z.string().nullable(), firmware: z.string().nullable() }).nullable(),
  trial: z.object({ validity: z.string().nullable() }).nullable(),
  calls: z.array(call),
});
const shownDoor = z.object({
  token: z.string().min(1),
  Name: z.string().default(""),
  Description: z.string().default(""),
});
/** Times that the list of doors does not show. */
const DOOR_TIMES = {
  AccessTime: "PT7S",
  OpenTooLongTime: "PT30S",
  PreAlarmTime: "PT10S",
  ExtendedAccessTime: "PT30S",
  ExtendedOpenTooLongTime: "PT60S",
  HeartbeatInterval: "",
  PriorityConfiguration: "Standard",
  DefaultPriority: "Medium",
};
type Calls = z.output<typeof transcript>["calls"];

export class UnreadableTranscriptError extends Error {
  override readonly name = "UnreadableTranscriptError";
}

/** Returns options; throws UnreadableTranscriptError for another file or version. */
export function replayOptions(text: string): AxisSimulatorOptions & { install: (state: AxisState) => void } {
  const { connection, identity, trial, calls } = read(text);
  const digest = connection.offered.flatMap((one) => /^digest (MD5|SHA-256)/.exec(one)?.[1] ?? []);
  const offersBasic = connection.offered.includes("basic");
  const model = modelOf(identity?.model ?? null, calls);
  const fault = calls.find((one) => one.operation === "tdc:GetDoorState" && "Fault" in (one.reply ?? {}))?.status;
  const algorithms = digest.filter((one): one is "MD5" | "SHA-256" => one === "MD5" || one === "SHA-256");
  const log = (path: string) => calls.some((one) => one.operation === `GET ${path}` && one.status === 200);
  const plainLog = log("/axis-cgi/systemlog.cgi");
  const switches: Partial<AxisSwitches> = {
    ...(algorithms.length > 0 && { digestAlgorithms: algorithms, alsoOfferBasic: offersBasic }),
    idPointKey: replyOf(calls, "axtid:GetIdPointList")?.["IdPointInfo"] ? "IdPointInfo" : "IdPoint",
    basicDeviceInfo: replyOf(calls, "POST /axis-cgi/basicdeviceinfo.cgi") !== null,
    fetchEvents2: !isFault(calls.filter((one) => one.operation === "axlog:FetchEvents2").at(-1)),
    fetchEvents3Plain: isFault(calls.filter((one) => one.operation === "axlog:FetchEvents3").at(-1)),
    faultStatus: fault === 200 ? 200 : 400,
    cutsTimeOfDay: trial?.validity === "day",
    systemLogAt: plainLog ? (log("/axis-cgi/admin/systemlog.cgi") ? "both" : "plain") : "admin",
  };
  return {
    model,
    ...(identity?.firmware && { firmware: identity.firmware }),
    ...serialIn(text),
    https: connection.scheme === "https",
    policy: algorithms.length === 0 ? "basic" : offersBasic ? "basic_digest" : "digest",
    switches: { ...defaultSwitches(model), ...switches },
    install: (state) => install(state, calls),
  };
}

function read(text: string): z.output<typeof transcript> {
  const value = parseJson(text);
  const head = z.object({ format: z.literal("field-kit"), version: z.unknown() }).safeParse(value).data;
  if (!head)
    throw new UnreadableTranscriptError("it is no transcript of npm run field-kit. Name the file that it wrote.");
  if (head.version !== VERSION)
    throw new UnreadableTranscriptError(
      `it is a transcript of version ${JSON.stringify(head.version)} and this is a reader of version ${VERSION}. Run both commands from the same release, or ask the controller again with this one.`,
    );
  const { data, error } = transcript.safeParse(value);
  if (!data)
    throw new UnreadableTranscriptError(
      "parts of it are missing or changed. Use the file as npm run field-kit wrote it.",
      { cause: error },
    );
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces the factory data; a list that was not recorded stays. */
function install(state: AxisState, calls: Calls): void {
  fill(state.schedules, scheduleSchema, listOf(calls, "axsch:GetScheduleList", ["Schedule"]));
  fill(
    state.authenticationProfiles,
    authenticationProfileSchema,
    listOf(calls, "pacsaxis:GetAuthenticationProfileList", ["AuthenticationProfile"]),
  );
  fill(
    state.accessPoints,
    accessPointSchema,
    listOf(calls, "pacsaxis:GetAccessPointList", ["AccessPoint", "AccessPointInfo"]),
  );
  fill(
    state.accessControllers,
    accessControllerSchema,
    listOf(calls, "pacsaxis:GetAccessControllerList", ["AccessController"]),
  );
  fill(state.idPoints, idPointSchema, listOf(calls, "axtid:GetIdPointList", ["IdPoint", "IdPointInfo"]));
  state.accessProfiles.clear();
  const doors = listOf(calls, "tdc:GetDoorInfoList", ["DoorInfo", "Door"]).flatMap(
    (one) => shownDoor.safeParse(one).data ?? [],
  );
  if (doors.length > 0) state.doors.clear();
  for (const door of doors) state.doors.set(door.token, { ...DOOR_TIMES, ...door });
  state.doorStates.clear();
  for (const token of state.doors.keys()) state.doorStates.set(token, lockedDoor());
  state.changed();
}

function listOf(calls: Calls, operation: string, keys: readonly string[]): unknown[] {
  const found = calls.filter((one) => one.operation === operation && !isFault(one));
  return found.flatMap((one) => keys.map((key) => one.reply?.[key]).find((list) => Array.isArray(list)) ?? []);
}

/** Fills an object. Fields unknown to the schema are left out: another firmware may have more. */
function fill<Schema extends z.ZodObject>(
  items: Map<string, z.output<Schema>>,
  schema: Schema,
  list: readonly unknown[],
): void {
  if (list.length === 0) return;
  items.clear();
  for (const item of list) {
    const known = Object.entries(z.record(z.string(), z.unknown()).parse(item)).filter(([key]) => key in schema.shape);
    const parsed = schema.safeParse(Object.fromEntries(known));
    const token = z.object({ token: z.string() }).safeParse(parsed.data).data?.token;
    if (parsed.success && token) items.set(token, parsed.data);
  }
}

const replyOf = (calls: Calls, operation: string) =>
  calls.find((one) => one.operation === operation && !isFault(one))?.reply ?? null;

const isFault = (one: Calls[number] | undefined): boolean =>
  one === undefined ||
  one.status !== 200 ||
  one.reply === null ||
  "Fault" in one.reply ||
  "FaultCode" in one.reply ||
  "error" in one.reply;

function modelOf(model: string | null, calls: Calls): AxisModel {
  if (
    calls.some(
      (one) => one.operation === "pacsaxis:GetAccessControllerList" && (one.status === 404 || one.status === 401),
    )
  )
    return "SECURE_ENTRY";
  return model === "A1001" || model === "A1610" ? model : "A1601";
}

/** Returns the serial of the recorded tokens, so that doors count as the device's own. */
function serialIn(text: string): { serial?: string } {
  const serial = /"Axis-([0-9a-f]{12})[: ]/i.exec(text)?.[1];
  return serial === undefined ? {} : { serial: serial.toUpperCase() };
}
