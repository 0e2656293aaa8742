// Holds which door a question is about: one state for the page, with the rows' buttons in its context.
import { createContext, use } from "react";
import type { DoorListRow } from "#contract/tables/door-states.ts";

export interface DoorQuestion {
  about: "OPEN" | "HOLD";
  door: DoorListRow;
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

export function useDoorQuestions(): DoorQuestions {
  const questions = use(DoorQuestionsContext);
  if (questions === null) throw new Error("the list's cells stand in its context");
  return questions;
}
