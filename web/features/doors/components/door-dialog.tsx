// Why a door is opened or held unlocked. An opening is sent once: what became of it is said, and nothing is repeated.
import { DoorOpen, LockOpen } from "lucide-react";
import { useState } from "react";
import {
  DOOR_COMMENT_MAX,
  DOOR_REASON_LENGTH,
  DOOR_REASON_WORDS,
  type DoorOutcome,
  type DoorReasonWord,
  doorReason,
} from "#contract/door-states.ts";
import { formatClock } from "#web/lib/dates.ts";
import { doorReasonTexts } from "#web/texts/door-reasons.ts";
import { doorsTexts as t } from "#web/texts/doors.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { RadioChoice } from "#web/ui/radio-choice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toastDone, toastError, toastFailure } from "#web/ui/toast.tsx";
import { useHoldDoor, useOpenDoor } from "../api/control-door.ts";
import { doorName } from "../door-words.ts";
import type { DoorQuestion } from "../use-door-dialog.ts";

const OTHER = "other";
const REASONS = [
  ...DOOR_REASON_WORDS.map((id) => ({ id, label: doorReasonTexts.words[id] })),
  { id: OTHER, label: t.other },
] as const;
const HOLD_MINUTES = [30, 60, 120, 240, 480, 720];
const MINUTE_MS = 60_000;

export function DoorDialog({ question, onClose }: { question: DoorQuestion; onClose: () => void }) {
  const { about, door } = question;
  const name = doorName(door);
  const [word, setWord] = useState<DoorReasonWord | typeof OTHER>("leverans");
  const [comment, setComment] = useState("");
  const [isTried, setTried] = useState(false);
  const [minutes, setMinutes] = useState(HOLD_MINUTES[1] ?? 60);
  // The choices stay as they were shown.
  const [openedAt] = useState(() => Date.now());
  // However often it is sent, as after a lost connection, it is one opening.
  const [requestId] = useState(() => crypto.randomUUID());
  const opening = useOpenDoor();
  const holding = useHoldDoor();
  const isBusy = opening.isPending || holding.isPending;
  const reason = doorReason(word === OTHER ? null : word, comment);
  const isMissing = reason.length < DOOR_REASON_LENGTH.min;
  const endOf = (length: number) => new Date(openedAt + length * MINUTE_MS).toISOString();

  async function send(): Promise<void> {
    const order = { access_point_id: door.id, reason, request_id: requestId };
    if (about === "OPEN") return sayOutcome(name, (await opening.mutateAsync(order)).outcome);
    const until = endOf(minutes);
    const { applied } = await holding.mutateAsync({ ...order, until });
    toastDone(applied ? t.heldNow(name, formatClock(until)) : t.heldLater(name));
  }

  async function submit(): Promise<void> {
    setTried(true);
    if (isMissing || isBusy) return;
    try {
      await send();
      onClose();
    } catch (error) {
      toastFailure(error);
    }
  }

  const isOpening = about === "OPEN";
  return (
    <Dialog
      isOpen
      size="sm"
      locked={isBusy}
      onClose={onClose}
      title={isOpening ? t.openNamed(name) : t.holdTitle(name)}
      footer={(close) => (
        <DialogFoot note={t.savedWithName}>
          <Button isDisabled={isBusy} onPress={close}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            icon={isOpening ? DoorOpen : LockOpen}
            busy={isBusy}
            busyLabel={isOpening ? t.opening : t.holding}
            onPress={() => void submit()}
          >
            {isOpening ? t.opensNow : t.holdsNow}
          </Button>
        </DialogFoot>
      )}
    >
      {/* No form: Enter in the comment must not open a door. */}
      <div className="flex flex-col gap-4">
        <p className="text-small text-ink-2">{isOpening ? t.openHelp : t.holdHelp}</p>
        <RadioChoice label={t.reason} options={REASONS} value={word} onChange={setWord} autoFocus />
        <TextField
          label={t.comment}
          optional={word !== OTHER}
          value={comment}
          onChange={setComment}
          maxLength={DOOR_COMMENT_MAX}
          errorMessage={isTried && isMissing ? t.reasonMissing : undefined}
        />
        {!isOpening && (
          <Select
            label={t.until}
            options={HOLD_MINUTES.map((length) => ({
              id: String(length),
              label: t.untilChoice(formatClock(endOf(length)), length),
            }))}
            value={String(minutes)}
            onChange={(id) => setMinutes(Number(id))}
          />
        )}
      </div>
    </Dialog>
  );
}

function sayOutcome(door: string, outcome: DoorOutcome): void {
  if (outcome === "executed") toastDone(t.openedAt(door, formatClock(Date.now())));
  else if (outcome === "refused") toastError(t.refusedHelp, { title: t.refused(door), outlivesForm: true });
  else toastError(t.outcomeUnknownHelp, { title: t.outcomeUnknown(door), outlivesForm: true });
}
