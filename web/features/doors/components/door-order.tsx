// Asks why a door or gate is opened, or a door held unlocked. An opening is sent once: its outcome is shown, and nothing is repeated.
import { DoorOpen, LockOpen } from "lucide-react";
import { DOOR_COMMENT_MAX, DOOR_REASON_WORDS } from "#contract/door-states.ts";
import { pinHoursWords } from "#web/lib/doors/door-pin.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { RadioChoice } from "#web/ui/choices/radio-choice.tsx";
import { AnchoredPanel } from "#web/ui/dialogs/anchored-panel.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { doorOrderTexts as t } from "../texts/door-order.sv.ts";
import { doorReasonTexts } from "../texts/door-reasons.sv.ts";
import { doorsTexts } from "../texts/doors.sv.ts";
import { OTHER_REASON, useDoorOrder } from "../use-door-order.ts";
import type { DoorQuestion } from "../use-door-question.ts";
import { HoldEndField } from "./hold-end-field.tsx";

const REASONS = [
  ...DOOR_REASON_WORDS.map((id) => ({ id, label: doorReasonTexts.words[id] })),
  { id: OTHER_REASON, label: t.other },
] as const;

const DOOR = { help: t.openHelp, press: t.opensNow, busy: t.opening };
const GATE = { help: t.openGateHelp, press: t.opensGateNow, busy: t.opening };
const HOLD = { help: t.holdHelp, press: t.holdsNow, busy: t.holding };

export function DoorOrder({ question, onClose }: { question: DoorQuestion; onClose: () => void }) {
  const { name, anchor } = question;
  const order = useDoorOrder(question, onClose);
  const { isOpening, isBusy, word, comment } = order;
  const says = question.about === "OPEN_GATE" ? GATE : isOpening ? DOOR : HOLD;
  return (
    <AnchoredPanel
      anchor={anchor}
      locked={isBusy}
      onClose={onClose}
      title={isOpening ? doorsTexts.openNamed(name) : doorsTexts.holdTitle(name)}
      footer={(close) => (
        <>
          <Button isDisabled={isBusy} onPress={close}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            icon={isOpening ? DoorOpen : LockOpen}
            busy={isBusy}
            busyLabel={says.busy}
            onPress={() => void order.submit()}
          >
            {says.press}
          </Button>
        </>
      )}
    >
      {/* No form, because Enter in the comment must not open a door. */}
      <div className="flex flex-col gap-3">
        <p className="text-small text-ink-2">{says.help}</p>
        {question.about === "HOLD" && question.place.unlock_hours && (
          <p className="text-small text-ink-2">{t.holdInHours(pinHoursWords(question.place.unlock_hours))}</p>
        )}
        <RadioChoice
          label={t.reason}
          options={REASONS}
          value={word}
          onChange={order.setWord}
          autoFocus
          errorMessage={order.isMissing && word === null ? t.reasonNotChosen : undefined}
        />
        <TextField
          label={t.comment}
          optional={word !== OTHER_REASON}
          value={comment}
          onChange={order.setComment}
          maxLength={DOOR_COMMENT_MAX}
          errorMessage={order.isMissing && word !== null ? t.reasonMissing : undefined}
        />
        {!isOpening && <HoldEndField value={order.end} onChange={order.setEnd} isTried={order.isTried} />}
        <p className="text-meta text-ink-2">{t.savedWithName}</p>
      </div>
    </AnchoredPanel>
  );
}
