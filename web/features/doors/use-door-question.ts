// Which door is asked about. One state for the page; the rows' buttons stand in its context.
import { createContext, use } from "react";
import type { DoorListRow } from "#contract/tables/door-states.ts";

export interface DoorQuestion {
  about: "OPEN" | "HOLD";
  door: DoorListRow;
  /** As its row is called, where doors of several controllers have one name. */
  name: string;
  /** The row's buttons, at which the question stands. */
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
