import { useEffect, useEffectEvent, useState } from "react";
import { formTexts } from "#contract/forms/texts.ts";
import { isTrivialPin, PIN_PATTERN } from "#contract/pin.ts";
import { announce } from "#web/lib/announce.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { checkPin } from "./api/pins.ts";

/** Each question costs as much as a save, so it is asked only after a pause in typing. */
export const TYPING_REST_MS = 600;
/** Errors that the field shows before the save; the save reports others (no attempts left, no contact). */
const SAID_WHILE_TYPING = new Set(["pin_in_use", "pin_length"]);

export interface TypedPin {
  pin: string;
  organizationId: string;
  doors: readonly string[];
  /** The edited PIN, whose own value is free. */
  storedId: string | undefined;
  /** True when the portal proposed the PIN for these doors. */
  isProposed: boolean;
  /** A save is running: it reports a refusal itself, and may have stored the PIN already. */
  isSaving: boolean;
}

export interface PinAnswer {
  isFree: boolean;
  refusal: string | undefined;
}

const NONE: PinAnswer = { isFree: false, refusal: undefined };

/** Returns the typed PIN's problem: a weak PIN is known at once, a taken one after a pause in typing. Nothing is asked twice in a row. */
export function useTypedPin({ pin, organizationId, doors, storedId, isProposed, isSaving }: TypedPin): PinAnswer {
  const [answered, setAnswered] = useState<(PinAnswer & { question: string }) | null>(null);
  const isWhole = PIN_PATTERN.test(pin);
  const isWeak = isWhole && isTrivialPin(pin);
  const question =
    isWhole && !isWeak && !isProposed && doors.length > 0 ? [pin, organizationId, ...doors].join(" ") : "";

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const refusal = await refusalOf({ pin, organizationId, doors, storedId }, signal);
    if (signal.aborted) return;
    setAnswered({ question, isFree: refusal === null, refusal: refusal || undefined });
    if (refusal) announce(refusal);
  });
  const isAnswered = answered?.question === question && (answered.isFree || answered.refusal !== undefined);
  const asks = question !== "" && !isSaving && !isAnswered;
  useEffect(() => {
    if (!asks) return;
    const aborter = new AbortController();
    const timer = setTimeout(() => void ask(aborter.signal), TYPING_REST_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [question, asks]);
  useEffect(() => {
    if (isWeak) announce(formTexts.pin_trivial);
  }, [isWeak]);

  if (isWeak) return { isFree: false, refusal: formTexts.pin_trivial };
  return question !== "" && answered?.question === question ? answered : NONE;
}

/** Returns the refusal; null for a free PIN, and an empty text when there is no answer. */
async function refusalOf(
  asked: Omit<TypedPin, "isProposed" | "isSaving">,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    await checkPin(asked, signal);
    return null;
  } catch (error) {
    return error instanceof FunctionError && SAID_WHILE_TYPING.has(error.code) ? error.message : "";
  }
}
