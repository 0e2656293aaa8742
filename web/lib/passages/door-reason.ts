// Translates a stored reason to the page's language.
import { partsOfDoorReason } from "#contract/door-states.ts";
import { doorReasonTexts as t } from "#web/features/doors/texts/door-reasons.sv.ts";

export function doorReasonText(reason: string): string {
  const { word, comment } = partsOfDoorReason(reason);
  return [word && t.words[word], comment].filter(Boolean).join(": ");
}
