// Words whether and for how long a code works, for whoever gets it. Pure.
import type { validityWords } from "./validity-words.sv.ts";

export const CODE_STANDINGS = ["valid", "coming", "ended", "off"] as const;
export type CodeStanding = (typeof CODE_STANDINGS)[number];

interface CodeFacts {
  enabled: boolean;
  validFrom: Date | null;
  validTo: Date | null;
}

/** Returns whether the code works at `now`, and else why not. */
export function standingOf({ enabled, validFrom, validTo }: CodeFacts, now: Date): CodeStanding {
  if (!enabled) return "off";
  if (validTo !== null && validTo <= now) return "ended";
  return validFrom !== null && validFrom > now ? "coming" : "valid";
}

/** A validity whose ends are in words; null where there is none. */
export interface WordedValidity {
  standing: CodeStanding;
  from: string | null;
  until: string | null;
}

/** Returns the validity in words. Either end may be missing. */
export function wordValidity({ standing, from, until }: WordedValidity, words: typeof validityWords): string {
  if (standing === "off") return words.off;
  if (standing === "ended" && until !== null) return words.ended(until);
  if (standing === "coming" && from !== null)
    return until === null ? words.coming(from) : words.comingUntil(from, until);
  if (until === null) return from === null ? words.untilFurther : words.from(from);
  return from === null ? words.until(until) : words.fromUntil(from, until);
}
