// Manages one access profile per door; other profiles are never changed.
import type { Clock } from "../clock.ts";
import {
  type DeviceDoorProfile,
  type DirectionHours,
  DOOR_PROFILE_PREFIX,
  type DoorController,
  type DoorProfilePut,
} from "../port.ts";
import { allHours, OUR_ALWAYS } from "./all-hours.ts";
import { readAuthenticationProfiles } from "./authentication.ts";
import type { AxisClient } from "./client.ts";
import { ALWAYS, SERVICES } from "./endpoints.ts";
import { HOURS_PREFIX } from "./hours/compile-hours.ts";
import { isJoined } from "./joined-profiles.ts";
import { createRecentReads } from "./recent-reads.ts";
import { cut } from "./users.ts";
import { type WireAccessProfile, wireAccessProfile } from "./wire.ts";

export const PROFILES = {
  service: SERVICES.accessControl,
  operation: "pacsaxis:GetAccessProfileList",
  keys: ["AccessProfile"],
  item: wireAccessProfile,
};
export const PROFILE = { ...PROFILES, operation: "pacsaxis:GetAccessProfile" };

/** Creates the calls about profiles. `putDoorProfile` keeps what the portal does not set. */
export function axisAccessProfiles(
  client: AxisClient,
  clock: Clock,
): Required<Pick<DoorController, "listProfiles" | "putDoorProfile">> {
  const hours = allHours(client, clock);
  const recent = createRecentReads<WireAccessProfile>(clock);
  return {
    async listProfiles() {
      const profiles = await client.list(PROFILES);
      recent.rememberAll(profiles);
      const holding = await hours.holding();
      // Saves a call unless another owner's profile overrides the reader's authentication.
      const overrides = profiles.some((one) => one.AuthenticationProfile.length > 0 && !isOurs(one.token));
      const rules = overrides ? await readAuthenticationProfiles(client, clock.now()) : null;
      return profiles.map((profile) =>
        readProfile(profile, {
          // Fault point: axis-one-schedule-is-always.
          isAlways: ([only = "", ...others]) => others.length === 0 && holding.has(only),
          allowsPinOnly: (tokens) => rules === null || rules.pinOf(tokens).pinUse === "always",
        }),
      );
    },
    async putDoorProfile(profile) {
      const known = recent.take(profile.token);
      const existing = known === undefined ? (await client.get(PROFILE, [profile.token]))[0] : (known ?? undefined);
      const merged = mergeProfile(existing, profile, await hours.token());
      await client.set(SERVICES.accessControl, "pacsaxis:SetAccessProfile", "AccessProfile", merged);
      return profile.token;
    },
  };
}

const ALL_HOURS: readonly (string | undefined)[] = [ALWAYS, OUR_ALWAYS];

/** Tells a list that the portal writes for all hours. */
export function isWholeList(tokens: readonly string[]): boolean {
  return tokens.length === 1 && ALL_HOURS.includes(tokens[0]);
}

/** Tells a direction that opens by one of the portal's schedules, or never. */
export function isByHours({ Schedule: [schedule, ...others] }: WireAccessProfile["AccessPolicy"][number]): boolean {
  return others.length === 0 && (schedule === undefined || schedule.startsWith(HOURS_PREFIX));
}

interface Judges {
  /** Tells whether a list of schedules holds at all hours. */
  isAlways: (tokens: readonly string[]) => boolean;
  allowsPinOnly: (tokens: readonly string[]) => boolean;
}

function readProfile(profile: WireAccessProfile, { isAlways, allowsPinOnly }: Judges): DeviceDoorProfile {
  // Another schedule in the list may close the profile on some days.
  const atAllHours = profile.AccessPolicy.filter((policy) => isAlways(policy.Schedule));
  const byHours = profile.AccessPolicy.filter(isByHours).map(
    ({ AccessPoint: accessPointToken, Schedule: [schedule = null] }): DirectionHours => ({
      accessPointToken,
      schedule,
    }),
  );
  const unlimited = profile.ValidFrom === "" && profile.ValidTo === "";
  const pinRules = [...profile.AuthenticationProfile].sort();
  const pinEnough = pinRules.length === 0 || isOurs(profile.token) || allowsPinOnly(pinRules);
  return {
    token: profile.token,
    name: profile.Name,
    ...(profile.Description === "" ? {} : { description: profile.Description }),
    accessPointTokens: [...new Set(atAllHours.map((policy) => policy.AccessPoint))].sort(),
    enabled: profile.Enabled !== false,
    // Any other direction opens more than the lists state.
    always:
      isAlways(profile.Schedule) &&
      unlimited &&
      pinEnough &&
      atAllHours.length + byHours.length === profile.AccessPolicy.length,
    pinRules,
    ...(byHours.length > 0 ? { byHours } : {}),
  };
}

function isOurs(token: string): boolean {
  return token.startsWith(DOOR_PROFILE_PREFIX) || isJoined(token);
}

function mergeProfile(existing: WireAccessProfile | undefined, profile: DoorProfilePut, always: string) {
  const policies = new Map(existing?.AccessPolicy.map((policy) => [policy.AccessPoint, policy]));
  return {
    Description: "",
    Attribute: [],
    ...existing,
    ...(profile.description === undefined ? {} : { Description: profile.description }),
    token: profile.token,
    Name: cut(profile.name),
    Enabled: true,
    ValidFrom: "",
    ValidTo: "",
    // An empty list would mean "never".
    // Fault point: axis-own-list-holds-always.
    Schedule: [always],
    // Another override could demand a card; without one the reader decides.
    // Fault point: axis-profile-carries-the-pin-rule.
    AuthenticationProfile: [...(profile.pinRules ?? [])],
    AccessPolicy: policiesOf(profile, always).map(({ accessPointToken, schedule }) => ({
      AuthorizationProfile: [],
      Attribute: [],
      ...policies.get(accessPointToken),
      AccessPoint: accessPointToken,
      // An exception of any schedule in a list would close the whole list.
      // Fault point: axis-withheld-hours.
      Schedule: schedule === null ? [] : [schedule],
    })),
  };
}

function policiesOf({ accessPointTokens, byHours = [] }: DoorProfilePut, always: string): DirectionHours[] {
  const atAllHours = [...new Set(accessPointTokens)].map((accessPointToken) => ({
    accessPointToken,
    schedule: always,
  }));
  return [...atAllHours, ...byHours];
}
