import { FileSpreadsheet, Upload } from "lucide-react";
import { type DropItem, DropZone, type FileDropItem, FileTrigger } from "react-aria-components";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { NoGatesNote, useHasGates } from "./no-gates-note.tsx";

const ACCEPTED = [".csv", ".xlsx"];

export interface UploadStepProps {
  isReading: boolean;
  problem: string | null;
  onFile: (file: File) => void;
  onProblem: (problem: string) => void;
  /** Texts of an import of people, and whether a file can be chosen yet; absent for vehicles. */
  people?: { hint: string; drop: string; isDisabled: boolean };
}

/** Takes a file that is dropped, pasted or chosen, and judges it by its contents, not its name. */
export function UploadStep({ isReading, problem, onFile, onProblem, people }: UploadStepProps) {
  const hasGates = useHasGates();
  const isDisabled = people?.isDisabled ?? !hasGates;
  async function drop(items: readonly DropItem[]): Promise<void> {
    const files = items.filter((item): item is FileDropItem => item.kind === "file");
    const [file] = files;
    if (files.length > 1) onProblem(texts.oneFile);
    else if (file === undefined) onProblem(texts.fileProblems.unreadable);
    else onFile(await file.getFile());
  }

  return (
    <>
      {people === undefined && <NoGatesNote />}
      <DropZone
        aria-label={texts.dropLabel}
        isDisabled={isReading || isDisabled}
        onDrop={(event) => void drop(event.items)}
        className="flex min-h-40 flex-col items-center justify-center gap-1 rounded-card border border-dashed border-field bg-sunken px-4 py-6 text-center transition-colors duration-100 data-drop-target:border-accent data-drop-target:bg-accent-soft data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-focus"
      >
        {({ isDropTarget }) => (
          <>
            <FileSpreadsheet aria-hidden size={22} className="mb-1.5 text-ink-2" />
            <p role="status" className="text-body font-strong text-ink">
              {isReading ? texts.reading : isDropTarget ? texts.dropNow : (people?.drop ?? texts.dropHere)}
            </p>
            <p className="text-small text-ink-2">{people?.hint ?? texts.formatHint}</p>
            <FileTrigger acceptedFileTypes={ACCEPTED} onSelect={(files) => files?.[0] && onFile(files[0])}>
              <Button autoFocus={people === undefined} className="mt-3" icon={Upload} isDisabled={isDisabled}>
                {texts.choose}
              </Button>
            </FileTrigger>
          </>
        )}
      </DropZone>
      {problem && (
        <Note tone="fail" role="alert">
          {problem}
        </Note>
      )}
    </>
  );
}
