import { formatNumber } from "#web/lib/dates.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { type Act, toastDone } from "#web/ui/toasts/toast.tsx";
import { useRegisterElsewhere } from "../api/delete-organization.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";

export interface RegisterElsewhereDialogProps {
  organization: { id: string; name: string };
  other: { id: string; name: string };
  controllers: number;
  onDone: () => void;
  onClose: () => void;
}

/** Asks whether another organisation takes over the registration of the controllers, which gives nobody access. */
export function RegisterElsewhereDialog(props: RegisterElsewhereDialogProps) {
  const { organization, other, controllers, onDone, onClose } = props;
  const register = useRegisterElsewhere();
  const act: Act = `organization:register ${organization.id}`;
  return (
    <AsyncConfirmDialog
      title={t.registerTitle}
      consequence={t.registerConsequence}
      confirmLabel={t.registerConfirm}
      confirmVariant="primary"
      run={async () => {
        await register.mutateAsync({ from: organization.id, to: other.id });
        toastDone(act, t.registered(other.name));
        onDone();
      }}
      act={act}
      onClose={onClose}
    >
      {t.registerQuestion(formatNumber(controllers), controllers === 1, organization.name, other.name)}
    </AsyncConfirmDialog>
  );
}
