// Asks why a door or gate is opened, or a door held unlocked. An opening is sent once: its outcome is shown, and nothing is repeated.
import { DoorOpen, LockOpen } from "lucide-react";
import { useState } from "react";
import {
  DOOR_COMMENT_MAX,
  DOOR_REASON_LENGTH,
  DOOR_REASON_WORDS,
  type DoorReasonWord,
  doorReason,
} from "#contract/door-states.ts";
import type { DoorOpened } from "#contract/functions/door-control.ts";
import { formatClock } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { RadioChoice } from "#web/ui/choices/radio-choice.tsx";
import { AnchoredPanel } from "#web/ui/dialogs/anchored-panel.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { type Act, toastDone, toastError, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useHoldDoor, useOpenDoor, useOpenGate } from "../api/control-door.ts";
import { doorAct } from "../door-act.ts";
import { outcomeWords } from "../door-words.ts";
import { doorOrderTexts as t } from "../texts/door-order.sv.ts";
import { doorReasonTexts } from "../texts/door-reasons.sv.ts";
import { doorsTexts } from "../texts/doors.sv.ts";
import type { DoorQuestion } from "../use-door-question.ts";
import { type ChosenEnd, endOf, firstEnd, HoldEndField } from "./hold-end-field.tsx";

const OTHER = "other";
const REASONS = [
  ...DOOR_REASON_WORDS.map((id) => ({ id, label: doorReasonTexts.words[id] })),
  { id: OTHER, label: t.other },
] as const;

const DOOR = { help: t.openHelp, press: t.opensNow, busy: t.opening };
const GATE = { help: t.openGateHelp, press: t.opensGateNow, busy: t.opening };
const HOLD = { help: t.holdHelp, press: t.holdsNow, busy: t.holding };

export function DoorOrder({ question, onClose }: { question: DoorQuestion; onClose: () => void }) {
  const { about, place, name, anchor } = question;
  const [word, setWord] = useState<DoorReasonWord | typeof OTHER | null>(null);
  const [comment, setComment] = useState("");
  const [isTried, setTried] = useState(false);
  const [end, setEnd] = useState<ChosenEnd>(() => firstEnd(Date.now()));
  // If it is sent several times, as after a lost connection, it is still one opening.
  const [requestId] = useState(() => crypto.randomUUID());
  const opening = useOpenDoor();
  const openingGate = useOpenGate();
  const holding = useHoldDoor();
  const isBusy = opening.isPending || openingGate.isPending || holding.isPending;
  const isGate = about === "OPEN_GATE";
  const isOpening = about !== "HOLD";
  const says = isGate ? GATE : isOpening ? DOOR : HOLD;
  const reason = doorReason(word === OTHER ? null : word, comment);
  const isMissing = reason.length < DOOR_REASON_LENGTH.min;

  async function send(until: string | null): Promise<void> {
    const act = doorAct(place.id);
    const press = { reason, request_id: requestId };
    if (isGate)
      return sayOutcome(
        act,
        name,
        await openingGate.mutateAsync({ ...press, controller_id: place.id }),
        t.gateOutcomeUnknown,
      );
    const order = { ...press, access_point_id: place.id };
    if (until === null) return sayOutcome(act, name, await opening.mutateAsync(order), t.outcomeUnknown);
    const { applied } = await holding.mutateAsync({ ...order, until });
    toastDone(act, applied ? t.heldNow(name, formatClock(until)) : t.heldLater(name));
  }

  async function submit(): Promise<void> {
    setTried(true);
    const until = isOpening ? null : endNow(end);
    if (isMissing || isBusy || (until !== null && "fault" in until)) return;
    try {
      await send(until && new Date(until.until).toISOString());
      onClose();
    } catch (error) {
      toastFailure(doorAct(place.id), error);
    }
  }

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
            onPress={() => void submit()}
          >
            {says.press}
          </Button>
        </>
      )}
    >
      {/* No form, because Enter in the comment must not open a door. */}
      <div className="flex flex-col gap-3">
        <p className="text-small text-ink-2">{says.help}</p>
        <RadioChoice
          label={t.reason}
          options={REASONS}
          value={word}
          onChange={setWord}
          autoFocus
          errorMessage={isTried && isMissing && word === null ? t.reasonNotChosen : undefined}
        />
        <TextField
          label={t.comment}
          optional={word !== OTHER}
          value={comment}
          onChange={setComment}
          maxLength={DOOR_COMMENT_MAX}
          errorMessage={isTried && isMissing && word !== null ? t.reasonMissing : undefined}
        />
        {!isOpening && <HoldEndField value={end} onChange={setEnd} isTried={isTried} />}
        <p className="text-meta text-ink-2">{t.savedWithName}</p>
      </div>
    </AnchoredPanel>
  );
}

/** Returns the end, computed when the button is pressed. */
const endNow = (end: ChosenEnd) => endOf(end, Date.now());

function sayOutcome(act: Act, place: string, opened: DoorOpened, unknown: string): void {
  const { isDone, title, text } = outcomeWords(place, opened, Date.now(), unknown);
  if (isDone) toastSuccess(act, text, { title });
  else toastError(act, text, { title, outlivesForm: true });
}
