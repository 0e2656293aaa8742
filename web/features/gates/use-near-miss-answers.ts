// The actions of the queue's buttons. One state holds which question is open.
import { createContext, use, useState } from "react";
import type { NearMissCandidate, NearMissRow } from "#contract/tables/near-misses.ts";
import { toastFailure, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { useAnswerNearMiss } from "./api/answer-near-miss.ts";
import { dismissalOf, readingOf } from "./near-miss-words.ts";
import { nearMissesTexts as t } from "./texts/near-misses.sv.ts";

export type OpenQuestion =
  | { about: "LINK" | "CORRECT"; row: NearMissRow; candidate: NearMissCandidate }
  | { about: "CHOOSE"; row: NearMissRow };

export interface NearMissAnswers {
  question: OpenQuestion | null;
  ask: (question: OpenQuestion) => void;
  close: () => void;
  dismiss: (row: NearMissRow) => void;
}

export function useNearMissAnswers(): NearMissAnswers {
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const { mutateAsync } = useAnswerNearMiss();

  async function dismiss(row: NearMissRow): Promise<void> {
    try {
      await mutateAsync({ action: "DISMISS", id: row.id });
      toastUndoable(
        dismissalOf(row.id),
        t.dismissed(readingOf(row)),
        {
          label: t.undo,
          onAction: () =>
            mutateAsync({ action: "RESTORE", id: row.id }).catch((error: unknown) =>
              toastFailure(dismissalOf(row.id), error),
            ),
        },
        t.dismissedHelp,
      );
    } catch (error) {
      toastFailure(dismissalOf(row.id), error);
    }
  }

  return { question, ask: setQuestion, close: () => setQuestion(null), dismiss: (row) => void dismiss(row) };
}

export const NearMissAnswersContext = createContext<NearMissAnswers | null>(null);

/** Returns the queue's actions. Throws outside the queue. */
export function useAnswers(): NearMissAnswers {
  const answers = use(NearMissAnswersContext);
  if (answers === null) throw new Error("the queue's cells stand in its context");
  return answers;
}
