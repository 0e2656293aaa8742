import { CircleCheck } from "lucide-react";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";
import { lpvTexts } from "../texts/lpv.sv.ts";
import { relayTexts } from "../texts/relay.sv.ts";
import { CameraSetUp } from "./camera-set-up.tsx";
import { SenderValues } from "./sender-values.tsx";
import { WebhookValues } from "./webhook-values.tsx";

export function CreatedPanel({ controller }: { controller: ControllerRow }) {
  const { opensBy, pushes } = DEVICE_TRAITS[controller.device_type];
  return (
    <section aria-labelledby="created-title" className="overflow-hidden rounded-card border border-ok">
      <div data-ground className="flex items-start gap-2.5 bg-ok-soft px-4 py-3 text-ok-ink">
        <CircleCheck aria-hidden size={18} className="mt-px shrink-0" />
        <div>
          <h3 id="created-title" className="text-card">
            {t.panelTitle}
          </h3>
          <p className="mt-0.5 text-small">
            {opensBy === "macro" ? t.panelHelp : relayTexts.panelHelp}
            {pushes && ` ${lpvTexts.panelHelp}`}
          </p>
        </div>
      </div>
      <div className="px-4 py-3.5">
        {opensBy === "request" ? (
          <SenderValues controllerId={controller.id} />
        ) : (
          <WebhookValues controllerId={controller.id} type={controller.device_type} />
        )}
        {pushes && <CameraSetUp controller={controller} />}
        <p className="mt-3 text-meta text-ink-2">{t.panelLater}</p>
      </div>
    </section>
  );
}
