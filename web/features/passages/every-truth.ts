// For tests: every line of the drawer, with usual and very long names.
import { DOOR_REASONS } from "#contract/door-events.ts";
import { PASSAGE_CAUSES } from "#contract/functions/explain-passage.ts";
import type { TruthLine } from "./truth-lines.ts";

export const ANNA = { who: "Anna", door: "Soprum" };
export const LONG = { who: "A".repeat(20), door: "D".repeat(40) };
export const SINCE = "2026-09-22T18:01:37Z";
export const EVERY_NAME = [ANNA, LONG, { ...ANNA, who: null }];

const STATES = ["present", "absent", "different", "suspended", "unknown", "elsewhere", null] as const;
export const EVERY_LINE: TruthLine[] = (["desired", "held", "decided"] as const).flatMap((source) =>
  (["yes", "no", "unknown"] as const).flatMap((says) =>
    [null, ...PASSAGE_CAUSES].flatMap((why) =>
      [null, ...DOOR_REASONS].flatMap((reason) =>
        STATES.flatMap((state) =>
          [null, SINCE].map((since) => ({ source, says, why, reason, state, since, differs: false })),
        ),
      ),
    ),
  ),
);
