// The question before a dead controller is taken out of use: somebody attests, with a reason, what no device can prove any more.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { tellOutcome } from "#web/lib/tell-outcome.ts";
import { controllerActTexts } from "#web/texts/controller-acts.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toastFailure, toastSuccess } from "#web/ui/toast.tsx";
import { countCopiesQueryOptions } from "../api/count-copies.ts";
import { useRetire } from "../api/take-over.ts";
import type { Target } from "./use-controller-acts.ts";

const REASON_MAX_LENGTH = 500;

export function RetireDialog({ target: { controller_id, name }, onClose }: { target: Target; onClose: () => void }) {
  const people = useQuery(countCopiesQueryOptions(controller_id));
  const retire = useRetire();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);

  function confirm(): void {
    setAsked(true);
    if (reason.trim() === "") return;
    tellOutcome(
      retire,
      { controllerId: controller_id, reason: reason.trim() },
      {
        onSuccess: ({ copies }) => {
          toastSuccess(controllerActTexts.retiredHelp(formatNumber(copies), copies !== 1), {
            title: controllerActTexts.retired(name),
          });
          onClose();
        },
        onError: (error) => toastFailure(error),
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen
      title={controllerActTexts.retire}
      confirmLabel={controllerActTexts.retire}
      consequence={
        <div className="flex flex-col gap-3.5">
          <p role="status">{countWords(people.data, people.isError)}</p>
          <TextField
            name="reason"
            label={controllerActTexts.retireReason}
            hint={controllerActTexts.retireReasonHint}
            maxLength={REASON_MAX_LENGTH}
            value={reason}
            onChange={setReason}
            errorMessage={asked && reason.trim() === "" ? controllerActTexts.retireReasonMissing : undefined}
          />
        </div>
      }
      busy={retire.isPending}
      busyLabel={controllerActTexts.retiring}
      onCancel={onClose}
      onConfirm={confirm}
    >
      {controllerActTexts.retireQuestion(name)}
    </ConfirmDialog>
  );
}

function countWords(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? controllerActTexts.countFailed : controllerActTexts.counting;
  return count === 0
    ? controllerActTexts.retireNobody
    : controllerActTexts.retireConsequence(formatNumber(count), count !== 1);
}
