import { useId, useState } from "react";
import type { z } from "zod";
import {
  createControllerUserForm,
  editControllerUserForm,
  type ControllerUserForm as Values,
} from "#contract/forms/controller-user.ts";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { controllerUsersTexts as t } from "#web/features/controllers/texts/controller-users.sv.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { usePortalForm } from "#web/ui/forms/form.tsx";
import { toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useChangeControllerUser, useCreateControllerUser } from "../api/save-controller-user.ts";
import { formValues } from "../controller-user-form-values.ts";
import { personName } from "../device-person.ts";
import { ControllerUserForm } from "./controller-user-form.tsx";

interface FrameProps {
  controller: { id: string; name: string };
  onClose: () => void;
  onDone: () => void;
}

export function NewPerson(props: FrameProps) {
  const create = useCreateControllerUser(props.controller.id);
  return (
    <PersonView
      {...props}
      person={null}
      rules={createControllerUserForm}
      title={t.add}
      submitLabel={words.add}
      done={t.created}
      save={create.mutateAsync}
    />
  );
}

export function EditedPerson({ person, ...props }: FrameProps & { person: AxisUser }) {
  const change = useChangeControllerUser(props.controller.id, person);
  return (
    <PersonView
      {...props}
      person={person}
      rules={editControllerUserForm({ hasPin: person.pin !== null })}
      title={person.owned ? t.editTitle : t.adoptTitle}
      submitLabel={person.owned ? words.save : t.adopt}
      done={t.updated}
      save={change.mutateAsync}
    />
  );
}

interface PersonViewProps extends FrameProps {
  person: AxisUser | null;
  rules: z.ZodType<Values, z.input<typeof createControllerUserForm>>;
  title: string;
  submitLabel: string;
  done: string;
  save: (values: Values) => Promise<"synced" | "pending">;
}

function PersonView({ controller, onClose, onDone, person, rules, title, submitLabel, done, save }: PersonViewProps) {
  const formId = useId();
  const [openedAt] = useState(() => new Date());
  const form = usePortalForm(rules, formValues(person, openedAt));
  const { isDirty, isSubmitting } = form.formState;

  async function submit(values: Values): Promise<void> {
    try {
      const state = await save(values);
      toastSuccess("controller-user:save", state === "pending" ? `${done}. ${t.waits(controller.name)}` : done);
      onDone();
    } catch (error) {
      if (error instanceof FunctionError && error.field !== undefined && Object.hasOwn(values, error.field))
        throw error;
      toastFailure("controller-user:save", error);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      onBack={onDone}
      size="table"
      title={title}
      subtitle={person ? `${personName(person)} · ${controller.name}` : controller.name}
      dirty={isDirty}
      footer={(_close, leave) => (
        <DialogFoot key="form" note={isDirty ? words.unsavedChanges : null}>
          <Button onPress={() => leave(onDone)}>{words.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting} busyLabel={words.saving}>
            {submitLabel}
          </Button>
        </DialogFoot>
      )}
    >
      <ControllerUserForm form={form} id={formId} person={person} onSubmit={submit} />
    </Dialog>
  );
}
