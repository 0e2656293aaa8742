import type { ReactNode } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogFoot } from "#web/ui/dialogs/dialog.tsx";

export interface FormFootProps {
  /** Id of the form in the dialog. */
  formId: string;
  onCancel: () => void;
  busy: boolean;
  busyLabel?: string;
  /** Shows that nothing is saved yet. */
  dirty?: boolean;
  children: ReactNode;
}

/** Shows the footer of a dialog with a form: cancel or submit. */
export function FormFoot({ formId, onCancel, busy, busyLabel = words.saving, dirty = false, children }: FormFootProps) {
  return (
    <DialogFoot note={dirty ? words.unsavedChanges : null}>
      <Button onPress={onCancel}>{words.cancel}</Button>
      <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={busyLabel}>
        {children}
      </Button>
    </DialogFoot>
  );
}
