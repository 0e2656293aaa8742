import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/dates.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { countReplicasQueryOptions } from "../api/count-people.ts";
import { useRebuild } from "../api/rebuild-and-retire.ts";
import { controllerOperationTexts } from "../texts/controller-operations.sv.ts";
import { rebuildAndRetireTexts } from "../texts/rebuild-and-retire.sv.ts";
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
  const people = useQuery(countReplicasQueryOptions(controller_id));
  const rebuild = useRebuild();
  return (
    <AsyncConfirmDialog
      act={"controller:rebuild"}
      title={controllerOperationTexts.rebuild}
      confirmLabel={controllerOperationTexts.rebuild}
      consequence={
        <>
          <p role="status">{countWords(people.data, people.isError)}</p>
          {isOffline && <p className="mt-1">{rebuildAndRetireTexts.rebuildOffline}</p>}
        </>
      }
      busyLabel={rebuildAndRetireTexts.rebuilding}
      run={async () => {
        await rebuild.mutateAsync(controller_id);
        toastDone("controller:rebuild", rebuildAndRetireTexts.rebuilt(name));
      }}
      staysOnFailure
      onClose={onClose}
    >
      {rebuildAndRetireTexts.rebuildQuestion(name)}
    </AsyncConfirmDialog>
  );
}

function countWords(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? rebuildAndRetireTexts.countFailed : rebuildAndRetireTexts.counting;
  return count === 0
    ? rebuildAndRetireTexts.rebuildNobody
    : rebuildAndRetireTexts.rebuildConsequence(formatNumber(count), count !== 1);
}
