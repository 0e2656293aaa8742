import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RestoreController } from "#contract/functions/restore-control.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatMinute, formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/lazy-dialogs.ts";
import { Note } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { endToasts, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { getRestoreStatusQueryOptions, useConfirmRestore, useInspectDevices } from "../api/restore.ts";
import { operationsTexts as t } from "../texts/operations.sv.ts";
import { RestoredController } from "./restored-controller.tsx";

/** Returns the devices' differences by outcome: granted again, removed, and switched off. */
function choiceOf(read: readonly RestoreController[], chosen: ReadonlySet<string>) {
  const doubtful = new Set(
    read.flatMap((one) =>
      one.items.flatMap((item) =>
        item.kind === "missing_on_device" || item.kind === "differs" ? [item.source_id] : [],
      ),
    ),
  );
  const unknown = read.flatMap((one) =>
    one.items.flatMap((item) =>
      item.kind === "unknown_to_database" ? [{ controller_id: one.controller_id, source_id: item.source_id }] : [],
    ),
  );
  const grantAgain = [...doubtful].filter((id) => chosen.has(id));
  const remove = unknown.filter(({ source_id }) => chosen.has(source_id));
  return { grantAgain, remove, off: doubtful.size - grantAgain.length };
}

/** Renders nothing unless a restore awaits confirmation. */
export function RestoreCard() {
  const { data } = useQuery(getRestoreStatusQueryOptions());
  const inspect = useInspectDevices();
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (!data || (data.restored === null && data.controllers.length === 0)) return null;
  const { restored, controllers } = data;
  const read = controllers.filter((one) => one.inspected_at !== null && one.error === null);

  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };

  return (
    <Card
      title={t.restored}
      actions={
        <>
          <Button
            busy={inspect.isPending}
            busyLabel={t.inspecting}
            onPress={() => {
              endToasts("restore:inspect");
              reportOutcome(inspect, undefined, { onError: (error) => toastFailure("restore:inspect", error) });
            }}
          >
            {t.inspect}
          </Button>
          <Button
            variant="primary"
            isDisabled={read.length === 0 && controllers.length > 0}
            onPress={() => setAsking(true)}
          >
            {t.goOn}
          </Button>
        </>
      }
    >
      <Note tone="wait">{restored ? t.restoredNote(formatMinute(restored.taken_at)) : t.stillHeld}</Note>
      <div className="mt-3 flex flex-col gap-4">
        {controllers.map((one) => (
          <RestoredController key={one.controller_id} controller={one} chosen={chosen} onToggle={toggle} />
        ))}
      </div>
      <GoOnQuestion
        isOpen={asking}
        choice={choiceOf(read, chosen)}
        isRestored={restored !== null}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}

interface GoOnQuestionProps {
  isOpen: boolean;
  choice: ReturnType<typeof choiceOf>;
  isRestored: boolean;
  onClose: () => void;
}

function GoOnQuestion({ isOpen, choice, isRestored, onClose }: GoOnQuestionProps) {
  const { grantAgain, remove, off } = choice;
  const confirm = useConfirmRestore();
  const goOn = async () => {
    try {
      const done = await confirm.mutateAsync({ grantAgain, remove });
      onClose();
      toastSuccess("restore:go-on", t.wentOn(formatNumber(done.switched_off)));
    } catch (error) {
      toastFailure("restore:go-on", error);
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t.goOnTitle}
      consequence={
        <>
          {t.goOnConsequence(formatNumber(off), formatNumber(grantAgain.length), formatNumber(remove.length))}{" "}
          {isRestored && t.goOnGates}
        </>
      }
      confirmLabel={t.goOn}
      confirmVariant="primary"
      busy={confirm.isPending}
      onConfirm={() => void goOn()}
      onClose={onClose}
    >
      {t.goOnSentence}
    </ConfirmDialog>
  );
}
