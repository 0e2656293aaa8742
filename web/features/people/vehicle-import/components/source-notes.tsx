// Shows how the file was read, where somebody should check: its encoding, its tab, and hidden rows.
import { EyeOff } from "lucide-react";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { inWords } from "#web/lib/name-list.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { Note } from "#web/ui/note.tsx";
import { isInDoubt, type ReadFile } from "../read-file.ts";
import type { ReadingChoice, SheetSource, TextSource } from "../read-vehicle-file.ts";

const SAMPLES = 4;

interface SourceNotesProps {
  file: ReadFile;
  onReadAgain: (choice: ReadingChoice) => void;
  isRight?: boolean;
  /** Absent: nothing has to be confirmed here. */
  onRightChange?: (isRight: boolean) => void;
}

export function SourceNotes({ file, onReadAgain, isRight = false, onRightChange }: SourceNotesProps) {
  const { text, sheet } = file;
  return (
    <>
      {sheet && sheet.names.length > 1 && (
        <Select
          name="sheet"
          label={texts.sheet}
          className="sm:max-w-72"
          options={sheet.names.map((name) => ({ id: name, label: name }))}
          value={sheet.name}
          onChange={(name) => onReadAgain({ sheet: name })}
        />
      )}
      {sheet && sheet.hiddenRows + sheet.hiddenColumns > 0 && <Hidden sheet={sheet} onReadAgain={onReadAgain} />}
      {text && isInDoubt(file) && (
        <EncodingNote text={text} samples={samplesOf(file)} onReadAgain={onReadAgain}>
          {onRightChange && (
            <Checkbox className="mt-2" value={isRight} onChange={onRightChange}>
              {texts.encoding.isRight}
            </Checkbox>
          )}
        </EncodingNote>
      )}
    </>
  );
}

function Hidden({ sheet, onReadAgain }: { sheet: SheetSource } & Pick<SourceNotesProps, "onReadAgain">) {
  const { hiddenRows, hiddenColumns, withHidden } = sheet;
  const what = [
    ...(hiddenRows > 0 ? [texts.hidden.rows(formatNumber(hiddenRows), hiddenRows)] : []),
    ...(hiddenColumns > 0 ? [texts.hidden.columns(formatNumber(hiddenColumns), hiddenColumns)] : []),
  ].join(texts.hidden.and);
  return (
    <Note tone="wait" icon={EyeOff}>
      <p className="mb-1 font-strong">{texts.hidden.title}</p>
      <p>{withHidden ? texts.hidden.read(what) : texts.hidden.leftOut(what)}</p>
      <Checkbox className="mt-2" value={withHidden} onChange={(on) => onReadAgain({ withHidden: on })}>
        {texts.hidden.choose}
      </Checkbox>
    </Note>
  );
}

interface EncodingNoteProps extends Pick<SourceNotesProps, "onReadAgain"> {
  text: TextSource;
  samples: readonly string[];
  children: React.ReactNode;
}

function EncodingNote({ text, samples, onReadAgain, children }: EncodingNoteProps) {
  const { doubt, used, choices, lines } = text;
  if (doubt === null) return null;
  return (
    <Note tone="wait" role="alert">
      <p className="mb-1 font-strong">{texts.encoding.titles[doubt]}</p>
      <p>{texts.encoding.helps[doubt](inWords(lines), lines.length > 1)}</p>
      {samples.length > 0 && (
        <ul
          translate="no"
          aria-label={texts.encoding.samples}
          className="my-2 flex flex-col gap-0.5 text-ink wrap-anywhere"
        >
          {samples.map((sample) => (
            <li key={sample}>{sample}</li>
          ))}
        </ul>
      )}
      {choices.length > 1 && (
        <Select
          name="encoding"
          label={texts.encoding.choose}
          className="mt-2 sm:max-w-72"
          options={choices.map((id) => ({ id, label: texts.encoding.names[id] }))}
          value={used}
          onChange={(encoding) => onReadAgain({ encoding })}
        />
      )}
      {children}
    </Note>
  );
}

/** Returns fields with letters that differ between encodings, those of doubtful lines first. */
function samplesOf({ lines, text }: ReadFile): string[] {
  const inDoubt = new Set(text?.lines);
  const ordered = [...lines.filter(({ number }) => inDoubt.has(number)), ...lines];
  const samples = new Set<string>();
  for (const { number, fields } of ordered) {
    const shown = fields.filter((field) => field !== "").join(" · ");
    if (samples.size < SAMPLES && /[^\p{ASCII}]/u.test(shown)) samples.add(texts.rowReason(String(number), shown));
  }
  return [...samples];
}
