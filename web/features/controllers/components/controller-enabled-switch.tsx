// Switching off a gate locks people out at once, so a question comes first; a paused door controller keeps its PINs.
import { useState } from "react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { words } from "#web/texts/words.sv.ts";
import { Switch } from "#web/ui/choices/switch.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { useRowName } from "#web/ui/row-name.ts";
import { type Act, endToasts, toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { useSetControllerEnabled } from "../api/set-controller-enabled.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";

const DisableGateDialog = lazyDialog(
  () => import("./disable-gate-dialog.tsx"),
  (module) => module.DisableGateDialog,
);
const DIALOGS = [DisableGateDialog];

export function ControllerEnabledSwitch({ controller }: { controller: ListedController }) {
  const { id, name, device_type, enabled } = controller;
  const rowName = useRowName(name);
  const [people, setPeople] = useState<number | null>(null);
  const [counting, setCounting] = useState(false);
  usePrefetched(DIALOGS);
  const act: Act = `controller:switch ${id}`;
  const set = useSetControllerEnabled(id, {
    onDone: (done) => {
      if (DEVICE_KINDS[device_type] === "door" && !done.enabled) toastSuccess(act, t.pauseNote, { title: t.updated });
      else toastDone(act, t.updated);
    },
    onFailed: (error) => toastFailure(act, error),
  });

  async function change(next: boolean): Promise<void> {
    if (counting) return;
    endToasts(act);
    if (next || DEVICE_KINDS[device_type] === "door") return set.mutate({ id, enabled: next });
    setCounting(true);
    try {
      const { countGatePeople } = await fetchPart(import("../api/count-gate-people.ts"));
      const affected = await countGatePeople(id);
      if (affected > 0) setPeople(affected);
      else set.mutate({ id, enabled: false });
    } catch (error) {
      toastFailure(act, error);
    } finally {
      setCounting(false);
    }
  }

  return (
    <>
      <Switch label={t.switchLabel(rowName)} value={enabled} onChange={(next) => void change(next)}>
        <span className="inline-block min-w-[5.25rem] sm:hidden @5xl/list:inline-block print:inline-block">
          {enabled ? words.enabled : words.disabled}
        </span>
      </Switch>
      {people !== null && (
        <DisableGateDialog
          name={name}
          people={people}
          onClose={() => setPeople(null)}
          onConfirm={() => {
            setPeople(null);
            set.mutate({ id, enabled: false });
          }}
        />
      )}
    </>
  );
}
