import type { DoorReasonWord } from "#contract/door-states.ts";
import { texts } from "#web/texts/language.ts";

export const doorReasonTexts = texts("doorReasons", {
  words: { leverans: "Leverans", hantverkare: "Hantverkare", utryckning: "Utryckning" } satisfies Record<
    DoorReasonWord,
    string
  >,
});
