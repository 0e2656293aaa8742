// Offers a file per controller: their codes differ, so one list would not say which door each opens.
import { Download } from "lucide-react";
import type { CodesOfController } from "#contract/weekly-codes-csv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { downloadAllCodes, downloadCodesOf } from "../export-codes.ts";
import { weeklyCodeButtonTexts as t } from "../texts/weekly-code-buttons.sv.ts";

export function ExportFilesDialog({ files, onClose }: { files: readonly CodesOfController[]; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.exportCsv}
      footer={(close) => (
        <DialogFoot>
          <Button
            icon={Download}
            onPress={() => {
              downloadAllCodes(files);
              toastDone("weekly-codes:export", t.exported);
            }}
          >
            {t.exportAll}
          </Button>
          <Button onPress={close}>{words.close}</Button>
        </DialogFoot>
      )}
    >
      <p className="text-small text-ink-2">{t.exportHelp}</p>
      <ul className="mt-3.5 divide-y divide-line-soft rounded-card border border-line">
        {files.map((file) => (
          <li key={file.controllerId} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
            <span className="min-w-0 flex-1 basis-40 font-name break-words text-ink">{file.name}</span>
            <span className="tabular text-small text-ink-2">{t.exportCount(file.codes.length)}</span>
            <Button
              size="sm"
              icon={Download}
              aria-label={t.exportOf(file.name)}
              onPress={() => {
                downloadCodesOf(file);
                toastDone("weekly-codes:export", t.exported);
              }}
            >
              {t.exportOne}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
