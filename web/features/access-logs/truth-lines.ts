import type { DoorReason } from "#contract/door-events.ts";
import type { PassageCause, PassageSource, PassageTruths } from "#contract/functions/explain-passage.ts";

export interface TruthLine {
  source: "wished" | "held" | "decided";
  /** Whether this one would let in. */
  says: "yes" | "no" | "unknown";
  /** Out of step with what was wished. */
  differs: boolean;
  why: PassageCause | null;
  since: string | null;
  reason: DoorReason | null;
  /** Of what was held; `elsewhere`: for other doors than this one. */
  state: PassageTruths["held"]["state"] | "elsewhere" | null;
}

const NOTHING = { differs: false, why: null, since: null, reason: null, state: null };

/**
 * In order. `agree`: the door did what the portal wished. The first that did not is the one that differs; what a gate holds
 * decides nothing while the portal does.
 */
export function truthLines(
  { wished, held, decided }: PassageTruths,
  source: PassageSource,
): { lines: TruthLine[]; agree: boolean } {
  const isDoor = source === "door";
  const agree = wished.allowed === decided.granted;
  const apart = wished.allowed !== null && !agree;
  // In step with a wish that left the door out.
  const isElsewhere = isDoor && held.state === "present" && wished.because === "no_assignment" && !decided.granted;
  const heldIsApart = isDoor && apart && held.state !== "unknown" && (held.state === "present") !== wished.allowed;
  return {
    agree,
    lines: [
      { ...NOTHING, source: "wished", says: says(wished.allowed), why: wished.because },
      {
        ...NOTHING,
        source: "held",
        says: says(heldSays(held.state, isElsewhere)),
        state: isElsewhere ? "elsewhere" : held.state,
        since: held.since,
        differs: heldIsApart,
      },
      {
        ...NOTHING,
        source: "decided",
        says: says(decided.granted),
        reason: decided.reason,
        differs: apart && !heldIsApart,
      },
    ],
  };
}

/** Whether it would let in here. */
function heldSays(state: PassageTruths["held"]["state"], isElsewhere: boolean): boolean | null {
  if (state === "unknown") return null;
  return state === "present" && !isElsewhere;
}

function says(allowed: boolean | null): TruthLine["says"] {
  if (allowed === null) return "unknown";
  return allowed ? "yes" : "no";
}
