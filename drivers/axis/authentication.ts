import type { DoorPin } from "#contract/pin-use.ts";
import type { PinRule } from "../port.ts";
import type { AxisClient } from "./client.ts";
import { ALWAYS, SCHEDULES_LIMIT, SERVICES } from "./endpoints.ts";
import { isAlways, NOBODY, pinOfSchedules, UNKNOWN } from "./pin-use.ts";
import { unlessUnreadable } from "./unless-unreadable.ts";
import { cut } from "./users.ts";
import { calendarDay } from "./weekly-hours.ts";
import { type WireAuthenticationProfile, type WireSchedule, wireAuthenticationProfile, wireSchedule } from "./wire.ts";

export interface AuthenticationRules {
  pinOf(tokens: readonly string[]): DoorPin;
  /** Tells whether no profile asks for anything (exit buttons). */
  asksNobody(tokens: readonly string[]): boolean;
  /** Returns a rule of the unit that asks for a PIN alone at every hour, the same at every read. Undefined: not readable. */
  pinRule(): PinRule | null | undefined;
  /** All schedules of the unit, by token; null: not readable. */
  schedules: ReadonlyMap<string, WireSchedule> | null;
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
  const today = calendarDay(now);
  return {
    schedules,
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
        // Rules that hold at all hours come first, because their schedules need not be read.
        .sort((a, b) => Number(isAlways(b.Schedule)) - Number(isAlways(a.Schedule)) || (a.token < b.token ? -1 : 1));
      if (found) return { token: found.token, name: cut(found.Name) };
      // A passing fault must not remove a rule from a profile.
      return list === null || uses.some(({ use }) => use === "unknown") ? undefined : null;
    },
  };
}

async function readSchedules(client: AxisClient) {
  return await client.list({
    service: SERVICES.schedule,
    operation: "axsch:GetScheduleList",
    keys: ["Schedule"],
    item: wireSchedule,
    limit: SCHEDULES_LIMIT,
  });
}

function kindOf({ IdFactor: factors }: WireAuthenticationProfile): Rule["kind"] {
  if (factors.length > 0 && factors.every((factor) => factor.IdDataName === "REX")) return "button";
  const [only, ...more] = factors;
  // Fault point: axis-card-and-pin.
  if (more.length > 0 || only?.IdDataName !== "PIN") return "other";
  return only.IdMatchOperatorName === "IdDataEqual" || only.IdMatchOperatorName === "" ? "pin" : "other";
}
