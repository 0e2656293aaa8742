import { STANDARD_PRIORITY } from "./door-levels.ts";
import {
  ENTRY_MANAGER_ACTION,
  ENTRY_MANAGER_DIGITS,
  installEntryManagerRules,
  type PinHours,
  ruleToken,
} from "./entry-manager.ts";
import type { AccessPoint, AuthenticationProfile, IdPoint, Schedule } from "./objects.ts";
import type { AxisState } from "./state.ts";
import { setUnlockHours } from "./unlock-hours.ts";

export interface DoorSetup {
  name: string;
  description?: string;
  pinMin?: number;
  pinMax?: number;
  /** `nobody`: the access point names no rule. */
  authentication?: "pin" | "card" | "card-or-pin" | "card-and-pin" | "nobody";
  /** Only for ENTRY_MANAGER. */
  pinHours?: PinHours;
  exit?: "button" | "reader" | "none";
  /** The door is unlocked by itself while one of these schedules is active, and locked at all other times. */
  unlockedAt?: readonly string[];
}

const AUTHENTICATION: Record<NonNullable<DoorSetup["authentication"]>, string[]> = {
  pin: ["PINOnly"],
  card: ["CardOnly"],
  "card-or-pin": ["CardOnly", "PINOnly"],
  "card-and-pin": ["CardPlusPin"],
  nobody: [],
};

function authenticationOf(state: AxisState, { authentication, pinHours = "always" }: DoorSetup): string[] {
  if (state.model !== "ENTRY_MANAGER") return AUTHENTICATION[authentication ?? "pin"];
  const [card, both, pin] = [ruleToken(state, "card"), ruleToken(state, "card-and-pin"), ruleToken(state, pinHours)];
  const rules = { pin: [pin], card: [card], "card-or-pin": [card, pin], "card-and-pin": [both], nobody: [] };
  return rules[authentication ?? "card-or-pin"];
}

const READER_BASE = 1_789_999_980;
const DOOR_BASE = 1_789_999_990;
const ENTRANCE_BASE = 1_790_000_000;
const EXIT_BASE = 1_790_000_100;
const EXIT_READER_BASE = 1_790_000_200;
const WEBBPORTAL_SECONDS = 1_790_000_010;

/**
 * Installs factory data. `webbportal`: the group "Webbportal" with no policy, with one for every door, or absent. `generation` changes
 * every token, as new hardware would.
 */
export function installFactoryData(
  state: AxisState,
  doors: readonly DoorSetup[],
  { webbportal = "empty", generation = 0 }: { webbportal?: "empty" | "all-doors" | "none"; generation?: number } = {},
): void {
  for (const schedule of defaultSchedules()) state.schedules.set(schedule.token, schedule);
  for (const profile of defaultAuthentication()) state.authenticationProfiles.set(profile.token, profile);
  if (state.model === "ENTRY_MANAGER") installEntryManagerRules(state);
  state.priorityConfigurations.set(STANDARD_PRIORITY.token, STANDARD_PRIORITY);
  installDoors(state, doors, generation);
  if (webbportal !== "none") installWebbportal(state, webbportal === "all-doors");
  state.changed();
}

/** Replaces the unit's own doors. A new `generation` gives them new tokens. */
export function installDoors(state: AxisState, doors: readonly DoorSetup[], generation = 0): void {
  for (const map of [state.doors, state.doorConfigurations, state.doorSchedules, state.idPoints, state.accessPoints])
    for (const token of map.keys()) if (state.isOwn(token)) map.delete(token);
  state.lockDoors();
  doors.forEach((door, index) => installDoor(state, door, index + 1 + generation * 1000));
  const token = `Axis-${state.mac} AccessController`;
  for (const known of state.accessControllers.keys()) if (state.isOwn(known)) state.accessControllers.delete(known);
  state.accessControllers.set(token, {
    token,
    Name: token,
    Description: "",
    AccessPoint: [...state.accessPoints.keys()].filter((point) => state.isOwn(point)),
  });
  state.changed();
}

function installDoor(state: AxisState, setup: DoorSetup, number: number): void {
  const at = (base: number, fraction = "000000000"): string => `Axis-${state.mac}:${base + number}.${fraction}`;
  const door = at(DOOR_BASE);
  const reader = at(READER_BASE);
  state.doors.set(door, {
    token: door,
    Name: setup.name,
    Description: setup.description ?? "",
    AccessTime: "PT7S",
    OpenTooLongTime: "PT30S",
    PreAlarmTime: "PT10S",
    ExtendedAccessTime: "PT30S",
    ExtendedOpenTooLongTime: "PT60S",
    HeartbeatInterval: "",
    PriorityConfiguration: STANDARD_PRIORITY.token,
    DefaultPriority: STANDARD_PRIORITY.DefaultPriority,
  });
  setUnlockHours(state, door, setup.unlockedAt ?? []);
  state.idPoints.set(reader, makeReader(reader, `Reader ${setup.name}`, pinLengths(state, setup)));
  const authentication = authenticationOf(state, setup);
  const entrance = at(ENTRANCE_BASE, `${number % 10}00000000`);
  state.accessPoints.set(
    entrance,
    makeAccessPoint(state, { token: entrance, door, name: setup.name, reader, direction: "in", authentication }),
  );
  const exit = setup.exit ?? "button";
  if (exit === "none") return;
  const way = at(EXIT_BASE, `${number % 10}00000000`);
  const exitReader = exit === "reader" ? at(EXIT_READER_BASE) : null;
  if (exitReader)
    state.idPoints.set(exitReader, makeReader(exitReader, `Reader ${setup.name} out`, pinLengths(state, setup)));
  state.accessPoints.set(
    way,
    makeAccessPoint(state, {
      token: way,
      door,
      name: setup.name,
      reader: exitReader,
      direction: "out",
      authentication: exitReader
        ? authentication
        : [state.model === "ENTRY_MANAGER" ? ruleToken(state, "exit") : "REXOnly"],
    }),
  );
}

