import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { getDeviceFactsQueryOptions } from "../api/device-facts.ts";
import { useSaveController } from "../api/save-controller.ts";
import {
  type ControllerValues,
  controllerInput,
  createControllerRules,
  editControllerRulesOf,
  NEW_CONTROLLER,
  seenController,
} from "../controller-form-rules.ts";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { setupTexts } from "../texts/controller-setup.sv.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";
import { useContact } from "../use-contact.ts";
import { ControllerForm } from "./controller-form.tsx";
import { CreatedPanel } from "./created-panel.tsx";

export interface ControllerDialogProps {
  controller: ControllerRow | null;
  onClose: () => void;
  /** Opens the next step for a new controller: its doors need names, its gate needs an opening, and both need an organisation and a first try. */
  onCreated?: ((controller: ControllerRow) => void) | undefined;
}

export function ControllerDialog({ controller, onClose, onCreated }: ControllerDialogProps) {
  const formId = useId();
  const [created, setCreated] = useState<ControllerRow | null>(null);
  const [rules] = useState(() => (controller ? editControllerRulesOf(controller) : createControllerRules));
  const form = usePortalForm(rules, controller ? controllerInput(controller) : NEW_CONTROLLER);
  const [opened] = useState(controller);
  const { isDirty, isSubmitting, defaultValues } = form.formState;
  const save = useSaveController();
  const [isPortTyped, setPortTyped] = useState(controller !== null);
  const [isSaving, setSaving] = useState(false);
  const facts = useQuery({ ...getDeviceFactsQueryOptions(controller?.id ?? ""), enabled: controller !== null });
  const contact = useContact({
    form,
    saved: controller,
    pinned: facts.data?.cert_sha256 ?? null,
    isOldTlsAllowed: facts.data?.allow_old_tls ?? false,
    isPortTyped: () => isPortTyped,
  });

  async function submit(typed: ControllerValues): Promise<void> {
    setSaving(true);
    try {
      const values = await contact.settle(typed);
      if (values === null) return;
      const stored = opened && { id: opened.id, seen: seenController(opened, defaultValues?.relay_request) };
      const saved = await save.mutateAsync({ stored, values });
      if (controller) toastDone("controller:save", t.updated);
      else if (DEVICE_KINDS[saved.device_type] === "door" && saved.enabled)
        toastSuccess("controller:save", controllerDialogTexts.createdNext, { title: controllerDialogTexts.created });
      else toastDone("controller:save", controllerDialogTexts.created);
      if (!controller && DEVICE_KINDS[saved.device_type] === "gate") setCreated(saved);
      else {
        onClose();
        if (!controller && saved.enabled) onCreated?.(saved);
      }
    } catch (error) {
      if (error instanceof FunctionError && error.field !== undefined) throw error;
      toastFailure("controller:save", error);
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
          <CreatedFoot
            onClose={onClose}
            onNext={
              onCreated && created.enabled
                ? () => {
                    onClose();
                    onCreated(created);
                  }
                : undefined
            }
          />
        ) : (
          <FormFoot formId={formId} onCancel={close} busy={isSubmitting} dirty={isDirty}>
            {controller ? words.save : controllerDialogTexts.createSubmit}
          </FormFoot>
        )
      }
    >
      {created ? (
        <CreatedPanel controller={created} />
      ) : (
        <ControllerForm
          form={form}
          id={formId}
          saved={controller}
          contact={contact}
          isSaving={isSaving}
          isPortTyped={isPortTyped}
          onPortTyped={() => setPortTyped(true)}
          onTest={() => setSaving(false)}
          onSubmit={submit}
        />
      )}
    </Dialog>
  );
}

/** Shows the foot after a controller was created; its button leads to the gate's steps. */
function CreatedFoot({ onClose, onNext }: { onClose: () => void; onNext: (() => void) | undefined }) {
  return (
    <DialogFoot>
      <Button variant={onNext ? "secondary" : "primary"} autoFocus={!onNext} onPress={onClose}>
        {words.close}
      </Button>
      {onNext && (
        <Button variant="primary" autoFocus onPress={onNext}>
          {setupTexts.next}
        </Button>
      )}
    </DialogFoot>
  );
}
