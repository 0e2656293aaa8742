import { useId } from "react";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { words } from "#web/texts/words.sv.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { fullName } from "../administrator.ts";
import type { CreatedAdministrator } from "../api/save-administrator.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";
import { EditAdministratorForm, NewAdministratorForm, useAdministratorForm } from "./administrator-form.tsx";

export interface AdministratorDialogProps {
  administrator: AdministratorRow | null;
  onCreated: (created: CreatedAdministrator) => void;
  onClose: () => void;
}

export function AdministratorDialog({ administrator, onCreated, onClose }: AdministratorDialogProps) {
  const formId = useId();
  const form = useAdministratorForm(null, administrator);
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={administrator ? t.editTitle : t.add}
      subtitle={administrator ? fullName(administrator) : undefined}
      dirty={isDirty}
      footer={(close) => (
        <FormFoot formId={formId} onCancel={close} busy={isSubmitting} dirty={isDirty}>
          {administrator ? words.save : words.add}
        </FormFoot>
      )}
    >
      {administrator ? (
        <EditAdministratorForm form={form} id={formId} administrator={administrator} onSaved={onClose} />
      ) : (
        <NewAdministratorForm form={form} id={formId} scope={null} onCreated={onCreated} />
      )}
    </Dialog>
  );
}
