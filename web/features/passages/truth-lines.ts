import type { DoorReason } from "#contract/door-events.ts";
import type { PassageCause, PassageSource, PassageTruths } from "#contract/functions/explain-passage.ts";

export interface TruthLine {
  source: "desired" | "held" | "decided";
  /** Whether this one would let in. */
  says: "yes" | "no" | "unknown";
  /** Out of step with what was desired. */
  differs: boolean;
  /** Why not: of what was desired, and of a code that was held as desired. */
  why: PassageCause | null;
  since: string | null;
  reason: DoorReason | null;
  /** Of what was held; `elsewhere`: for other doors than this one. */
  state: HeldState | "elsewhere" | null;
}

/** Of a passage at a door. */
export interface PassageNames {
  /** Whose code it was, by first name; null: nobody's that the portal knows. */
  who: string | null;
  door: string;
}

type HeldState = PassageTruths["held"]["state"];

const NOTHING = { differs: false, why: null, since: null, reason: null, state: null };

/** A code that is held as desired is held without this door. */
const NOT_HERE: readonly (PassageCause | null)[] = ["no_assignment", "door_disabled", "organisation_unlinked"];

/**
 * In order. `agree`: all three are known, and say the same. The first that does not say what was desired is the one that
 * differs; what a gate holds decides nothing while the portal does.
 */
export function truthLines(truths: PassageTruths, source: PassageSource): { lines: TruthLine[]; agree: boolean } {
  const { desired, held, decided } = truths;
  const isDoor = source === "door";
  const isOlder = held.state === "different";
  const heldAllows = isDoor ? codeAllows(truths) : listAllows(held.state);
  const isKnown = desired.allowed !== null;
  const heldIsApart = isDoor && isKnown && (isOlder || (heldAllows !== null && heldAllows !== desired.allowed));
  const decidedIsApart = isKnown && decided.granted !== desired.allowed;
  const isWithoutPower = isDoor && held.state === "present" && heldAllows === false;
  return {
    agree: isKnown && heldAllows === desired.allowed && !isOlder && !decidedIsApart,
    lines: [
      { ...NOTHING, source: "desired", says: says(desired.allowed), why: desired.because },
      {
        ...NOTHING,
        source: "held",
        says: says(heldAllows),
        state: isWithoutPower && NOT_HERE.includes(desired.because) ? "elsewhere" : held.state,
        why: isWithoutPower ? desired.because : null,
        since: held.since,
        differs: heldIsApart,
      },
      {
        ...NOTHING,
        source: "decided",
        says: says(decided.granted),
        reason: decided.reason,
        differs: decidedIsApart && !heldIsApart,
      },
    ],
  };
}

/** Whether what the controller held would let in at the door. */
function codeAllows({ desired, held, decided }: PassageTruths): boolean | null {
  switch (held.state) {
    case "unknown":
      return null;
    case "present":
      // As it was desired: with the end of its validity, and without the doors that it did not have.
      return desired.allowed !== false;
    case "different":
      // What an older copy said is what the door answered by.
      return decided.granted;
    default:
      return false;
  }
}

/** A list of plates knows no hours and no reasons. */
function listAllows(state: HeldState): boolean | null {
  return state === "unknown" ? null : state === "present";
}

function says(allowed: boolean | null): TruthLine["says"] {
  if (allowed === null) return "unknown";
  return allowed ? "yes" : "no";
}
