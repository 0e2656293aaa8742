// Translates the vendor's topics to the portal's words; an unlisted topic is no event.
import type { DoorEventKind, DoorReason } from "#contract/door-events.ts";
import type { DoorEvent, ScheduleEdge } from "../port.ts";
import type { AxisEvent } from "./event-wire.ts";
import { HOURS_PREFIX } from "./hours/compile-hours.ts";

/** Sets are alternatives; all filters in a set must hold. IdPoint/Request is left out, because its rows hold typed PINs. */
export const EVENT_FILTERS = [
  [["topic0", "AccessControl"]],
  [["topic0", "Door"]],
  [
    ["topic0", "Device"],
    ["topic1", "Status"],
  ],
  [
    ["topic0", "Device"],
    ["topic1", "Casing"],
  ],
  [
    ["topic0", "IdPoint"],
    ["topic1", "Tampering"],
  ],
  [
    ["topic0", "IdPoint"],
    ["topic1", "Status"],
  ],
  [["topic0", "EventLogger"]],
  [
    ["topic0", "Schedule"],
    ["topic1", "Interval"],
  ],
].map((set) => ({ Filters: set.map(([Key, Value]) => ({ Key, Value })) }));

/** Reasons of ONVIF, and parts of the vendor's topics. Others become "other". */
const REASONS = new Map<string, DoorReason>([
  ["CredentialNotFound/PIN", "unknown_code"],
  ["CredentialNotFound/Card", "unknown_card"],
  ["Authentication/InvalidPIN", "wrong_code"],
  ["InvalidPIN", "wrong_code"],
  ["CredentialNotEnabled", "disabled"],
  ["CredentialNotActive", "not_yet_valid"],
  ["CredentialExpired", "expired"],
  ["NotPermittedAtThisTime", "outside_hours"],
  ["Unauthorized", "not_permitted"],
  ["InvalidAccessProfile", "not_permitted"],
]);

interface Meaning {
  kind: DoorEventKind;
  granted?: boolean;
  deviceReason?: string | null;
}

const DENIED = "AccessControl/Denied/";
/** The table holds no more. */
const REASON_MAX = 120;

// Maps are used because the device chooses the keys that are looked up.
const FIXED = new Map<string, Meaning>([
  ["AccessControl/AccessGranted/Credential", { kind: "access", granted: true }],
  ["AccessControl/AccessGranted/Anonymous", { kind: "exit_request", granted: true }],
  ["EventLogger/DroppedEvents", { kind: "gap" }],
]);

/** Keyed by topic and state. */
const BY_STATE = new Map<string, DoorEventKind>([
  ["Door/State/DoorAlarm DoorForcedOpen", "door_forced"],
  ["Door/State/DoorAlarm DoorOpenTooLong", "door_held_open"],
  ["Door/State/DoorPhysicalState Open", "door_opened"],
  ["Door/State/DoorPhysicalState Closed", "door_closed"],
  ["Door/State/DoorMode Locked", "door_locked"],
  ["Door/State/DoorMode Unlocked", "door_unlocked"],
  ["Door/State/DoorTamper TamperDetected", "tamper"],
  ["Device/Casing/Open 1", "tamper"],
  ["IdPoint/Tampering 1", "tamper"],
  ["IdPoint/Status/BatteryAlarm 1", "battery_low"],
  // The vendor uses both spellings.
  ["Device/Status/Systemready 1", "controller_restarted"],
  ["Device/Status/SystemReady 1", "controller_restarted"],
]);

/** Translates a row. `doorOf` gives the door of an access point, which rows about a person name, and of a reader. */
export function toDoorEvent(event: AxisEvent, doorOf: ReadonlyMap<string, string>): DoorEvent | null {
  const meaning = meaningOf(event);
  if (!meaning) return null;
  const value = (key: string): string | null => event.values.get(key) ?? null;
  return {
    token: event.token,
    kind: meaning.kind,
    deviceTime: event.at,
    granted: meaning.granted ?? null,
    reason: meaning.granted === false ? (REASONS.get(meaning.deviceReason ?? "") ?? "other") : null,
    deviceReason: meaning.deviceReason ?? null,
    doorToken: value("DoorToken") ?? doorOf.get(value("AccessPointToken") ?? value("IdPointToken") ?? "") ?? null,
    credentialToken: value("CredentialToken"),
  };
}

function meaningOf({ topic, values }: AxisEvent): Meaning | null {
  // Without a reason field the topic names the reason: CredentialNotFound/PIN, Authentication/InvalidPIN.
  if (topic.startsWith(DENIED)) {
    const deviceReason = (values.get("Reason") ?? topic.slice(DENIED.length)).slice(0, REASON_MAX);
    return { kind: "access", granted: false, deviceReason };
  }
  const fixed = FIXED.get(topic);
  if (fixed) return fixed;
  const kind = BY_STATE.get(`${topic} ${values.get("State") ?? ""}`);
  return kind ? { kind } : null;
}

/** Translates a row about one of the portal's schedules that became active or inactive. */
export function toScheduleEdge({ topic, values, at }: AxisEvent): ScheduleEdge | null {
  const schedule = values.get("ScheduleToken");
  const active = values.get("Active");
  if (topic !== "Schedule/Interval" || active === undefined || !schedule?.startsWith(HOURS_PREFIX)) return null;
  return { schedule, isActive: active === "1" || active === "true", deviceTime: at };
}
