import { useState } from "react";
import { privacyTexts as t } from "#web/texts/privacy.ts";
import { AsyncConfirmDialog } from "#web/ui/async-confirm-dialog.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { toastError, toastSuccess } from "#web/ui/toast.tsx";
import { useErasePerson } from "../api/person-data.ts";
import { erasureReported } from "../erasure.ts";

export interface ErasePersonDialogProps {
  personId: string;
  name: string;
  onClose: () => void;
  onErased: () => void;
}

export function ErasePersonDialog({ personId, name, onClose, onErased }: ErasePersonDialogProps) {
  const erase = useErasePerson();
  const [understood, setUnderstood] = useState(false);
  const [asked, setAsked] = useState(false);
  const isMissing = asked && !understood;

  async function run(): Promise<void> {
    const { isDone, title, text } = erasureReported(await erase.mutateAsync(personId), name);
    if (isDone) toastSuccess(text, { title });
    else toastError(text, { title, outlivesForm: true });
    onErased();
  }

  return (
    <AsyncConfirmDialog
      title={t.eraseIt}
      confirmLabel={t.eraseIt}
      busyLabel={t.erasing}
      isReady={() => {
        setAsked(true);
        return understood;
      }}
      run={run}
      staysOnFailure
      onClose={onClose}
      consequence={
        <div className="flex flex-col gap-3">
          <Things title={t.goesTitle} things={t.goes} />
          <Things title={t.staysTitle} things={t.stays} />
          <div>
            <Checkbox value={understood} onChange={setUnderstood} isInvalid={isMissing} isDisabled={erase.isPending}>
              {t.understood(name)}
            </Checkbox>
            <p role="alert" className="text-small text-fail-ink">
              {isMissing && t.notTicked}
            </p>
          </div>
        </div>
      }
    >
      {t.eraseQuestion(name)}
    </AsyncConfirmDialog>
  );
}

function Things({ title, things }: { title: string; things: readonly string[] }) {
  return (
    <div>
      <p className="font-strong">{title}</p>
      <ul className="mt-0.5 list-disc pl-5">
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </div>
  );
}
