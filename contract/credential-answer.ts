// Explains why a code or a plate would not open a door or a gate now. Pure: pages and tests call the same function.
import type { SyncState } from "./devices.ts";

/** The part of the credential that one controller holds. */
export interface ReplicaFacts {
  state: SyncState;
  /** Time of the last confirmation; null when the device never had it. */
  syncedAt: Date | null;
  /** The cause that delays the change, other than silence. */
  trouble: "refused" | "paused" | null;
}

export interface PlaceFacts {
  kind: "door" | "gate";
  isAssigned: boolean;
  /** When the first membership that gives the place begins; null when the place is given already, or not at all. */
  beginsAt: Date | null;
  /** Switched on, and still offered to the organisation. */
  isOffered: boolean;
  /** Null if nothing was ever written to the controller, and at gates without a list of their own, where the portal decides. */
  replica: ReplicaFacts | null;
  /** False: the controller does not answer. Null: not known. */
  answers: boolean | null;
  /** Why the reader never accepts such a code, whatever the controller holds: it wants a card, or codes of another length. */
  reader: "card" | "length" | null;
}

export interface CredentialFacts {
  enabled: boolean;
  validFrom: Date | null;
  validTo: Date | null;
  /** The last save of the person. */
  savedAt: Date;
}

/** In order of precedence: the first reason that holds is the answer. */
export const CLOSED_REASONS = [
  "switched_off",
  "expired",
  "not_yet_valid",
  "not_assigned",
  "membership_not_begun",
  "place_gone",
  "card_needed",
  "wrong_length",
  "paused",
  "refused",
  "silent",
  "not_written",
] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

export type CredentialAnswer =
  /** `isOld`: the controller has not answered since then, so this is the last known state. */
  | { opens: true; confirmedAt: Date | null; isOld: boolean }
  /** `lingers`: the device may still open for its earlier state. `since`: the save that is not yet written. */
  | { opens: false; reason: ClosedReason; lingers: boolean; since: Date | null };

/**
 * Returns whether the credential opens the place at `now`, and else the first reason why not. `isOld`: the door does not answer, so this is
 * what it last confirmed.
 */
export function answerAt(credential: CredentialFacts, place: PlaceFacts, now: Date): CredentialAnswer {
  const reason = closedReason(credential, place, now);
  const { replica } = place;
  if (reason === null)
    return {
      opens: true,
      confirmedAt: place.kind === "door" ? (replica?.syncedAt ?? null) : null,
      isOld: place.kind === "door" && place.answers === false,
    };
  return {
    opens: false,
    reason,
    lingers: lingers(reason, credential, place),
    since: UNWRITTEN.has(reason) ? unwrittenSince(credential, replica) : null,
  };
}

/** Reasons about access that the portal has granted and the device does not know yet. */
const UNWRITTEN: ReadonlySet<ClosedReason> = new Set(["paused", "refused", "silent", "not_written"]);
/** Reasons that the device applies by itself once it has the dates. */
const BY_THE_CLOCK: ReadonlySet<ClosedReason> = new Set(["expired", "not_yet_valid"]);

function closedReason(credential: CredentialFacts, place: PlaceFacts, now: Date): ClosedReason | null {
  if (!credential.enabled) return "switched_off";
  if (credential.validTo !== null && credential.validTo <= now) return "expired";
  if (credential.validFrom !== null && credential.validFrom > now) return "not_yet_valid";
  if (!place.isAssigned) return "not_assigned";
  if (place.beginsAt !== null && place.beginsAt > now) return "membership_not_begun";
  if (!place.isOffered) return "place_gone";
  if (place.reader !== null) return place.reader === "card" ? "card_needed" : "wrong_length";
  if (place.kind === "gate" || place.replica?.state === "synced") return null;
  if (place.replica?.trouble) return place.replica.trouble;
  return place.answers === false ? "silent" : "not_written";
}

function lingers(reason: ClosedReason, credential: CredentialFacts, { kind, replica }: PlaceFacts): boolean {
  if (replica === null || replica.state === "synced" || replica.syncedAt === null) return false;
  // Dates that were written close the door without the portal. A gate's own list has no dates.
  return kind === "gate" || !BY_THE_CLOCK.has(reason) || credential.savedAt > replica.syncedAt;
}

function unwrittenSince(credential: CredentialFacts, replica: ReplicaFacts | null): Date | null {
  return replica?.syncedAt && replica.syncedAt >= credential.savedAt ? null : credential.savedAt;
}
