import { useId } from "react";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { administratorsTexts as t } from "#web/texts/administrators.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { fullName } from "../administrator.ts";
import type { CreatedAdministrator } from "../api/save-administrator.ts";
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
        <DialogFoot note={isDirty ? words.unsavedChanges : null}>
          <Button onPress={close}>{words.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting} busyLabel={words.saving}>
            {administrator ? words.save : words.add}
          </Button>
        </DialogFoot>
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
