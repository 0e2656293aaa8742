import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { seesOpenings } from "../first-steps.ts";
import { firstStepsTexts as t } from "../texts/first-steps.sv.ts";

export interface HowToTryDialogProps {
  state: FirstSteps;
  /** Address of the page of people. */
  people: string;
  onClose: () => void;
}

export function HowToTryDialog({ state, people, onClose }: HowToTryDialogProps) {
  const atDoor = state.doors_offered > 0;
  const atGate = state.gates_offered > 0;
  const lines = [
    ...(atDoor ? [t.howReveal, t.howWait, t.howType] : []),
    ...(atGate ? [t.howDrive] : []),
    seesOpenings(state) ? t.howTick : t.howNoTick,
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.howTitle}
      subtitle={state.person && t.howFor(state.person.name)}
      size="sm"
      footer={
        <DialogFoot>
          <ButtonLink href={`${people}?person=${state.person?.id}`}>{t.showPerson}</ButtonLink>
          <Button variant="primary" autoFocus onPress={onClose}>
            {words.close}
          </Button>
        </DialogFoot>
      }
    >
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-body text-ink marker:text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </Dialog>
  );
}
