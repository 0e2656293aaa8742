import { useId, useState } from "react";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { FunctionError } from "#web/lib/errors.ts";
import { controllerDialogTexts } from "#web/texts/controller-dialog.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { usePortalForm } from "#web/ui/form.tsx";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toast.tsx";
import { useSaveController } from "../api/save-controller.ts";
import {
  type ControllerValues,
  controllerInput,
  createControllerRules,
  editControllerRulesOf,
  NEW_CONTROLLER,
} from "../controller-form-rules.ts";
import { ControllerForm } from "./controller-form.tsx";
import { CreatedPanel } from "./created-panel.tsx";

export interface ControllerDialogProps {
  controller: ControllerRow | null;
  onClose: () => void;
}

export function ControllerDialog({ controller, onClose }: ControllerDialogProps) {
  const formId = useId();
  const [created, setCreated] = useState<ControllerRow | null>(null);
  const [rules] = useState(() => (controller ? editControllerRulesOf(controller) : createControllerRules));
  const form = usePortalForm(rules, controller ? controllerInput(controller) : NEW_CONTROLLER);
  const { isDirty, isSubmitting } = form.formState;
  const save = useSaveController();

  async function submit(values: ControllerValues): Promise<void> {
    try {
      const saved = await save.mutateAsync({ id: controller?.id ?? null, values });
      if (controller) toastDone(t.updated);
      else if (saved.device_type === "axis" && saved.enabled)
        toastSuccess(controllerDialogTexts.createdNext, { title: controllerDialogTexts.created });
      else toastDone(controllerDialogTexts.created);
      if (!controller && saved.device_type === "axxon_lpr") setCreated(saved);
      else onClose();
    } catch (error) {
      if (error instanceof FunctionError && error.field !== undefined) throw error;
      toastFailure(error);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={controller ? controllerDialogTexts.editTitle : controllerDialogTexts.createTitle}
      subtitle={controller?.name}
      dirty={isDirty && created === null}
      footer={(close) =>
        created ? (
          <DialogFoot>
            <Button variant="primary" autoFocus onPress={onClose}>
              {words.close}
            </Button>
          </DialogFoot>
        ) : (
          <DialogFoot note={isDirty ? words.unsavedChanges : null}>
            <Button onPress={close}>{words.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" busy={isSubmitting} busyLabel={words.saving}>
              {controller ? words.save : controllerDialogTexts.createSubmit}
            </Button>
          </DialogFoot>
        )
      }
    >
      {created ? (
        <CreatedPanel controller={created} />
      ) : (
        <ControllerForm form={form} id={formId} saved={controller} onSubmit={submit} />
      )}
    </Dialog>
  );
}
