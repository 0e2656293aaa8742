// Hands over a shown or newly generated PIN once its doors are known: a note without them would mislead.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { HandoverDialog } from "#web/ui/credentials/lazy-handover.ts";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { mailPin, revealPin } from "../api/pins.ts";
import { type Handover, handoverOf } from "../handover.ts";
import { handoverTexts } from "../texts/handover.sv.ts";

export interface HandOverPinProps extends Pick<Handover, "person" | "credential"> {
  /** Absent: fetched (audited), after a step-up where due. */
  pin?: string;
  onClose: () => void;
}

export function HandOverPin({ person, credential, pin: known, onClose }: HandOverPinProps) {
  const pin = useRevealed(credential.id, known, onClose);
  const [now] = useState(() => new Date());
  const { data: controllers, error } = useQuery(getOrganizationAccessQueryOptions(person.organization_id));
  const failed = error !== null && controllers === undefined;
  const giveUp = useEffectEvent(() => {
    toastFailure("pin:hand-over", error);
    onClose();
  });
  useEffect(() => {
    if (failed) giveUp();
  }, [failed]);
  if (controllers === undefined || pin === undefined) return null;

  const { email } = person;
  async function send(to: string): Promise<string> {
    return (await mailPin(credential.id)) === "sent" ? handoverTexts.mailed(to) : handoverTexts.mailQueued(to);
  }
  return (
    <HandoverDialog
      note={handoverOf({ person, credential, pin }, controllers, now)}
      mail={email === null ? undefined : { to: email, send: () => send(email) }}
      onClose={onClose}
    />
  );
}

/** Returns the PIN; undefined while it is fetched. Gives up when it cannot be fetched, or when the person does not re-authenticate. */
function useRevealed(credentialId: string, known: string | undefined, giveUp: () => void): string | undefined {
  const [pin, setPin] = useState(known);
  const reveal = useEffectEvent(async (isWanted: () => boolean) => {
    try {
      const revealed = await revealPin(credentialId);
      if (isWanted()) setPin(revealed);
    } catch (error) {
      if (!isWanted()) return;
      toastFailure("pin:hand-over", error);
      giveUp();
    }
  });
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown) return;
    let wanted = true;
    endToasts("pin:hand-over");
    // oxlint-disable-next-line react/set-state-in-effect -- the PIN comes later
    void reveal(() => wanted);
    return () => {
      wanted = false;
    };
  }, [isKnown]);
  return pin;
}
