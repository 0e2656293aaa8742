import { useState } from "react";
import { DOOR_REASON_LENGTH, type DoorReasonWord, doorReason } from "#contract/door-states.ts";
import type { DoorOpened } from "#contract/functions/door-control.ts";
import { formatClock } from "#web/lib/dates.ts";
import { type Act, toastDone, toastError, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useHoldDoor, useOpenDoor, useOpenGate } from "./api/control-door.ts";
import { type ChosenEnd, endOf, firstEnd } from "./components/hold-end-field.tsx";
import { doorAct } from "./door-act.ts";
import { outcomeWords } from "./door-words.ts";
import { doorOrderTexts as t } from "./texts/door-order.sv.ts";
import type { DoorQuestion } from "./use-door-question.ts";

export const OTHER_REASON = "other";

/** Holds why a door or gate is opened, or a door held until when, and sends it once. */
export function useDoorOrder({ about, place, name }: DoorQuestion, onDone: () => void) {
  const [word, setWord] = useState<DoorReasonWord | typeof OTHER_REASON | null>(null);
  const [comment, setComment] = useState("");
  const [isTried, setTried] = useState(false);
  const [end, setEnd] = useState<ChosenEnd>(() => firstEnd(Date.now()));
  // If the order is sent several times, as after a lost connection, it is still one opening.
  const [requestId] = useState(() => crypto.randomUUID());
  const opening = useOpenDoor();
  const openingGate = useOpenGate();
  const holding = useHoldDoor();
  const isBusy = opening.isPending || openingGate.isPending || holding.isPending;
  const isOpening = about !== "HOLD";
  const reason = doorReason(word === OTHER_REASON ? null : word, comment);
  const isMissing = reason.length < DOOR_REASON_LENGTH.min;
  const act = doorAct(place.id);

  async function send(until: string | null): Promise<void> {
    const press = { reason, request_id: requestId };
    if (about === "OPEN_GATE") {
      const opened = await openingGate.mutateAsync({ ...press, controller_id: place.id });
      return sayOutcome(act, name, opened, t.gateOutcomeUnknown);
    }
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
      onDone();
    } catch (error) {
      toastFailure(act, error);
    }
  }

  return {
    word,
    setWord,
    comment,
    setComment,
    end,
    setEnd,
    isTried,
    /** The person tried to send the form without a sufficient reason. */
    isMissing: isTried && isMissing,
    isOpening,
    isBusy,
    submit,
  };
}

/** Returns the end, computed when the button is pressed. */
const endNow = (end: ChosenEnd) => endOf(end, Date.now());

function sayOutcome(act: Act, place: string, opened: DoorOpened, unknown: string): void {
  const { isDone, title, text } = outcomeWords(place, opened, Date.now(), unknown);
  if (isDone) toastSuccess(act, text, { title });
  else toastError(act, text, { title, outlivesForm: true });
}
