// Explains why a gate opened or did not. The log records the portal's decision. The settings of that second show since when the cause
// applied and which other causes would have refused. A fact that is unknown for that second is never taken from today.
import type { AccessReason } from "#contract/devices.ts";
import type { ExplainedThen, PassageCause } from "#contract/functions/explain-passage.ts";
import { type CredentialThen, isComing, startAfter } from "./explain-passage.rules.ts";
import type { WasOpen } from "./hours-then.rules.ts";

export interface GatePassageFacts {
  occurredAt: Date;
  gateId: string | null;
  reason: AccessReason;
  granted: boolean;
  /** The camera's text can be a plate. */
  isRead: boolean;
  /** The gate opened; a repeated read shares this with the first. Null: unknown. */
  opened: boolean | null;
  /** A restored back-up awaited confirmation, during which no gate opens. */
  restoreHeld: boolean;
  /** The gate kept a list of plates of its own then. */
  keptList: boolean;
  /** The reading nearly matches a plate that the gate would have opened for at that time. */
  nearMiss: boolean;
  /** When somebody linked the reading to a car, after the passage. */
  linkedAt: Date | null;
  endUserId: string | null;
  /** The plate's credential; null when nobody has the plate, or it was deleted since. */
  credential: PlateThen | null;
}

export interface PlateThen extends Pick<CredentialThen, "changedAt" | "held"> {
  /** The settings at the passage; null when older than what is kept. */
  version: {
    enabled: boolean;
    validFrom: Date | null;
    validTo: Date | null;
    gateIds: string[];
    /** "open": a right at the gate was within its hours. "unknown": the hours were changed since. Null: no right, or one without hours. */
    hours: WasOpen | null;
    /** When a membership that had not begun gives the gate; null: none does. */
    beginsAt: Date | null;
  } | null;
}

/** A plate that the reading nearly matches now. */
export interface NearPlate extends Pick<PlateThen, "version"> {
  /** When the person got the plate, or it was corrected, if that was after the passage; null: before. */
  givenAt: Date | null;
}

interface Cause {
  code: PassageCause;
  since: Date | null;
}

/** Returns the causes with the times since when they applied. Null: unknown. */
export function explainGate(facts: GatePassageFacts): ExplainedThen {
  const refusals = refusalsOf(facts);
  const desiredIn = facts.granted || facts.reason === "read_too_late";
  const byList = !facts.granted && mayOpenByList(facts);
  const opened = facts.granted ? facts.opened : byList ? null : false;
  const causes = facts.granted ? afterwards(opened) : refusals;
  if (byList) causes.push({ code: "on_gate_list", since: null });
  const { credential } = facts;
  const at = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    reasons: causes.map(({ code, since }) => ({ code, since: at(since) })),
    truths: {
      desired: { allowed: desiredIn, because: desiredIn ? null : (refusals[0]?.code ?? null) },
      held: { state: credential?.held.state ?? "unknown", since: at(credential?.held.since ?? null) },
      decided: { granted: opened, reason: null, device_reason: null },
    },
    end_user_id: facts.endUserId,
    clock_skew_seconds: null,
    changed_at: at(credential?.changedAt ?? facts.linkedAt),
  };
}

/** Returns why that car was not let in: the cause that a right reading would not have changed, or `near_miss` where only the reading was wrong. */
export function nearCause(
  { givenAt, version }: NearPlate,
  { occurredAt, gateId }: Pick<GatePassageFacts, "occurredAt" | "gateId">,
): Cause {
  if (givenAt !== null) return { code: "given_after", since: givenAt };
  return standingThen({ version, occurredAt, gateId })[0] ?? { code: "near_miss", since: null };
}

/**
 * Tells whether the gate's own list may have had the plate, for which the gate opens without the portal. A gate that was not ready was
 * decided before the plate was looked up, so nothing is known of the plate.
 */
function mayOpenByList({ credential, reason, isRead, keptList }: GatePassageFacts): boolean {
  if (credential === null) return keptList && isRead && reason === "invalid_configuration";
  return credential.held.state === "present" || credential.held.state === "different";
}

/** Returns the causes after the portal granted: only the gate itself can have failed. */
function afterwards(opened: boolean | null): Cause[] {
  if (opened === true) return [];
  return [{ code: opened === null ? "gate_notified_unknown" : "gate_refused", since: null }];
}

/** Returns the decisive cause first, then what else would have refused. */
function refusalsOf(facts: GatePassageFacts): Cause[] {
  const { credential, occurredAt, gateId } = facts;
  const others = standingThen({ version: credential?.version ?? null, occurredAt, gateId });
  const decisive = decisiveOf(facts);
  if (decisive === null) return [];
  const known = others.find(({ code }) => code === decisive);
  return [known ?? { code: decisive, since: null }, ...others.filter((other) => other !== known)];
}

function decisiveOf(facts: GatePassageFacts): PassageCause | null {
  switch (facts.reason) {
    case "valid_credential":
      return null;
    case "gate_not_found":
      return "gate_unknown";
    case "invalid_configuration":
      return facts.restoreHeld ? "restore_held" : "gate_not_ready";
    case "no_match":
      if (!facts.isRead) return "camera_unread";
      return facts.nearMiss ? "near_miss" : "unknown_plate";
    case "outside_hours":
      return "outside_access_hours";
    case "no_access_assignment":
      return hadGate(facts) ? "organisation_unlinked" : "no_assignment";
    default:
      return facts.reason;
  }
}

/** Tells whether the gate was assigned to the plate then, so that only the organisation's link can have been missing. */
function hadGate({ credential, gateId }: GatePassageFacts): boolean {
  return gateId !== null && credential?.version?.gateIds.includes(gateId) === true;
}

type Standing = Pick<PlateThen, "version"> & Pick<GatePassageFacts, "occurredAt" | "gateId">;

function standingThen({ version, occurredAt, gateId }: Standing): Cause[] {
  if (version === null) return [];
  const { enabled, validTo, gateIds, hours } = version;
  const isWithout = gateId !== null && !gateIds.includes(gateId);
  const start = startAfter(version, occurredAt, isWithout);
  const causes: Cause[] = [];
  if (!enabled) causes.push({ code: "disabled", since: null });
  if (validTo !== null && occurredAt >= validTo) causes.push({ code: "expired", since: validTo });
  if (start !== null) causes.push({ code: "not_yet_valid", since: start });
  if (isWithout && !isComing(version, occurredAt)) causes.push({ code: "no_assignment", since: null });
  if (!isWithout && hours === "closed") causes.push({ code: "outside_access_hours", since: null });
  return causes;
}
