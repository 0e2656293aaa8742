// Explains why a known PIN does not open: a real unit logs one reason for several causes, and visitors of the demo ask which.
import type { Decision } from "../axis/decide.ts";
import { anyScheduleActive } from "../axis/schedule-active.ts";
import type { AxisState } from "../axis/state.ts";

export type Refusal = "not_this_door" | "card_needed" | "outside_hours" | "nobody";

/** Returns the cause; null when the device's own reason is clear. */
export function refusalOf(state: AxisState, { granted, reason, accessPoint, matches }: Decision): Refusal | null {
  if (granted || matches.length === 0 || accessPoint === null) return null;
  const { wrongFactorReason, noProfileReason } = state.switches;
  if (reason !== wrongFactorReason && reason !== noProfileReason) return null;
  const profiles = matches.flatMap((credential) => credential.CredentialAccessProfile);
  const isCovered = profiles.some(({ AccessProfile }) =>
    state.accessProfiles.get(AccessProfile)?.AccessPolicy.some((policy) => policy.AccessPoint === accessPoint.token),
  );
  if (!isCovered) return "not_this_door";
  if (accessPoint.AuthenticationProfile.length === 0) return "nobody";
  return pinRules(state, accessPoint.AuthenticationProfile).length > 0 ? "outside_hours" : "card_needed";
}

/** Tells whether a PIN alone opens at a reader with these rules: at some time, and now. */
export function pinAlone(state: AxisState, rules: readonly string[]): { pinAlone: boolean; pinNow: boolean } {
  const asking = pinRules(state, rules);
  const now = state.clock.now();
  return {
    pinAlone: asking.length > 0,
    pinNow: asking.some(({ Schedule }) => anyScheduleActive(state, Schedule, now)),
  };
}

function pinRules(state: AxisState, rules: readonly string[]) {
  return rules.flatMap((token) => {
    const rule = state.authenticationProfiles.get(token);
    return rule?.IdFactor.length === 1 && rule.IdFactor[0]?.IdDataName === "PIN" ? [rule] : [];
  });
}
