import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastUntil } from "#web/ui/toasts/awaited-toast.ts";
import { toastSuccess } from "#web/ui/toasts/toast.tsx";
import { readErasure, useErasePerson } from "../api/person-data.ts";
import { erasureReported } from "../erasure.ts";
import { fullName, type Person } from "../person.ts";
import { privacyTexts as t } from "../texts/privacy.sv.ts";
import { StillOpensNote } from "./still-opens-note.tsx";

export interface ErasePersonDialogProps {
  person: Pick<Person, "id" | "first_name" | "last_name" | "credentials">;
  onClose: () => void;
  onErased: () => void;
}

export function ErasePersonDialog({ person, onClose, onErased }: ErasePersonDialogProps) {
  const erase = useErasePerson();
  const [understood, setUnderstood] = useState(false);
  const [asked, setAsked] = useState(false);
  const isMissing = asked && !understood;
  const client = useQueryClient();
  const { data: controllers = [] } = useQuery(getControllersNowQueryOptions());
  const name = fullName(person);

  async function run(): Promise<void> {
    const erasure = await erase.mutateAsync(person.id);
    const { isDone, title, text } = erasureReported(erasure, name);
    if (isDone) toastSuccess(`person:erase ${person.id}`, text, { title });
    else
      toastUntil({
        act: `person:erase ${person.id}`,
        title,
        text,
        look: async (signal) => {
          const now = await readErasure(erasure.id, signal);
          return now === undefined || now.replicas_remaining > 0 ? null : erasureReported(now, name);
        },
        onConfirmed: () => void client.invalidateQueries({ queryKey: ["erasures"] }),
      });
    onErased();
  }

  return (
    <AsyncConfirmDialog
      act={`person:erase ${person.id}`}
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
          <StillOpensNote credentials={person.credentials} kind="delete" controllers={controllers} />
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
