import { useQuery } from "@tanstack/react-query";
import { CirclePause } from "lucide-react";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatMoment } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Note } from "#web/ui/note.tsx";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getSyncPauseQueryOptions, useResumeSync } from "../api/sync-pause.ts";
import { syncTexts } from "../texts/sync-status.sv.ts";

/** Shows a pause; org admins neither read its reason nor resume. */
export function PauseNote({ since }: { since: string }) {
  return (
    <Note tone="wait" icon={CirclePause}>
      <Sentences since={since} />
    </Note>
  );
}

const RESUME = "sync:resume";

export function ResumeNote({ since }: { since: string }) {
  const { data: [pause] = [] } = useQuery(getSyncPauseQueryOptions());
  const resume = useResumeSync();
  const resumeNow = () => {
    if (resume.isPending) return;
    endToasts(RESUME);
    reportOutcome(resume, null, {
      onSuccess: () => toastDone(RESUME, syncTexts.resumed),
      onError: (error) => toastFailure(RESUME, error),
    });
  };
  return (
    <Note
      tone="wait"
      icon={CirclePause}
      actions={[{ label: resume.isPending ? syncTexts.resuming : syncTexts.resume, onAction: resumeNow }]}
    >
      <Sentences since={since} /> {pause && syncTexts.pauseReason(pause.reason)} {syncTexts.pauseCompare}
    </Note>
  );
}

function Sentences({ since }: { since: string }) {
  const now = useNow();
  return (
    <>
      <b className="font-bold">{syncTexts.syncPaused(formatMoment(since, now))}</b> {syncTexts.syncPausedHelp}
    </>
  );
}
