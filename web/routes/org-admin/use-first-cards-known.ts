import { useDeferredValue } from "react";
import { useDoorsToNoteKnown } from "#web/features/doors/components/doors-to-note-card.tsx";
import { useRefusalsKnown } from "#web/features/overview/components/refusals-card.tsx";
import { useWeeklyCodesKnown } from "#web/features/people/permissions/components/weekly-codes-card.tsx";

/**
 * Tells whether the overview's first cards are known. Their heights differ, so a card that is drawn before them would jump. All are
 * drawn at once, in parts between which a press is answered.
 */
export function useFirstCardsKnown(): boolean {
  return useDeferredValue([useDoorsToNoteKnown(), useRefusalsKnown(), useWeeklyCodesKnown()].every(Boolean));
}
