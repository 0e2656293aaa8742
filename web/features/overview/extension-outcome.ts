// Texts about an extension of everything that a person has that ends soon, and about its undo.
import type { ExtendResult, Extension } from "#contract/functions/end-user-manager.ts";
import { formatLongDay } from "#web/lib/dates.ts";
import { type Act, toastDone, toastError, toastFailure, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { overviewTexts as t } from "./texts/overview.sv.ts";

interface Outcome {
  act: Act;
  person: string;
  results: readonly ExtendResult[];
  undo: (extensions: readonly Extension[]) => Promise<unknown>;
}

export function reportExtension({ act, person, results, undo }: Outcome): void {
  const extended = results.filter((result) => result.outcome === "extended");
  const refused = results.filter((result) => result.outcome === "refused");
  const sentences = new Set(refused.map(({ error }) => error));
  if (sentences.size > 0) toastError(`${act}/refused`, [...sentences].join(" "));
  const [first] = extended.toSorted((one, other) => one.valid_to.localeCompare(other.valid_to));
  if (first) {
    const goBack = () =>
      undo(extended).then(
        () => toastDone(act, t.extensionUndone),
        (error) => toastFailure(act, error),
      );
    toastUndoable(
      act,
      t.extended(person),
      { label: t.undo, onAction: goBack },
      t.validUntil(formatLongDay(first.valid_to)),
    );
  } else if (refused.length === 0) toastDone(act, t.notExtended(person));
}
