import { WifiOff } from "lucide-react";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { Note } from "#web/ui/note.tsx";
import { Progress } from "#web/ui/progress.tsx";
import type { ImportProgress } from "../run-import.ts";

interface ImportingStepProps {
  total: number;
  progress: ImportProgress;
  unit?: string;
}

export function ImportingStep({ total, progress, unit = texts.unit }: ImportingStepProps) {
  return (
    <div className="flex min-h-40 flex-col gap-4 py-6">
      <Progress label={texts.importing} done={progress.done} total={total} unit={unit} />
      <div role="status">
        {progress.waiting && (
          <Note tone="wait" icon={WifiOff}>
            {texts.waiting[progress.waiting]}
          </Note>
        )}
      </div>
    </div>
  );
}
