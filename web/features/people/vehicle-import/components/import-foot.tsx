// The buttons at the end of each step: leave the import, or continue.

import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { chosenVehicles } from "../preview.ts";
import { isInDoubt } from "../read-file.ts";
import type { useVehicleImport } from "../use-vehicle-import.ts";

type Import = ReturnType<typeof useVehicleImport>;

export const COLUMNS_FORM = "vehicle-columns";

interface FootProps {
  state: Import["state"];
  close: () => void;
  /** False until it is known which group the people join. */
  isReady: boolean;
  onBack: Import["reset"];
  onCancel: Import["cancel"];
  onStart: Import["start"];
}

export function Foot({ state, close, isReady, onBack, onCancel, onStart }: FootProps) {
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
            isDisabled={!isReady || count === 0 || (isInDoubt(state.file) && !state.isRight)}
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
