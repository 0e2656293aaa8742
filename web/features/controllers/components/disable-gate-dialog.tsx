import { formatNumber } from "#web/lib/dates.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { controllersTexts as t } from "../texts/controllers.sv.ts";

export interface DisableGateDialogProps {
  name: string;
  people: number;
  onClose: () => void;
  onConfirm: () => void;
}

export function DisableGateDialog({ name, people, onClose, onConfirm }: DisableGateDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title={t.disableGateTitle}
      consequence={t.disableGatePeople(formatNumber(people), people === 1)}
      confirmLabel={t.disable}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {t.disableGate(name)}
    </ConfirmDialog>
  );
}
