// The question before everything on a controller is written anew, with the number of people.
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/dates.ts";
import { tellOutcome } from "#web/lib/tell-outcome.ts";
import { controllerOperationTexts } from "#web/texts/controller-operations.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastDone, toastFailure } from "#web/ui/toast.tsx";
import { countCopiesQueryOptions } from "../api/count-people.ts";
import { useRebuild } from "../api/rebuild-and-retire.ts";
import type { Target } from "../use-controller-operations.ts";

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
      title={controllerOperationTexts.rebuild}
      confirmLabel={controllerOperationTexts.rebuild}
      consequence={
        <>
          <p role="status">{countWords(people.data, people.isError)}</p>
          {isOffline && <p className="mt-1">{controllerOperationTexts.rebuildOffline}</p>}
        </>
      }
      busy={rebuild.isPending}
      busyLabel={controllerOperationTexts.rebuilding}
      onCancel={onClose}
      onConfirm={() =>
        tellOutcome(rebuild, controller_id, {
          onSuccess: () => {
            toastDone(controllerOperationTexts.rebuilt(name));
            onClose();
          },
          onError: (error) => toastFailure(error),
        })
      }
    >
      {controllerOperationTexts.rebuildQuestion(name)}
    </ConfirmDialog>
  );
}

function countWords(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? controllerOperationTexts.countFailed : controllerOperationTexts.counting;
  return count === 0
    ? controllerOperationTexts.rebuildNobody
    : controllerOperationTexts.rebuildConsequence(formatNumber(count), count !== 1);
}
