// The question before everything on a controller is written anew, with the number of people.
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/dates.ts";
import { tellOutcome } from "#web/lib/tell-outcome.ts";
import { controllerActTexts } from "#web/texts/controller-acts.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastDone, toastFailure } from "#web/ui/toast.tsx";
import { countCopiesQueryOptions } from "../api/count-copies.ts";
import { useRebuild } from "../api/take-over.ts";
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
      title={controllerActTexts.rebuild}
      confirmLabel={controllerActTexts.rebuild}
      consequence={
        <>
          <p role="status">{countWords(people.data, people.isError)}</p>
          {isOffline && <p className="mt-1">{controllerActTexts.rebuildOffline}</p>}
        </>
      }
      busy={rebuild.isPending}
      busyLabel={controllerActTexts.rebuilding}
      onCancel={onClose}
      onConfirm={() =>
        tellOutcome(rebuild, controller_id, {
          onSuccess: () => {
            toastDone(controllerActTexts.rebuilt(name));
            onClose();
          },
          onError: (error) => toastFailure(error),
        })
      }
    >
      {controllerActTexts.rebuildQuestion(name)}
    </ConfirmDialog>
  );
}

function countWords(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? controllerActTexts.countFailed : controllerActTexts.counting;
  return count === 0
    ? controllerActTexts.rebuildNobody
    : controllerActTexts.rebuildConsequence(formatNumber(count), count !== 1);
}
