// Explains why a door decided as it did: what the portal desired, what the controller held and what the door answered in that second. A
// fact that is unknown for that second is never taken from today.

import type { DoorReason } from "#contract/door-events.ts";
import {
  CLOCK_WRONG_SECONDS,
  type ExplainedThen,
  type PassageCause,
  type PassageTruths,
} from "#contract/functions/explain-passage.ts";
import { isClosedToPins, type PinUse } from "#contract/pin-use.ts";
import type { WasOpen } from "./hours-then.rules.ts";

export interface PassageFacts {
  occurredAt: Date;
  granted: boolean;
  reason: DoorReason | null;
  /** The vendor's own reason. */
  deviceReason: string | null;
  doorId: string | null;
  clockSkewMs: number | null;
  /** The effect of a PIN alone at the door at that time; null when unknown. */
  pinUse: PinUse | null;
  /** Says if the door's own hours were open at that time; `unknown` when they were changed since, null when it had none. */
  doorHours: WasOpen | null;
  /** Says the same of the hours of the rights at the door; null when one of the rights had none. */
  accessHours: WasOpen | null;
  endUserId: string | null;
  isWeeklyCode: boolean;
  /** The credential that the device named; null when it is not the portal's. */
  credential: CredentialThen | null;
}

export interface CredentialThen {
  /** The settings at the passage; null when older than what is kept. */
  version: {
    enabled: boolean;
    removed: boolean;
    validFrom: Date | null;
    validTo: Date | null;
    doorIds: string[];
    /** When a membership that had not begun gives the door; null: none does. */
    beginsAt: Date | null;
  } | null;
  changedAt: Date | null;
  /** True when the door was enabled at the passage; null when unknown. */
  doorEnabled: boolean | null;
  linked: boolean | null;
  held: { state: PassageTruths["held"]["state"]; since: Date | null };
  /** Causes that kept changes from the controller at that time. */
  delays: readonly PassageCause[];
}

/** The cause for each reason of a device. Each reason has one cause, so that none is explained by another. */
const SAID: Record<DoorReason, PassageCause> = {
  unknown_code: "unknown_code",
  unknown_card: "unknown_card",
  wrong_code: "wrong_code",
  outside_hours: "outside_hours",
  expired: "expired",
  not_yet_valid: "not_yet_valid",
  disabled: "disabled",
  not_permitted: "refused_by_unit",
  other: "refused_otherwise",
};
/** Units also give these reasons when the portal's own records explain the refusal, so the records are read first. */
const UNSPECIFIC: ReadonlySet<DoorReason> = new Set(["not_permitted", "other"]);

interface Cause {
  code: PassageCause;
  since: Date | null;
}

/** Returns the causes with the times since when they applied; none for a granted passage. Null: unknown. */
export function explainPassage(facts: PassageFacts): ExplainedThen {
  const { credential, granted, reason, clockSkewMs } = facts;
  const desired = desiredThen(facts);
  const held = heldThen(facts, desired.allowed);
  const causes = granted ? [] : causesOf(facts, desired, held);
  const at = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    reasons: causes.map(({ code, since }) => ({ code, since: at(since) })),
    truths: {
      desired: { allowed: desired.allowed, because: desired.causes[0]?.code ?? null },
      held: { state: held.state, since: at(held.since) },
      decided: { granted, reason, device_reason: facts.deviceReason },
    },
    end_user_id: facts.endUserId,
    clock_skew_seconds: clockSkewMs === null ? null : Math.round(clockSkewMs / 1000),
    changed_at: at(credential?.changedAt ?? null),
  };
}

type Held = CredentialThen["held"];

/** Returns the controller's contents by receipts. A credential that the device named was there, even if no read-back had shown it yet. */
function heldThen({ credential, granted, reason }: PassageFacts, desired: boolean | null): Held {
  const isUnknown = reason === "unknown_code" || reason === "unknown_card";
  if (credential === null) return { state: isUnknown ? "absent" : "unknown", since: null };
  const { held } = credential;
  if (held.state !== "absent" || isUnknown) return held;
  return { state: desired === null || desired === granted ? "present" : "different", since: null };
}

interface Desired {
  allowed: boolean | null;
  /** All causes that stood in the way. */
  causes: Cause[];
}

