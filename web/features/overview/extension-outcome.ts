// Words the outcome of extending what ends of one person, and its undo.
import type { ExtendResult, Extension } from "#contract/functions/end-user-manager.ts";
import { formatLongDay } from "#web/lib/dates.ts";
import { toastDone, toastError, toastFailure, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { overviewTexts as t } from "./texts/overview.sv.ts";

interface Outcome {
  person: string;
  results: readonly ExtendResult[];
  undo: (extensions: readonly Extension[]) => Promise<unknown>;
}

export function reportExtension({ person, results, undo }: Outcome): void {
  const extended = results.filter((result) => result.outcome === "extended");
  const refused = results.filter((result) => result.outcome === "refused");
  for (const sentence of new Set(refused.map(({ error }) => error))) toastError(sentence);
  const [first] = extended.toSorted((one, other) => one.valid_to.localeCompare(other.valid_to));
  if (first) {
    const goBack = () => void undo(extended).then(() => toastDone(t.extensionUndone), toastFailure);
    toastUndoable(t.extended(person), { label: t.undo, onAction: goBack }, t.validUntil(formatLongDay(first.valid_to)));
  } else if (refused.length === 0) toastDone(t.notExtended(person));
}