function pinLengths(state: AxisState, { pinMin, pinMax }: DoorSetup): { pinMin: number; pinMax: number } {
  const usual = state.model === "ENTRY_MANAGER" ? ENTRY_MANAGER_DIGITS : 6;
  return { pinMin: pinMin ?? ENTRY_MANAGER_DIGITS, pinMax: pinMax ?? usual };
}

function makeReader(token: string, name: string, { pinMin, pinMax }: { pinMin: number; pinMax: number }): IdPoint {
  return {
    token,
    Name: name,
    Description: "",
    Location: "",
    Area: "",
    Action: "Access",
    MinPINSize: pinMin,
    MaxPINSize: pinMax,
    EndOfPIN: "#",
    Timeout: "PT10S",
    HeartbeatInterval: "",
  };
}

function makeAccessPoint(
  state: AxisState,
  point: {
    token: string;
    door: string;
    name: string;
    reader: string | null;
    direction: "in" | "out";
    authentication: string[];
  },
): AccessPoint {
  return {
    token: point.token,
    Name: point.name,
    Description: "",
    AreaFrom: "",
    AreaTo: "",
    EntityType: "axtdc:Door",
    Entity: point.door,
    Enabled: true,
    DoorDeviceUUID: state.uuid,
    IdPointDevice: point.reader ? [{ IdPoint: point.reader, DeviceUUID: "" }] : [],
    AuthenticationProfile: [...point.authentication],
    Attribute: [{ type: "", Name: "Direction", Value: point.direction }],
    ActionArgument: [],
    Action: state.model === "ENTRY_MANAGER" ? ENTRY_MANAGER_ACTION : "Access",
  };
}

function installWebbportal(state: AxisState, allDoors: boolean): void {
  const token = `Axis-${state.mac}:${WEBBPORTAL_SECONDS}.000000000`;
  const always = ["standard_always"];
  state.accessProfiles.set(token, {
    token,
    Name: "Webbportal",
    Description: "",
    Enabled: true,
    ValidFrom: "",
    ValidTo: "",
    Schedule: always,
    AuthenticationProfile: [],
    Attribute: [],
    AccessPolicy: allDoors
      ? [...state.accessPoints.keys()].map((point) => ({
          AccessPoint: point,
          Schedule: always,
          AuthorizationProfile: [],
          Attribute: [],
        }))
      : [],
  });
}

const equal = (IdDataName: string): AuthenticationProfile["IdFactor"][number] => ({
  IdDataName,
  IdMatchOperatorName: "IdDataEqual",
  OperatorValue: "",
});

function authenticationBy(
  token: string,
  Name: string,
  IdFactor: AuthenticationProfile["IdFactor"],
): AuthenticationProfile {
  return { token, Name, Description: "", Schedule: ["standard_always"], IdFactor };
}

function defaultAuthentication(): AuthenticationProfile[] {
  return [
    authenticationBy("CardOnly", "Card only", [equal("Card")]),
    authenticationBy("PINOnly", "PIN only", [equal("PIN")]),
    authenticationBy("CardPlusPin", "Card + PIN", [equal("Card"), equal("PIN")]),
    authenticationBy("REXOnly", "REX only", [
      { IdDataName: "REX", IdMatchOperatorName: "OperatorValueEqual", OperatorValue: "Active" },
    ]),
  ];
}

function calendar(token: string, Name: string, [start, end]: [string, string], rule: string): Schedule {
  const lines = [
    "BEGIN:VCALENDAR",
    "PRODID:",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    `SUMMARY:${Name}`,
    `DTSTART:${start}`,
    `DTEND:${end}`,
    `RRULE:${rule}`,
    `UID:${token}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  return {
    token,
    Name,
    Description: "",
    ScheduleDefinition: lines.join("\r\n"),
    ExceptionScheduleDefinition: "",
    Attribute: [],
  };
}

function defaultSchedules(): Schedule[] {
  const weekDays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
  const weekend = "FREQ=WEEKLY;BYDAY=SA,SU";
  return [
    calendar("standard_always", "Always", ["19700101T000000", "19700102T000000"], "FREQ=DAILY"),
    calendar("standard_office_hours", "Office Hours", ["19700101T080000", "19700101T170000"], weekDays),
    calendar("standard_weekends", "Weekends", ["19700103T000000", "19700104T000000"], weekend),
    calendar("standard_after_hours", "After Hours", ["19700101T170000", "19700102T080000"], weekDays),
  ];
}
