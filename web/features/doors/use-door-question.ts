// Holds the open question about a door or gate: one state for the whole page, with the rows' buttons in its context.
import { createContext, use } from "react";
import type { UnlockHours } from "#contract/unlock-hours.ts";

export interface DoorQuestion {
  about: "OPEN" | "HOLD" | "OPEN_GATE";
  /** The door, or for OPEN_GATE the gate. */
  place: { id: string; unlock_hours?: UnlockHours | null };
  /** The row's name, for doors of several controllers that share one. */
  name: string;
  /** The row's button, beside which the question stands. */
  anchor: Element;
}

export interface DoorQuestions {
  question: DoorQuestion | null;
  ask: (question: DoorQuestion) => void;
}

export const DoorQuestionsContext = createContext<DoorQuestions | null>(null);

/** Returns the page's questions. Throws outside the list. */
export function useDoorQuestions(): DoorQuestions {
  const questions = use(DoorQuestionsContext);
  if (questions === null) throw new Error("the list's cells stand in its context");
  return questions;
}
