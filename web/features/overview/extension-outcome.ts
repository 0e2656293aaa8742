// Words the outcome of one extension, and its undo.
import type { ExtendResult, Extension } from "#contract/functions/end-user-manager.ts";
import { formatLongDay } from "#web/lib/dates.ts";
import { toastDone, toastError, toastFailure, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { overviewTexts as t } from "./texts/overview.sv.ts";

interface Outcome {
  person: string;
  result: ExtendResult | undefined;
  undo: (extensions: readonly Extension[]) => Promise<unknown>;
}

export function reportExtension({ person, result, undo }: Outcome): void {
  switch (result?.outcome) {
    case "extended": {
      const goBack = () => void undo([result]).then(() => toastDone(t.extensionUndone), toastFailure);
      toastUndoable(
        t.extended(person),
        { label: t.undo, onAction: goBack },
        t.validUntil(formatLongDay(result.valid_to)),
      );
      return;
    }
    case "refused":
      toastError(result.error);
      return;
    default:
      toastDone(t.notExtended(person));
  }
}
