// The question before a restore: compares the file's contents with the present ones, and names the effect on people and doors.
import { useState } from "react";
import type { RestorePreview } from "#contract/functions/backup-control.ts";
import { formatMinute, formatNumber } from "#web/lib/dates.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { useRestoreBackup } from "../api/backups.ts";
import { backupsTexts as t } from "../texts/backups.sv.ts";

export interface RestoreBackupDialogProps {
  id: string;
  preview: RestorePreview;
  onClose: () => void;
}

export function RestoreBackupDialog({ id, preview, onClose }: RestoreBackupDialogProps) {
  const restore = useRestoreBackup();
  const [agreed, setAgreed] = useState(false);
  const [missed, setMissed] = useState(false);
  const when = formatMinute(preview.file.at);
  return (
    <AsyncConfirmDialog
      act="backup:restore"
      title={t.restoreAsk(when)}
      confirmLabel={t.restore}
      busyLabel={t.restoreBegins}
      isReady={() => {
        setMissed(!agreed);
        return agreed;
      }}
      run={() => restore.mutateAsync(id)}
      staysOnFailure
      onClose={onClose}
      consequence={
        <div className="flex flex-col gap-3">
          <Compared preview={preview} />
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {[...t.restoreConsequences, ...(preview.older ? [t.restoreOlder] : [])].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Checkbox
            value={agreed}
            isInvalid={missed && !agreed}
            onChange={(now) => {
              setAgreed(now);
              setMissed(false);
            }}
          >
            {t.restoreAgree(when)}
          </Checkbox>
          {missed && (
            <p role="alert" className="text-fail-ink">
              {t.restoreAgreeFirst}
            </p>
          )}
        </div>
      }
    >
      {t.restoreSentence}
    </AsyncConfirmDialog>
  );
}

function Compared({ preview: { file, now } }: Pick<RestoreBackupDialogProps, "preview">) {
  const figure = (count: number | null) => (count === null ? t.unknown : formatNumber(count));
  const rows = [
    [t.moment, formatMinute(file.at), formatMinute(now.at)],
    [t.portalVersion, file.version ?? t.unknown, now.version],
    [t.people, figure(file.people), figure(now.people)],
    [t.doors, figure(file.doors), figure(now.doors)],
  ] as const;
  return (
    <table className="tabular w-full border-collapse text-left">
      <thead className="text-ink-2">
        <tr>
          <td />
          <th scope="col" className="py-1 pr-3 font-normal">
            {t.inFile}
          </th>
          <th scope="col" className="py-1 font-normal">
            {t.now}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line-soft border-t border-line">
        {rows.map(([name, then, present]) => (
          <tr key={name}>
            <th scope="row" className="py-1 pr-3 font-normal text-ink-2">
              {name}
            </th>
            <td className="py-1 pr-3">{then}</td>
            <td className="py-1">{present}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
