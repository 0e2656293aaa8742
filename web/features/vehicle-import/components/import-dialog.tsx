// Upload, preview, importing (specification section 2), and a result when some vehicles failed.
import { formatNumber } from "#web/lib/dates.ts";
import { vehicleImportTexts as texts } from "#web/texts/vehicle-import.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { chosenVehicles, useVehicleImport } from "../use-vehicle-import.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { ImportingStep } from "./importing-step.tsx";
import { PreviewStep } from "./preview-step.tsx";
import { ResultStep } from "./result-step.tsx";
import { UploadStep } from "./upload-step.tsx";

const COLUMNS_FORM = "vehicle-columns";
const STEPS = { upload: 0, columns: 0, preview: 1, importing: 2, result: 3 } as const;

export interface ImportDialogProps {
  onClose: () => void;
  onImported: (count: number) => void;
}

export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const vehicleImport = useVehicleImport((count) => {
    onImported(count);
    onClose();
  });
  const { state, readFile, refuse, reset, setLeaveOut, askForColumns, chooseColumns, start, cancel } = vehicleImport;
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
      footer={(close) => <Foot state={state} close={close} onBack={reset} onCancel={cancel} onStart={start} />}
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
            // A layout that was chosen before fills the form anew.
            key={state.file.fileName}
            formId={COLUMNS_FORM}
            {...state}
            onChoose={(layout) => chooseColumns(state.file, state.reading, layout)}
          />
        )}
        {state.step === "preview" && (
          <PreviewStep {...state} onLeaveOutChange={setLeaveOut} onAskForColumns={() => askForColumns(state)} />
        )}
        {state.step === "importing" && <ImportingStep {...state} />}
        {state.step === "result" && <ResultStep {...state} />}
      </div>
    </Dialog>
  );
}

type Import = ReturnType<typeof useVehicleImport>;

interface FootProps {
  state: Import["state"];
  close: () => void;
  onBack: Import["reset"];
  onCancel: Import["cancel"];
  onStart: Import["start"];
}

function Foot({ state, close, onBack, onCancel, onStart }: FootProps) {
  switch (state.step) {
    case "upload":
      return (
        <DialogFoot>
          <Button onPress={close}>{words.cancel}</Button>
        </DialogFoot>
      );
    case "columns":
      return (
        <DialogFoot>
          <Button onPress={onBack}>{words.back}</Button>
          <Button variant="primary" type="submit" form={COLUMNS_FORM} busy={state.isReading} busyLabel={texts.reading}>
            {texts.columns.goOn}
          </Button>
        </DialogFoot>
      );
    case "preview": {
      const count = chosenVehicles(state.preview, state.leaveOut).length;
      return (
        <DialogFoot>
          <Button onPress={onBack}>{words.back}</Button>
          <Button
            variant="primary"
            className="phone:shrink phone:whitespace-normal"
            isDisabled={count === 0}
            onPress={() => onStart(state)}
          >
            {texts.approve(formatNumber(count))}
          </Button>
        </DialogFoot>
      );
    }
    case "importing":
      return (
        <DialogFoot note={texts.keepOpen}>
          <Button onPress={onCancel}>{state.isCancelling ? texts.cancelling : texts.cancelImport}</Button>
          {/* Two long buttons do not fit side by side on a phone. */}
          <Button variant="primary" isDisabled className="phone:hidden">
            {texts.approve(formatNumber(state.total))}
          </Button>
        </DialogFoot>
      );
    case "result":
      return (
        <DialogFoot>
          <Button variant="primary" autoFocus onPress={close}>
            {words.close}
          </Button>
        </DialogFoot>
      );
  }
}
