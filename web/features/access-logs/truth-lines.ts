import type { DoorReason } from "#contract/door-events.ts";
import type { PassageCause, PassageTruths } from "#contract/functions/explain-passage.ts";

export interface TruthLine {
  source: "wished" | "held" | "decided";
  /** Whether this one would let in. */
  says: "yes" | "no" | "unknown";
  /** Out of step with what was wished. */
  differs: boolean;
  why: PassageCause | null;
  since: string | null;
  reason: DoorReason | null;
}

const NOTHING = { differs: false, why: null, since: null, reason: null };

/** In order. `agree`: the door did what the portal wished. The first that did not is the one that differs. */
export function truthLines({ wished, held, decided }: PassageTruths): { lines: TruthLine[]; agree: boolean } {
  const agree = wished.allowed === decided.granted;
  const apart = wished.allowed !== null && !agree;
  const heldIsApart = apart && held.state !== "unknown" && (held.state === "present") !== wished.allowed;
  return {
    agree,
    lines: [
      { ...NOTHING, source: "wished", says: says(wished.allowed), why: wished.because },
      {
        ...NOTHING,
        source: "held",
        says: says(held.state === "unknown" ? null : held.state === "present"),
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

function says(allowed: boolean | null): TruthLine["says"] {
  if (allowed === null) return "unknown";
  return allowed ? "yes" : "no";
}
