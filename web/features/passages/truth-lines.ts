import type { DoorReason } from "#contract/door-events.ts";
import type { PassageCause, PassageSource, PassageTruths } from "#contract/functions/explain-passage.ts";

export interface TruthLine {
  source: "desired" | "held" | "decided";
  /** This line alone would let the person in. */
  says: "yes" | "no" | "unknown";
  /** The line differs from the desired state. */
  differs: boolean;
  /** Cause that words a refusal: one by the desired state, or one about a code that the controller held as desired. */
  why: PassageCause | null;
  since: string | null;
  reason: DoorReason | null;
  /** State on the device; `elsewhere`: for other doors than this one. */
  state: HeldState | "elsewhere" | null;
}

/** Names for a passage at a door. */
export interface PassageNames {
  /** First name of the code's owner; null: nobody that the portal knows. */
  who: string | null;
  door: string;
}

type HeldState = PassageTruths["held"]["state"];

const NOTHING = { differs: false, why: null, since: null, reason: null, state: null };

/** For these causes, the controller holds the code as desired, but without this door. */
const NOT_HERE: readonly (PassageCause | null)[] = ["no_assignment", "door_disabled", "organisation_unlinked"];

/**
 * Returns the lines in order. `agree`: all three are known, and say the same. The first line that contradicts the desired state is marked
 * as different. A gate's contents decide nothing while the portal decides.
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

/** Tells whether the controller's contents would let the person in at the door. */
function codeAllows({ desired, held, decided }: PassageTruths): boolean | null {
  switch (held.state) {
    case "unknown":
      return null;
    case "present":
      // The controller holds the code as desired, with the same end and the same doors.
      return desired.allowed !== false;
    case "different":
      // The door decided by the older copy of the code, so its answer tells what that copy allowed.
      return decided.granted;
    default:
      return false;
  }
}

/** Tells whether a list of plates would let the car in; a list has neither hours nor reasons. */
function listAllows(state: HeldState): boolean | null {
  return state === "unknown" ? null : state === "present";
}

function says(allowed: boolean | null): TruthLine["says"] {
  if (allowed === null) return "unknown";
  return allowed ? "yes" : "no";
}
