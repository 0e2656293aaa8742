import type { DoorReason } from "#contract/door-events.ts";
import type { PassageCause, PassageSource, PassageTruths } from "#contract/functions/explain-passage.ts";

export interface TruthLine {
  source: "wished" | "held" | "decided";
  /** Whether this one would let in. */
  says: "yes" | "no" | "unknown";
  /** Out of step with what was wished. */
  differs: boolean;
  /** Why not: of what was wished, and of a code that was held as wished. */
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

/** A code that is held as wished is held without this door. */
const NOT_HERE: readonly (PassageCause | null)[] = ["no_assignment", "door_disabled", "organisation_unlinked"];

/**
 * In order. `agree`: all three are known, and say the same. The first that does not say what was wished is the one that
 * differs; what a gate holds decides nothing while the portal does.
 */
export function truthLines(truths: PassageTruths, source: PassageSource): { lines: TruthLine[]; agree: boolean } {
  const { wished, held, decided } = truths;
  const isDoor = source === "door";
  const isOlder = held.state === "different";
  const heldAllows = isDoor ? codeAllows(truths) : listAllows(held.state);
  const isKnown = wished.allowed !== null;
  const heldIsApart = isDoor && isKnown && (isOlder || (heldAllows !== null && heldAllows !== wished.allowed));
  const decidedIsApart = isKnown && decided.granted !== wished.allowed;
  const isWithoutPower = isDoor && held.state === "present" && heldAllows === false;
  return {
    agree: isKnown && heldAllows === wished.allowed && !isOlder && !decidedIsApart,
    lines: [
      { ...NOTHING, source: "wished", says: says(wished.allowed), why: wished.because },
      {
        ...NOTHING,
        source: "held",
        says: says(heldAllows),
        state: isWithoutPower && NOT_HERE.includes(wished.because) ? "elsewhere" : held.state,
        why: isWithoutPower ? wished.because : null,
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
function codeAllows({ wished, held, decided }: PassageTruths): boolean | null {
  switch (held.state) {
    case "unknown":
      return null;
    case "present":
      // As it was wished: with the end of its validity, and without the doors that it did not have.
      return wished.allowed !== false;
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
