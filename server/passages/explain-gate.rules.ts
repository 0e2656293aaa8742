// Why a gate opened or did not. The portal decided it in that second, and its log says how: what the settings of then add is
// since when, and what else stood in the way. What is not known for then is never taken from today.
import type { AccessReason } from "#contract/devices.ts";
import type { ExplainedThen, PassageCause } from "#contract/functions/explain-passage.ts";
import type { CredentialThen } from "./explain-passage.rules.ts";

export interface GatePassageFacts {
  occurredAt: Date;
  gateId: string | null;
  reason: AccessReason;
  granted: boolean;
  /** The camera read something that can be a plate. */
  isRead: boolean;
  /** What became of the opening, which a repeated read shares with the first; null: nobody knows. */
  opened: boolean | null;
  /** A restored back-up awaited confirmation, during which no gate opens. */
  restoreHeld: boolean;
  /** The reading is nearly a plate that the gate would have opened for then. */
  nearMiss: boolean;
  /** Since when the reading counts as a car's, where somebody has said so after the passage. */
  linkedAt: Date | null;
  endUserId: string | null;
  /** Of the plate; null: nobody's, or deleted since. */
  credential: PlateThen | null;
}

export interface PlateThen extends Pick<CredentialThen, "changedAt" | "held"> {
  /** As of the passage; null: older than what is kept. */
  version: { enabled: boolean; validFrom: Date | null; validTo: Date | null; gateIds: string[] } | null;
}

/** A plate that the reading is nearly now. */
export interface NearPlate extends Pick<PlateThen, "version"> {
  /** When the person got it, or it was corrected, after the passage; null: before. */
  givenAt: Date | null;
}

interface Cause {
  code: PassageCause;
  since: Date | null;
}

export function explainGate(facts: GatePassageFacts): ExplainedThen {
  const refusals = refusalsOf(facts);
  const desiredIn = facts.granted || facts.reason === "read_too_late";
  const opened = facts.granted ? facts.opened : false;
  const { credential } = facts;
  const at = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    reasons: (facts.granted ? afterwards(opened) : refusals).map(({ code, since }) => ({ code, since: at(since) })),
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

/** What stood in that car's way then: the reading alone, or something that would have refused a right reading too. */
export function nearCause(
  { givenAt, version }: NearPlate,
  { occurredAt, gateId }: Pick<GatePassageFacts, "occurredAt" | "gateId">,
): Cause {
  if (givenAt !== null) return { code: "given_after", since: givenAt };
  return standingThen({ version, occurredAt, gateId })[0] ?? { code: "near_miss", since: null };
}

/** The portal said yes: only the gate itself can have failed. */
function afterwards(opened: boolean | null): Cause[] {
  if (opened === true) return [];
  return [{ code: opened === null ? "gate_notified_unknown" : "gate_refused", since: null }];
}

/** The one that was decisive first, then what else stood in the way. */
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
    case "no_access_assignment":
      return hadGate(facts) ? "organisation_unlinked" : "no_assignment";
    default:
      return facts.reason;
  }
}

/** Given to the plate then, so that only the organisation's own link can have been missing. */
function hadGate({ credential, gateId }: GatePassageFacts): boolean {
  return gateId !== null && credential?.version?.gateIds.includes(gateId) === true;
}

type Standing = Pick<PlateThen, "version"> & Pick<GatePassageFacts, "occurredAt" | "gateId">;

function standingThen({ version, occurredAt, gateId }: Standing): Cause[] {
  if (version === null) return [];
  const { enabled, validFrom, validTo, gateIds } = version;
  const causes: Cause[] = [];
  if (!enabled) causes.push({ code: "disabled", since: null });
  if (validTo !== null && occurredAt >= validTo) causes.push({ code: "expired", since: validTo });
  if (validFrom !== null && occurredAt < validFrom) causes.push({ code: "not_yet_valid", since: validFrom });
  if (gateId !== null && !gateIds.includes(gateId)) causes.push({ code: "no_assignment", since: null });
  return causes;
}
