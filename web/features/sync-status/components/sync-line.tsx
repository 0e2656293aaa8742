import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/dates.ts";
import { controllerTrouble, syncTexts } from "#web/texts/sync-status.ts";
import { Note } from "#web/ui/note.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import { getSyncSummaryQueryOptions, openReplicas } from "../api/get-sync-summary.ts";

export function SyncLine({ href }: { href: string }) {
  const { data, isError } = useQuery(getSyncSummaryQueryOptions());
  const { data: controllers = [] } = useQuery(getControllerStatesQueryOptions());
  const offline = controllers.find((unit) => unit.state === "offline");
  const actions = [{ label: syncTexts.title, href }];
  if (!data)
    return (
      <Note tone={isError ? "fail" : "quiet"} actions={actions}>
        {isError ? syncTexts.lineFailed : syncTexts.lineReading}
      </Note>
    );
  const waiting = openReplicas(data);
  if (waiting === 0 && !offline)
    return (
      <Note tone="ok" actions={actions}>
        <b className="font-bold">{syncTexts.allSynced}</b> {syncTexts.orgAllSynced}
      </Note>
    );
  return (
    <Note tone={data.failed > 0 || offline ? "fail" : "wait"} actions={actions}>
      {offline && (
        <b className="font-bold">{syncTexts.noteNever(offline.name, controllerTrouble(offline.last_error ?? ""))} </b>
      )}
      {waiting > 0 ? syncTexts.lineWaiting(formatNumber(waiting), waiting !== 1) : syncTexts.nothingWaits}
      {offline && ` ${syncTexts.stillWork}`}
    </Note>
  );
}
