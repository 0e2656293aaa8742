// Upload, preview, importing (docs/requirements.md, section 2), and a result when some vehicles failed.
import { JoiningSelect } from "#web/features/people/components/joining-select.tsx";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { useVehicleImport } from "../use-vehicle-import.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { COLUMNS_FORM, Foot } from "./import-foot.tsx";
import { ImportingStep } from "./importing-step.tsx";
import { PreviewStep } from "./preview-step.tsx";
import { ResultStep } from "./result-step.tsx";
import { UploadStep } from "./upload-step.tsx";

const STEPS = { upload: 0, columns: 0, preview: 1, importing: 2, result: 3 } as const;

export interface ImportDialogProps {
  onClose: () => void;
  onImported: (importId: string) => void;
}

export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const vehicleImport = useVehicleImport((importId) => {
    onImported(importId);
    onClose();
  });
  const { state, joined, readFile, readAgain, refuse, reset, setLeaveOut, setRight } = vehicleImport;
  const { askForColumns, chooseColumns, start, cancel } = vehicleImport;
  const running = state.step === "importing";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title}
      size="table"
      locked={running}
      // The browser asks before the window closes.
      dirty={running}
      footer={(close) => (
        <Foot
          state={state}
          close={close}
          isReady={joined.groups !== undefined}
          onBack={reset}
          onCancel={cancel}
          onStart={start}
        />
      )}
    >
      <div className="flex flex-col gap-4">
        <Stepper
          label={texts.stepsLabel}
          steps={texts.steps}
          current={state.step === "result" && state.end.outcome !== "done" ? STEPS.importing : STEPS[state.step]}
          doneWord={texts.stepDone}
        />
        {state.step === "upload" && <UploadStep {...state} onFile={readFile} onProblem={refuse} />}
        {state.step === "columns" && (
          <ColumnsStep
            // A layout chosen earlier fills the form again.
            key={`${state.file.fileName} ${state.file.text?.used} ${state.file.sheet?.name}`}
            formId={COLUMNS_FORM}
            {...state}
            onChoose={(layout) => chooseColumns(state.file, state.reading, layout)}
            onReadAgain={(choice) => readAgain(state.file, choice)}
          />
        )}
        {state.step === "preview" && (
          <PreviewStep
            {...state}
            onLeaveOutChange={setLeaveOut}
            onRightChange={setRight}
            onReadAgain={(choice) => readAgain(state.file, choice)}
            onAskForColumns={() => askForColumns(state)}
          />
        )}
        {state.step === "preview" && <JoiningSelect label={texts.group} of={joined} />}
        {state.step === "importing" && <ImportingStep {...state} />}
        {state.step === "result" && <ResultStep {...state} />}
      </div>
    </Dialog>
  );
}
