// The gate really opens, so a question comes first.
import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { type Act, endToasts, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { testMacro } from "../api/lpr-macros.ts";
import { openingWords } from "../opening-words.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";

export interface MacroTestProps {
  controller: ControllerRow;
  macroId: string;
}

export function MacroTest({ controller, macroId }: MacroTestProps) {
  const { label, ok, failed } = openingWords(controller.device_type);
  const [asking, setAsking] = useState(false);
  const act: Act = `gate:macro ${controller.id}`;
  const test = useMutation({
    mutationFn: () => testMacro(controller.id, macroId),
    onMutate: () => endToasts(act),
    onSuccess: () => toastSuccess(act, t.macroOkText(controller.name), { title: ok }),
    onError: (error) =>
      toastFailure(act, error, {
        title: failed,
        words: (reason) =>
          reason instanceof BackendError && reason.code !== "unexpected" ? reason.message : t.unknownError,
      }),
    onSettled: () => setAsking(false),
  });
  return (
    <div>
      <Button icon={Play} busy={test.isPending} onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title={label}
        consequence={t.testMacroSaved}
        confirmLabel={t.testMacroConfirm}
        confirmVariant="primary"
        busy={test.isPending}
        busyLabel={t.testMacroRunning}
        onClose={() => setAsking(false)}
        onConfirm={() => test.mutate()}
      >
        {t.testMacroQuestion(controller.name)}
      </ConfirmDialog>
    </div>
  );
}