function desiredThen(facts: PassageFacts): Desired {
  const { credential, occurredAt, doorId } = facts;
  // A weekly code is the portal's, and as limited as a person's. Otherwise the portal never knows which code was typed.
  const byHours = refusedByHours(facts);
  if (!credential && facts.isWeeklyCode && byHours !== null) return { allowed: false, causes: [byHours] };
  if (!credential) return { allowed: null, causes: [] };
  const { version, linked, doorEnabled } = credential;
  if (version === null) return { allowed: null, causes: [] };
  const { enabled, removed, validTo, doorIds } = version;
  if (removed) return { allowed: false, causes: [{ code: "removed", since: null }] };
  const causes: Cause[] = [];
  const refused = (code: PassageCause, since: Date | null = null) => causes.push({ code, since });
  if (!enabled) refused("disabled");
  const isWithout = doorId !== null && !doorIds.includes(doorId);
  const start = startAfter(version, occurredAt, isWithout);
  if (start !== null) refused("not_yet_valid", start);
  if (validTo !== null && occurredAt >= validTo) refused("expired", validTo);
  if (isWithout && !isComing(version, occurredAt)) refused("no_assignment");
  if (linked === false) refused("organisation_unlinked");
  if (doorEnabled === false) refused("door_disabled");
  // A refusal with another cause may have come from a reader on the way out, which has no hours, so hours are not added.
  if (causes.length === 0 && byHours !== null) return { allowed: false, causes: [byHours] };
  if (causes.length > 0) return { allowed: false, causes };
  return { allowed: linked === null || doorEnabled === null ? null : true, causes };
}

const BY_DOOR_HOURS: Cause = { code: "outside_door_hours", since: null };
const BY_ACCESS_HOURS: Cause = { code: "outside_access_hours", since: null };

/**
 * Returns the hours that explain the refusal; null when the door let in or gave another reason. The door's own hours come first,
 * because they limit everybody.
 */
function refusedByHours({ doorHours, accessHours, granted, reason }: PassageFacts): Cause | null {
  const mayMean = reason === null || reason === "outside_hours" || UNSPECIFIC.has(reason);
  if (granted || !mayMean) return null;
  if (doorHours === "closed") return BY_DOOR_HOURS;
  return accessHours === "closed" ? BY_ACCESS_HOURS : null;
}

interface Starts {
  validFrom: Date | null;
  beginsAt: Date | null;
}

/** Tells whether the start was still to come; false without a start. */
export function isComing({ beginsAt }: Pick<Starts, "beginsAt">, at: Date): boolean {
  return beginsAt !== null && at < beginsAt;
}

/** Returns the later start of the credential and of the membership that gives a missing place; null when neither is after that time. */
export function startAfter({ validFrom, beginsAt }: Starts, at: Date, isWithoutPlace: boolean): Date | null {
  const starts = [validFrom, isWithoutPlace ? beginsAt : null].filter((start) => start !== null && at < start);
  return starts.toSorted((a, b) => Number(b) - Number(a))[0] ?? null;
}

function causesOf(facts: PassageFacts, desired: Desired, held: Held): Cause[] {
  const { credential, reason, clockSkewMs, pinUse } = facts;
  const causes: Cause[] = [];
  const name = (code: PassageCause, since: Date | null = null): void => {
    if (!causes.some((cause) => cause.code === code)) causes.push({ code, since });
  };
  const byHours = desired.causes.find((cause) => cause === BY_DOOR_HOURS || cause === BY_ACCESS_HOURS);
  const isByHours = byHours !== undefined;
  if (!isByHours) for (const { code, since } of desired.causes) name(code, since);
  // Axis units use one unconfirmed reason both for a person whom the door never admits and for one whom it does not admit at this time.
  const isRefusedAnyhow = (desired.allowed === true || isByHours) && reason !== null && UNSPECIFIC.has(reason);
  const mayBeOutside = isRefusedAnyhow && (pinUse === "hours" || areHoursUnknown(facts)) && !isBehind(held.state);
  const isOutsideHours = !isByHours && (reason === "outside_hours" || mayBeOutside);
  const clockIsWrong = clockSkewMs !== null && Math.abs(clockSkewMs) > CLOCK_WRONG_SECONDS * 1000;
  if (clockIsWrong && (reason === "expired" || reason === "not_yet_valid" || isOutsideHours))
    name("device_clock_wrong");
  if (desired.allowed === true && isBehind(held.state)) {
    for (const delay of credential?.delays ?? []) name(delay);
    name("not_yet_on_device", held.state === "different" ? null : held.since);
  }
  if (isRefusedAnyhow && isClosedToPins(pinUse)) name(pinUse === "nobody" ? "nobody_enters" : "card_required");
  if (isByHours) name(byHours.code);
  if (isOutsideHours) name("outside_hours");
  // The portal switches off a suspended code at the device, whatever ended it, and gives the device the door's hours.
  const isOwnWord = isByHours || (reason === "disabled" && held.state === "suspended" && causes.length > 0);
  if (reason !== null && !isOwnWord && !UNSPECIFIC.has(reason)) name(SAID[reason]);
  if (causes.length === 0)
    name(desired.allowed === true ? "device_disagreed" : reason === null ? "no_reason_given" : SAID[reason]);
  return causes;
}

/** Hours that were changed since may have been closed. */
const areHoursUnknown = ({ doorHours, accessHours }: PassageFacts): boolean =>
  doorHours === "unknown" || accessHours === "unknown";

function isBehind(state: Held["state"]): boolean {
  return state === "absent" || state === "different" || state === "suspended";
}
