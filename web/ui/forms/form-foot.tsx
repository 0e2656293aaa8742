import type { ReactNode } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogFoot } from "#web/ui/dialogs/dialog.tsx";

export interface FormFootProps {
  /** Of the form that the dialog holds. */
  formId: string;
  onCancel: () => void;
  busy: boolean;
  busyLabel?: string;
  /** Says that nothing is saved yet. */
  dirty?: boolean;
  children: ReactNode;
}

/** What ends a dialog with a form: away from it, or on with it. */
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
