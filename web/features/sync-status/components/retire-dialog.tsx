// Somebody attests, with a reason, what the device can no longer confirm.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { controllerOperationTexts } from "#web/texts/controller-operations.ts";
import { AsyncConfirmDialog } from "#web/ui/async-confirm-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toastSuccess } from "#web/ui/toast.tsx";
import { countReplicasQueryOptions } from "../api/count-people.ts";
import { useRetire } from "../api/rebuild-and-retire.ts";
import type { Target } from "../use-controller-operations.ts";

const REASON_MAX_LENGTH = 500;

export function RetireDialog({ target: { controller_id, name }, onClose }: { target: Target; onClose: () => void }) {
  const people = useQuery(countReplicasQueryOptions(controller_id));
  const retire = useRetire();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);

  async function run(): Promise<void> {
    const { copies } = await retire.mutateAsync({ controllerId: controller_id, reason: reason.trim() });
    toastSuccess(controllerOperationTexts.retiredHelp(formatNumber(copies), copies !== 1), {
      title: controllerOperationTexts.retired(name),
    });
  }

  return (
    <AsyncConfirmDialog
      title={controllerOperationTexts.retire}
      confirmLabel={controllerOperationTexts.retire}
      consequence={
        <div className="flex flex-col gap-3.5">
          <p role="status">{countWords(people.data, people.isError)}</p>
          <TextField
            name="reason"
            label={controllerOperationTexts.retireReason}
            hint={controllerOperationTexts.retireReasonHint}
            maxLength={REASON_MAX_LENGTH}
            value={reason}
            onChange={setReason}
            errorMessage={asked && reason.trim() === "" ? controllerOperationTexts.retireReasonMissing : undefined}
          />
        </div>
      }
      busyLabel={controllerOperationTexts.retiring}
      isReady={() => {
        setAsked(true);
        return reason.trim() !== "";
      }}
      run={run}
      staysOnFailure
      onClose={onClose}
    >
      {controllerOperationTexts.retireQuestion(name)}
    </AsyncConfirmDialog>
  );
}

function countWords(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? controllerOperationTexts.countFailed : controllerOperationTexts.counting;
  return count === 0
    ? controllerOperationTexts.retireNobody
    : controllerOperationTexts.retireConsequence(formatNumber(count), count !== 1);
}
