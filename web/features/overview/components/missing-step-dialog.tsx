// Names the step that another one has to wait for, with a button to it.

import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import type { Step, StepId, StepOffer } from "../first-steps.ts";
import { stepTitle } from "../step-words.ts";
import { firstStepsTexts as t } from "../texts/first-steps.sv.ts";

export interface MissingStepDialogProps {
  step: StepId;
  needs: StepId;
  steps: readonly Step[];
  own?: boolean;
  onOpen: (offer: StepOffer) => void;
  onClose: () => void;
}

export function MissingStepDialog({ step, needs, steps, own = false, onOpen, onClose }: MissingStepDialogProps) {
  const offer = steps.find(({ id }) => id === needs)?.offer ?? null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={stepTitle(step, own)}
      size="sm"
      footer={
        <DialogFoot>
          <Button onPress={onClose}>{words.close}</Button>
          {offer && (
            <Button variant="primary" autoFocus onPress={() => onOpen(offer)}>
              {stepTitle(needs, own)}
            </Button>
          )}
        </DialogFoot>
      }
    >
      <Note tone="wait">{t.missing[needs]}</Note>
    </Dialog>
  );
}
