import type { DoorPin } from "#contract/pin-use.ts";
import {
  AuthFailedError,
  ConnectionLostError,
  DeviceFailedError,
  DeviceFaultError,
  ItemNotFoundError,
  NonsenseReplyError,
  NotThisKindOfDeviceError,
  ReplyTooLargeError,
  RetryableDeviceError,
  TimeoutError,
  UnsupportedFirmwareError,
} from "../errors.ts";
import type { PinRule } from "../port.ts";
import type { AxisClient } from "./client.ts";
import { ALWAYS, SERVICES } from "./endpoints.ts";
import { isAlways, NOBODY, pinOfSchedules, UNKNOWN } from "./pin-use.ts";
import { cut } from "./users.ts";
import { type WireAuthenticationProfile, wireAuthenticationProfile, wireSchedule } from "./wire.ts";

export interface AuthenticationRules {
  pinOf(tokens: readonly string[]): DoorPin;
  /** The effect of a PIN at every hour, which the portal's profiles use; different if the unit's schedule of all hours was changed. */
  ourHours: DoorPin;
  /** Tells whether no profile asks for anything (exit buttons). */
  asksNobody(tokens: readonly string[]): boolean;
  /** Returns a rule of the unit that asks for a PIN alone at every hour, the same at every read. Undefined: not readable. */
  pinRule(): PinRule | null | undefined;
}

interface Rule {
  kind: "pin" | "button" | "other";
  schedules: readonly string[];
}

/** The vendor's profiles, for a device whose list lacks one. */
const DEFAULTS = new Map<string, Rule>([
  ["PINOnly", { kind: "pin", schedules: [ALWAYS] }],
  ["REXOnly", { kind: "button", schedules: [ALWAYS] }],
]);
/**
 * Errors that mean "not readable". A service that this firmware lacks may refuse in the form of a wrong account; a device that is gone
 * fails the next call anyway.
 */
const UNREADABLE = [
  AuthFailedError,
  ConnectionLostError,
  DeviceFailedError,
  DeviceFaultError,
  ItemNotFoundError,
  NonsenseReplyError,
  NotThisKindOfDeviceError,
  ReplyTooLargeError,
  TimeoutError,
  UnsupportedFirmwareError,
];
const OTHER: Rule = { kind: "other", schedules: [] };

/** Reads the profiles. A unit that cannot report its rules still takes PINs, whose effect is then unknown. */
export async function readAuthenticationProfiles(client: AxisClient, now: Date): Promise<AuthenticationRules> {
  const list = await unlessUnreadable(() =>
    client.list({
      service: SERVICES.accessControl,
      operation: "pacsaxis:GetAuthenticationProfileList",
      keys: ["AuthenticationProfile"],
      item: wireAuthenticationProfile,
    }),
  );
  const rules = new Map(
    list?.map((profile) => [profile.token, { kind: kindOf(profile), schedules: profile.Schedule }]),
  );
  const rule = (token: string) => rules.get(token) ?? DEFAULTS.get(token) ?? OTHER;
  const read = await unlessUnreadable(() => readSchedules(client));
  const schedules = read && new Map(read.map((one) => [one.token, one]));
  const today = now.toISOString().slice(0, 10).replaceAll("-", "");
  return {
    pinOf(tokens) {
      // Fault point: axis-no-profile-is-nobody.
      if (tokens.length === 0) return NOBODY;
      if (list === null) return UNKNOWN;
      const pins = tokens.map(rule).filter(({ kind }) => kind === "pin");
      return pinOfSchedules(
        pins.map((one) => one.schedules),
        schedules,
        today,
      );
    },
    ourHours: pinOfSchedules([[ALWAYS]], schedules, today),
    asksNobody: (tokens) => tokens.length > 0 && tokens.every((token) => rule(token).kind === "button"),
    pinRule() {
      const pins = list?.filter((profile) => kindOf(profile) === "pin") ?? [];
      const uses = pins.map((profile) => ({
        profile,
        use: pinOfSchedules([profile.Schedule], schedules, today).pinUse,
      }));
      const [found] = uses
        // A rule on the schedule of all hours opens whenever a profile of the portal does.
        .filter(({ profile, use }) => use === "always" || isAlways(profile.Schedule))
        .map(({ profile }) => profile)
        // A rule that always holds comes first, because its hours need not be read.
        .sort((a, b) => Number(isAlways(b.Schedule)) - Number(isAlways(a.Schedule)) || (a.token < b.token ? -1 : 1));
      if (found) return { token: found.token, name: cut(found.Name) };
      // A passing fault must not remove a rule from a profile.
      return list === null || uses.some(({ use }) => use === "unknown") ? undefined : null;
    },
  };
}

/** Runs `read`; returns null when the device cannot answer it. Retries a fault that may pass, since the next attempt may be a day away. */
async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!UNREADABLE.some((kind) => error instanceof kind)) throw error;
      if (attempt === 2 || !(error instanceof RetryableDeviceError)) return null;
    }
  }
}

async function readSchedules(client: AxisClient) {
  return await client.list({
    service: SERVICES.schedule,
    operation: "axsch:GetScheduleList",
    keys: ["Schedule"],
    item: wireSchedule,
  });
}

function kindOf({ IdFactor: factors }: WireAuthenticationProfile): Rule["kind"] {
  if (factors.length > 0 && factors.every((factor) => factor.IdDataName === "REX")) return "button";
  const [only, ...more] = factors;
  // Fault point: axis-card-and-pin.
  if (more.length > 0 || only?.IdDataName !== "PIN") return "other";
  return only.IdMatchOperatorName === "IdDataEqual" || only.IdMatchOperatorName === "" ? "pin" : "other";
}
