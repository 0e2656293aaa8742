import { RotateCcw } from "lucide-react";
import { useState } from "react";
import type { ListedBackup, RestorePreview } from "#contract/functions/backup-control.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatMinute } from "#web/lib/dates.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { usePreviewRestore } from "../api/backups.ts";
import { backupsTexts as t } from "../texts/backups.sv.ts";

const RestoreBackupDialog = lazyDialog(
  () => import("./restore-backup-dialog.tsx"),
  (module) => module.RestoreBackupDialog,
);

/** Checks whether the file can be restored. If not, says why; otherwise shows the question. */
export function RestoreBackupButton({ backup: { id, at, verified_at } }: { backup: ListedBackup }) {
  const preview = usePreviewRestore();
  const [asked, setAsked] = useState<RestorePreview | null>(null);
  return (
    <>
      <IconButton
        icon={RotateCcw}
        label={t.restoreIt(formatMinute(at))}
        tooltip={t.restore}
        busy={preview.isPending}
        disabledReason={verified_at === null ? t.restoreUnverified : undefined}
        onPress={() => {
          endToasts("backup:restore");
          reportOutcome(preview, id, {
            onSuccess: setAsked,
            onError: (error) => toastFailure("backup:restore", error),
          });
        }}
      />
      {asked && <RestoreBackupDialog id={id} preview={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
