import { Columns3, CopyPlus, Download } from "lucide-react";
import { IMPORT_MAX_DUPLICATE_WARNINGS, IMPORT_MAX_INVALID_REASONS } from "#contract/limits.ts";
import type { NumberedVehicle } from "#contract/vehicle-csv.ts";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Note } from "#web/ui/note.tsx";
import { downloadErrorReport } from "../error-report.ts";
import type { Preview } from "../preview.ts";
import type { ReadFile } from "../read-file.ts";
import type { ReadingChoice } from "../read-vehicle-file.ts";
import { CutList } from "./cut-list.tsx";
import { ImportFigures } from "./import-figures.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { SourceNotes } from "./source-notes.tsx";

export interface PreviewStepProps {
  file: ReadFile;
  preview: Preview;
  leaveOut: boolean;
  isRight: boolean;
  onLeaveOutChange: (leaveOut: boolean) => void;
  onRightChange: (isRight: boolean) => void;
  onReadAgain: (choice: ReadingChoice) => void;
  onAskForColumns: () => void;
}

export function PreviewStep(props: PreviewStepProps) {
  const { file, preview, leaveOut, isRight, onLeaveOutChange, onRightChange, onReadAgain, onAskForColumns } = props;
  const { vehicles, duplicates } = preview;
  const sheet = file.sheet?.name;
  const skipped = preview.short.length + preview.invalid.length;
  return (
    <>
      <ImportFigures
        takesFocus
        figures={[
          [vehicles.length - duplicates, texts.newCount(vehicles.length - duplicates === 1)],
          [duplicates, texts.duplicateCount(duplicates === 1)],
          [skipped, texts.skippedCount],
          [vehicles.length + skipped, texts.totalCount],
        ]}
      />
      <p className="-mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-ink-2">
        <span className="min-w-0">
          <span translate="no" className="block truncate" title={preview.fileName}>
            {sheet == null ? preview.fileName : texts.sheetOf(sheet, preview.fileName)}
          </span>
          <span className="block text-meta">{texts.counted(...countsOf(file, preview))}</span>
        </span>
        <Button variant="ghost" size="sm" icon={Columns3} onPress={onAskForColumns}>
          {texts.columns.ask}
        </Button>
      </p>
      <SourceNotes file={file} onReadAgain={onReadAgain} isRight={isRight} onRightChange={onRightChange} />
      {duplicates > 0 && (
        <Note tone="wait" icon={CopyPlus}>
          <p className="mb-1 font-strong">{texts.duplicatesTitle}</p>
          <CutList lines={vehicles.flatMap(warning)} most={IMPORT_MAX_DUPLICATE_WARNINGS} />
          <Checkbox className="mt-2" value={leaveOut} onChange={onLeaveOutChange}>
            {texts.leaveOutDuplicates}
          </Checkbox>
        </Note>
      )}
      {skipped > 0 && <Skipped preview={preview} />}
      {vehicles.length === 0 ? (
        <p className="py-6 text-center text-body text-ink-2">
          {preview.layout === undefined ? texts.noVehicles : texts.columns.noVehicles}
        </p>
      ) : (
        <PreviewTable vehicles={vehicles} dimDuplicates={leaveOut} />
      )}
    </>
  );
}

function Skipped({ preview }: { preview: Preview }) {
  const shortLines = preview.layout === undefined ? texts.shortLines : texts.columns.shortLines;
  return (
    <Note
      tone="fail"
      actions={[{ label: texts.report, onAction: () => downloadErrorReport(preview, []) }]}
      icon={Download}
    >
      <p className="mb-1 font-strong">{texts.invalidTitle}</p>
      {preview.short.length > 0 && <p>{shortLines(formatNumber(preview.short.length), preview.short.length !== 1)}</p>}
      <CutList
        lines={preview.invalid.map(({ line, problem }) =>
          texts.rowReason(String(line.number), texts.problems[problem]),
        )}
        most={IMPORT_MAX_INVALID_REASONS}
      />
    </Note>
  );
}

/** Counts lines: every line of the file is a vehicle, skipped, a header, or joined to the line above. */
function countsOf({ fileLines }: ReadFile, { heads, joined }: Preview): Parameters<typeof texts.counted> {
  return [formatNumber(fileLines), fileLines, formatNumber(heads.length), heads.length, formatNumber(joined), joined];
}

function warning({ status, plate, first_name, last_name }: NumberedVehicle): string[] {
  const name = `${first_name} ${last_name}`;
  if (status === "new") return [];
  return [status === "existing" ? texts.existsAlready(plate, name) : texts.repeatedInFile(plate, name)];
}
