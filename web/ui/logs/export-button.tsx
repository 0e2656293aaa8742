import { Download } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { endToasts, toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";

export interface ExportButtonProps {
  texts: { exportCsv: string; exporting: string; exported: string; exportCut: (rows: string) => string };
  onExport: () => Promise<{ rows: number; isCut: boolean }>;
}

/** Shows the button, and reports by toast whether all rows are in the file. */
export function ExportButton({ texts, onExport }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    setBusy(true);
    endToasts("log:export");
    try {
      const { rows, isCut } = await onExport();
      if (isCut) toastSuccess("log:export", texts.exportCut(formatNumber(rows)), { title: texts.exported });
      else toastDone("log:export", texts.exported);
    } catch (error) {
      toastFailure("log:export", error);
    }
    setBusy(false);
  }
  return (
    <Button icon={Download} busy={busy} busyLabel={texts.exporting} onPress={() => void run()}>
      {texts.exportCsv}
    </Button>
  );
}
