// Chooses the meaning of columns, beside the file's first lines.
import { useState } from "react";
import type { ColumnReading } from "#contract/vehicle-columns.ts";
import type { ChosenLayout } from "#contract/vehicle-csv.ts";
import { vehicleImportTexts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { Note } from "#web/ui/note.tsx";
import {
  type ColumnChoices,
  type ColumnName,
  columnOptions,
  columnProblems,
  firstChoices,
  headLine,
  layoutOf,
  NOT_IN_FILE,
} from "../column-choices.ts";
import type { ReadFile } from "../read-file.ts";
import type { ReadingChoice } from "../read-vehicle-file.ts";
import { ColumnSample } from "./column-sample.tsx";
import { SourceNotes } from "./source-notes.tsx";

const texts = vehicleImportTexts.columns;

export interface ColumnsStepProps {
  formId: string;
  file: ReadFile;
  reading: ColumnReading;
  onChoose: (layout: ChosenLayout) => void;
  onReadAgain: (choice: ReadingChoice) => void;
}

export function ColumnsStep({ formId, file, reading, onChoose, onReadAgain }: ColumnsStepProps) {
  const { lines } = file;
  const [choices, setChoices] = useState<ColumnChoices>(() => firstChoices(reading));
  const [judged, setJudged] = useState(false);
  const options = columnOptions(lines, choices.hasHeader);
  const orNone = [{ id: NOT_IN_FILE, label: texts.notInFile }, ...options];
  const { errors, warning } = columnProblems(choices, lines);
  // A wrong estimate is shown at once; a missing choice only when somebody continues without it.
  const errorOf = (name: ColumnName) => (judged || choices[name] !== "" ? errors[name] : undefined);
  const field = (name: ColumnName) => ({
    name,
    label: texts[name],
    value: choices[name] === "" ? null : choices[name],
    onChange: (column: string) => setChoices((now) => ({ ...now, [name]: column })),
    errorMessage: errorOf(name),
    placeholder: texts.choose,
  });

  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setJudged(true);
        if (Object.keys(errors).length === 0) onChoose(layoutOf(choices));
      }}
    >
      <Note tone={reading.isRecognised ? "quiet" : "wait"} role="status">
        {!reading.isRecognised && <p className="font-strong">{texts.unknownTitle}</p>}
        <p>{reading.isRecognised ? texts.asked : texts.unknown}</p>
      </Note>
      <SourceNotes file={file} onReadAgain={onReadAgain} />
      <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-1">
        <Select {...field("plate")} options={options} autoFocus />
        <Select {...field("user")} options={options} hint={texts.userHint} />
        <Select {...field("lastName")} options={orNone} />
        <Select {...field("vehicleType")} options={orNone} />
      </div>
      {warning && <Note tone="wait">{warning}</Note>}
      <Checkbox value={choices.hasHeader} onChange={(hasHeader) => setChoices((now) => ({ ...now, hasHeader }))}>
        {texts.hasHeader(headLine(lines)?.number ?? 1)}
      </Checkbox>
      <ColumnSample lines={lines} choices={choices} />
    </form>
  );
}
