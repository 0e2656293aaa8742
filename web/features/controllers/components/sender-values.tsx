// An LPR system or a camera may call a gate that a relay opens; each has its own form and address.
import { useState } from "react";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { lpvTexts as t } from "../texts/lpv.sv.ts";
import { WebhookValues, type WebhookValuesProps } from "./webhook-values.tsx";

const SENDERS = [
  { id: "axxon_lpr", label: t.senderLpr },
  { id: "axis_lpv", label: t.senderCamera },
] as const;
type Sender = (typeof SENDERS)[number]["id"];

export function SenderValues(props: Omit<WebhookValuesProps, "type">) {
  const [sender, setSender] = useState<Sender>("axxon_lpr");
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={t.sender}
        options={SENDERS}
        value={sender}
        onChange={(id) => id !== null && setSender(id)}
        hint={DEVICE_TRAITS[sender].pushes ? t.panelHelp : undefined}
        className="sm:max-w-80"
      />
      <WebhookValues {...props} type={sender} />
    </div>
  );
}
