import type { DoorReasonWord } from "#contract/door-states.ts";
import { texts } from "./language.ts";

export const doorReasonTexts = texts("door-reasons", {
  words: { leverans: "Leverans", hantverkare: "Hantverkare", utryckning: "Utryckning" } satisfies Record<
    DoorReasonWord,
    string
  >,
});
