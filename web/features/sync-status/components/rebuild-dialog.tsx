// The question before everything on a controller is written anew, with the number of people.
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../../lib/dates.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { syncTexts } from "../../../texts/sync-status.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { toastDone, toastFailure } from "../../../ui/toast.tsx";
import { useRebuild } from "../api/control.ts";
import { countCopiesQueryOptions } from "../api/count-copies.ts";
import type { Target } from "./use-controller-acts.ts";

export function RebuildDialog({
  target: { controller_id, name },
  isOffline,
  onClose,
}: {
  target: Target;
  isOffline: boolean;
  onClose: () => void;
}) {
  const people = useQuery(countCopiesQueryOptions(controller_id));
  const rebuild = useRebuild();
  return (
    <ConfirmDialog
      isOpen
      title={syncTexts.rebuild}
      confirmLabel={syncTexts.rebuild}
      consequence={
        <>
          <p role="status">{countWords(people.data, people.isError)}</p>
          {isOffline && <p className="mt-1">{syncTexts.rebuildOffline}</p>}
        </>
      }
      busy={rebuild.isPending}
      busyLabel={syncTexts.rebuilding}
      onCancel={onClose}
      onConfirm={() =>
        tellOutcome(rebuild, controller_id, {
          onSuccess: () => {
            toastDone(syncTexts.rebuilt(name));
            onClose();
          },
          onError: (error) => toastFailure(error),
        })
      }
    >
      {syncTexts.rebuildQuestion(name)}
    </ConfirmDialog>
  );
}

function countWords(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? syncTexts.countFailed : syncTexts.counting;
  return count === 0 ? syncTexts.rebuildNobody : syncTexts.rebuildConsequence(formatNumber(count), count !== 1);
}
