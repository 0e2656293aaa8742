import { Download } from "lucide-react";
import { IMPORT_MAX_INVALID_REASONS } from "#contract/limits.ts";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Note, type NoteTone } from "#web/ui/note.tsx";
import { downloadErrorReport } from "../error-report.ts";
import type { Preview } from "../preview.ts";
import type { ImportEnd, ImportProgress } from "../run-import.ts";
import { CutList } from "./cut-list.tsx";

export interface ResultStepProps {
  preview: Preview;
  total: number;
  progress: ImportProgress;
  end: ImportEnd;
}

export function ResultStep({ preview, total, progress, end }: ResultStepProps) {
  const { failed, done } = progress;
  const succeeded = formatNumber(done - failed.length);
  const { tone, title } = HEADS[end.outcome];
  return (
    <div className="flex flex-col gap-4">
      <Note tone={tone} role="alert">
        <p className="font-strong">{title}</p>
        {end.outcome === "stopped" && <p>{end.error.message}</p>}
        <p>
          {end.outcome === "done"
            ? texts.partlyText(succeeded, formatNumber(failed.length))
            : texts.keptText(succeeded, formatNumber(total))}
        </p>
      </Note>
      {failed.length > 0 && (
        <div className="flex flex-col items-start gap-3 text-small text-ink-2">
          <CutList lines={failed.map((row) => row.error)} most={IMPORT_MAX_INVALID_REASONS} />
          <Button icon={Download} onPress={() => downloadErrorReport(preview, failed)}>
            {texts.report}
          </Button>
        </div>
      )}
    </div>
  );
}

const HEADS: Record<ImportEnd["outcome"], { tone: NoteTone; title: string }> = {
  done: { tone: "fail", title: texts.partlyTitle },
  cancelled: { tone: "wait", title: texts.cancelledTitle },
  stopped: { tone: "fail", title: texts.stoppedTitle },
};
