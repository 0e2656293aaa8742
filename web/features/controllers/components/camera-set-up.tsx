// Sets up a camera, which then pushes with this gate's account; asks first.
import { Settings2 } from "lucide-react";
import { useState } from "react";
import type { SetUpPushReply } from "#contract/functions/controller-manager.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useSetUpPush } from "../api/set-up-push.ts";
import { lpvTexts as t } from "../texts/lpv.sv.ts";

export function CameraSetUp({ controller }: { controller: Pick<ControllerRow, "id" | "name"> }) {
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<SetUpPushReply | null>(null);
  const setUp = useSetUpPush(controller.id);
  const run = () => {
    endToasts("camera:set-up");
    reportOutcome(setUp, undefined, {
      onSuccess: setDone,
      onError: (error) => toastFailure("camera:set-up", error),
      onSettled: () => setAsking(false),
    });
  };
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      <Button icon={Settings2} busy={setUp.isPending} onPress={() => setAsking(true)}>
        {t.setUp}
      </Button>
      {done && (
        <Note tone={done.heartbeat === "set" ? "ok" : "wait"} role="status" className="w-full">
          <p className="font-strong">{t.setUpDone}</p>
          <p className="mt-0.5">{t.heartbeats[done.heartbeat]}</p>
        </Note>
      )}
      <ConfirmDialog
        isOpen={asking}
        title={t.setUp}
        consequence={t.setUpConsequence}
        confirmLabel={t.setUpConfirm}
        confirmVariant="primary"
        busy={setUp.isPending}
        busyLabel={t.settingUp}
        onClose={() => setAsking(false)}
        onConfirm={run}
      >
        {t.setUpQuestion(controller.name)}
      </ConfirmDialog>
    </div>
  );
}
