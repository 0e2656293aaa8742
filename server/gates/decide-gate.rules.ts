// The gate decision. Pure: no clock, database or device.
import type { AccessReason } from "#contract/devices.ts";

export interface GateCandidate {
  credentialId: string;
  enabled: boolean;
  started: boolean;
  ended: boolean;
  /** The plate is assigned to this gate, at this hour, and the gate is linked to the person's organisation. */
  assigned: boolean;
  /** The plate has a right at this gate with hours, and the gate is linked to the person's organisation. */
  scheduled: boolean;
  /** A membership will assign the plate to this gate later, and the gate is linked to the person's organisation. */
  begins: boolean;
  /** The person's organisation uses this gate, or did when the passage was logged. */
  usesGate: boolean;
  /** The reading is an alias: a person has linked it to this plate. */
  alias: boolean;
}

export interface GateFacts {
  /** Null: no such controller, or the sender may not report for it. */
  gate: { plateReader: boolean; enabled: boolean; hasMacro: boolean } | null;
  plate: string | null;
  candidates: readonly GateCandidate[];
  /** The read is older than a gate may open for. */
  late?: boolean;
}

export interface GateDecision {
  granted: boolean;
  reason: AccessReason;
  /** The credential that granted, or the one whose reason is given. */
  credentialId: string | null;
}

/** Grants if one candidate grants. Otherwise gives the reason of the candidate that came furthest (the first of equals). */
export function decideGate({ gate, plate, candidates, late = false }: GateFacts): GateDecision {
  if (gate === null || !gate.plateReader) return denied("gate_not_found");
  if (!gate.enabled || !gate.hasMacro) return denied("invalid_configuration");
  if (plate === null) return denied("no_match");
  // If any candidate may use this gate, ignore those who may not.
  const here = candidates.filter(({ usesGate }) => usesGate);
  const concerned = here.length > 0 ? here : candidates;
  // If the plate belongs to somebody at this gate, only that person decides, refused or not.
  const own = concerned.filter(({ alias }) => !alias);
  let best: (Result & { credentialId: string }) | null = null;
  for (const candidate of own.some(belongsHere) ? own : concerned) {
    const result = resultOf(candidate);
    if (best === null || result.step > best.step) best = { ...result, credentialId: candidate.credentialId };
  }
  if (best === null) return denied("no_match");
  if (late && best.reason === "valid_credential")
    return { ...denied("read_too_late"), credentialId: best.credentialId };
  const { reason, credentialId } = best;
  return { granted: reason === "valid_credential", reason, credentialId };
}

const belongsHere = ({ assigned, scheduled, begins }: GateCandidate): boolean => assigned || scheduled || begins;

interface Result {
  /** How far the candidate came. */
  step: number;
  reason: AccessReason;
}

function resultOf({ enabled, ended, started, assigned, scheduled, begins }: GateCandidate): Result {
  if (!enabled) return { step: 0, reason: "disabled" };
  if (ended) return { step: 1, reason: "expired" };
  if (!started) return { step: 1, reason: "not_yet_valid" };
  if (assigned) return { step: 5, reason: "valid_credential" };
  if (scheduled) return { step: 4, reason: "outside_hours" };
  return begins ? { step: 3, reason: "not_yet_valid" } : { step: 2, reason: "no_access_assignment" };
}

function denied(reason: AccessReason): GateDecision {
  return { granted: false, reason, credentialId: null };
}
