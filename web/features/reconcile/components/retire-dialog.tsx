// Retires a controller: a person attests, with a reason, the removals that the device can no longer confirm.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { toastSuccess } from "#web/ui/toasts/toast.tsx";
import { countReplicasQueryOptions } from "../api/count-people.ts";
import { useRetire } from "../api/rebuild-and-retire.ts";
import { controllerOperationTexts } from "../texts/controller-operations.sv.ts";
import { rebuildAndRetireTexts } from "../texts/rebuild-and-retire.sv.ts";
import type { Target } from "../use-controller-operations.ts";

const REASON_MAX_LENGTH = 500;

export function RetireDialog({ target: { controller_id, name }, onClose }: { target: Target; onClose: () => void }) {
  const people = useQuery(countReplicasQueryOptions(controller_id));
  const retire = useRetire();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);

  async function run(): Promise<void> {
    const { replicas } = await retire.mutateAsync({ controllerId: controller_id, reason: reason.trim() });
    toastSuccess("controller:retire", rebuildAndRetireTexts.retiredHelp(formatNumber(replicas), replicas !== 1), {
      title: rebuildAndRetireTexts.retired(name),
    });
  }

  return (
    <AsyncConfirmDialog
      act={"controller:retire"}
      title={controllerOperationTexts.retire}
      confirmLabel={controllerOperationTexts.retire}
      consequence={
        <div className="flex flex-col gap-3.5">
          <p role="status">{countWords(people.data, people.isError)}</p>
          <TextField
            name="reason"
            label={rebuildAndRetireTexts.retireReason}
            hint={rebuildAndRetireTexts.retireReasonHint}
            maxLength={REASON_MAX_LENGTH}
            value={reason}
            onChange={setReason}
            errorMessage={asked && reason.trim() === "" ? rebuildAndRetireTexts.retireReasonMissing : undefined}
          />
        </div>
      }
      busyLabel={rebuildAndRetireTexts.retiring}
      isReady={() => {
        setAsked(true);
        return reason.trim() !== "";
      }}
      run={run}
      staysOnFailure
      onClose={onClose}
    >
      {rebuildAndRetireTexts.retireQuestion(name)}
    </AsyncConfirmDialog>
  );
}

function countWords(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? rebuildAndRetireTexts.countFailed : rebuildAndRetireTexts.counting;
  return count === 0
    ? rebuildAndRetireTexts.retireNobody
    : rebuildAndRetireTexts.retireConsequence(formatNumber(count), count !== 1);
}
