// Decides an attempt. Pure: nothing is logged or moved.
import type { AccessPoint, AccessProfile, Credential, IdData } from "./objects.ts";
import { anyScheduleActive } from "./schedule-active.ts";
import type { AxisState } from "./state.ts";
import { localMs } from "./time-zone.ts";

export interface Decision {
  granted: boolean;
  reason: string;
  accessPoint: AccessPoint | null;
  matches: Credential[];
  notFound: "PIN" | "Card" | null;
  invalidPin: boolean;
}

interface Shown {
  accessPoint: AccessPoint;
  idData: readonly IdData[];
  at: number;
}

/** Decides at one access point; null is a reader that belongs to none. */
export function decide(
  state: AxisState,
  accessPoint: AccessPoint | null,
  idData: readonly IdData[],
  at: number,
): Decision {
  const refuse = (reason: string, more: Partial<Decision> = {}): Decision => ({
    granted: false,
    reason,
    accessPoint,
    matches: [],
    notFound: null,
    invalidPin: false,
    ...more,
  });
  if (!accessPoint || !isListed(state, accessPoint)) return refuse("InvalidPoint");
  if (!accessPoint.Enabled) return refuse("Unauthorized");
  const matches = matching(state, idData);
  if (matches.length === 0) {
    const withoutPin = idData.filter((entry) => entry.Name !== "PIN");
    const cardIsRight =
      withoutPin.length < idData.length && withoutPin.length > 0 && matching(state, withoutPin).length > 0;
    if (cardIsRight) return refuse("InvalidPIN", { invalidPin: true });
    return refuse("InvalidCredential", { notFound: withoutPin.length > 0 ? "Card" : "PIN" });
  }
  const reasons = matches.map((credential) => refusalOf(state, credential, { accessPoint, idData, at }));
  const asked = state.switches.sharedPinOpensIfAny ? reasons : reasons.slice(0, 1);
  if (asked.includes(null)) return { ...refuse("Granted"), granted: true, matches };
  return refuse(asked[0] ?? "Unauthorized", { matches });
}

function isListed(state: AxisState, accessPoint: AccessPoint): boolean {
  for (const controller of state.accessControllers.values()) {
    if (controller.AccessPoint.includes(accessPoint.token)) return true;
  }
  return false;
}

function matching(state: AxisState, idData: readonly IdData[]): Credential[] {
  const pin = idData.find((entry) => entry.Name === "PIN");
  const candidates = pin ? state.credentialsWithPin(pin.Value) : [...state.credentials.values()];
  return candidates.filter((credential) =>
    idData.every((shown) => credential.IdData.some((own) => own.Name === shown.Name && own.Value === shown.Value)),
  );
}

function refusalOf(state: AxisState, credential: Credential, shown: Shown): string | null {
  if (!credential.Enabled || credential.Status !== "Enabled") return "CredentialNotEnabled";
  const window = windowState(state, credential, shown.at);
  if (window === "early") return "CredentialNotActive";
  if (window === "late") return "CredentialExpired";
  let covered = false;
  let wrongFactor = false;
  for (const link of credential.CredentialAccessProfile) {
    const profile = state.accessProfiles.get(link.AccessProfile);
    if (!profile?.AccessPolicy.some((policy) => policy.AccessPoint === shown.accessPoint.token)) continue;
    covered = true;
    if (windowState(state, link, shown.at) !== "inside" || !profileOpens(state, profile, shown)) continue;
    if (factorsSuffice(state, credential, profile, shown)) return null;
    wrongFactor = true;
  }
  if (wrongFactor) return state.switches.wrongFactorReason;
  return covered ? "InvalidAccessProfile" : state.switches.noProfileReason;
}

function profileOpens(state: AxisState, profile: AccessProfile, { accessPoint, at }: Shown): boolean {
  return (
    profile.Enabled &&
    windowState(state, profile, at) === "inside" &&
    anyScheduleActive(state, profile.Schedule, at) &&
    profile.AccessPolicy.some(
      (policy) => policy.AccessPoint === accessPoint.token && anyScheduleActive(state, policy.Schedule, at),
    )
  );
}

function factorsSuffice(state: AxisState, credential: Credential, profile: AccessProfile, shown: Shown): boolean {
  const levels = [
    credential.AuthenticationProfile,
    profile.AuthenticationProfile,
    shown.accessPoint.AuthenticationProfile,
  ];
  for (const level of levels) {
    const active = level
      .map((token) => state.authenticationProfiles.get(token))
      .filter((one) => one !== undefined && anyScheduleActive(state, one.Schedule, shown.at));
    // Fault point: sim-axis-no-profile-is-nobody.
    if (active.length === 0) continue;
    return active.some((one) =>
      one?.IdFactor.every((factor) => shown.idData.some((entry) => sameFactor(factor.IdDataName, entry.Name))),
    );
  }
  return false;
}

/** Compares factors: a reader may ask for the raw number and receive the decimal. */
function sameFactor(asked: string, shown: string): boolean {
  return asked === shown || (asked.startsWith("Card") && shown.startsWith("Card"));
}

function windowState(
  state: AxisState,
  { ValidFrom, ValidTo }: { ValidFrom: string; ValidTo: string },
  at: number,
): "early" | "inside" | "late" {
  if (!state.switches.honourTimeOfDay) {
    const day = localDay(state, at);
    if (ValidFrom && day < localDay(state, Date.parse(ValidFrom))) return "early";
    return ValidTo && day > localDay(state, Date.parse(ValidTo)) ? "late" : "inside";
  }
  if (ValidFrom && at < Date.parse(ValidFrom)) return "early";
  if (!ValidTo) return "inside";
  const end = Date.parse(ValidTo);
  return at > end || (at === end && !state.switches.validToInclusive) ? "late" : "inside";
}

const localDay = (state: AxisState, at: number): number => Math.floor(localMs(state.timeZone, at) / 86_400_000);
