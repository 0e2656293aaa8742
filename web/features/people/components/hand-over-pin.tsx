// Hands over a shown or newly generated PIN once its doors are known: a note without them would mislead.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { HandoverDialog } from "#web/ui/credentials/lazy-handover.ts";
import { toastFailure } from "#web/ui/toasts/toast.tsx";
import { mailPin } from "../api/pins.ts";
import { type Handover, handoverOf } from "../handover.ts";
import { handoverTexts } from "../texts/handover.sv.ts";

export interface HandOverPinProps extends Handover {
  onClose: () => void;
}

export function HandOverPin({ person, credential, pin, onClose }: HandOverPinProps) {
  const { data: controllers, error } = useQuery(getOrganizationAccessQueryOptions(person.organization_id));
  const failed = error !== null && controllers === undefined;
  const giveUp = useEffectEvent(() => {
    toastFailure("pin:hand-over", error);
    onClose();
  });
  useEffect(() => {
    if (failed) giveUp();
  }, [failed]);
  if (controllers === undefined) return null;

  const { email } = person;
  async function send(to: string): Promise<string> {
    return (await mailPin(credential.id)) === "sent" ? handoverTexts.mailed(to) : handoverTexts.mailQueued(to);
  }
  return (
    <HandoverDialog
      note={handoverOf({ person, credential, pin }, controllers)}
      mail={email === null ? undefined : { to: email, send: () => send(email) }}
      onClose={onClose}
    />
  );
}
