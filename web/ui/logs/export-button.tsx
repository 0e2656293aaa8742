import { Download } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { dropError, toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";

export interface ExportButtonProps {
  texts: { exportCsv: string; exporting: string; exported: string; exportCut: (rows: string) => string };
  onExport: () => Promise<{ rows: number; isCut: boolean }>;
}

export function ExportButton({ texts, onExport }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    setBusy(true);
    dropError(texts.exportCsv);
    try {
      const { rows, isCut } = await onExport();
      if (isCut) toastSuccess(texts.exportCut(formatNumber(rows)), { title: texts.exported });
      else toastDone(texts.exported);
    } catch (error) {
      toastFailure(error, { name: texts.exportCsv });
    }
    setBusy(false);
  }
  return (
    <Button icon={Download} busy={busy} busyLabel={texts.exporting} onPress={() => void run()}>
      {texts.exportCsv}
    </Button>
  );
}
