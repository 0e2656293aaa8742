import { useQuery } from "@tanstack/react-query";
import { networkState } from "#web/lib/calls/network-state.ts";
import { syncStanding } from "#web/lib/controllers/sync-standing.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useStore } from "#web/lib/store.ts";
import { Note } from "#web/ui/note.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import { getSyncSummaryQueryOptions, openReplicas, summaryOf } from "../api/get-sync-summary.ts";
import { controllerTrouble, syncTexts } from "../texts/sync-status.sv.ts";
import { unreachedWords } from "../unreached-words.ts";
import { NoContactNote, NothingYetNote } from "./all-synced-note.tsx";

export function SyncLine({ href }: { href: string }) {
  const { data, isError } = useQuery(getSyncSummaryQueryOptions());
  const { data: controllers = [] } = useQuery(getControllerStatesQueryOptions());
  const hasContact = useStore(networkState).status === "ok";
  const actions = [{ label: syncTexts.title, href }];
  if (!hasContact && data) return <NoContactNote />;
  if (!data || isError)
    return (
      <Note tone={isError ? "fail" : "quiet"} actions={actions}>
        {isError ? syncTexts.lineFailed : syncTexts.lineReading}
      </Note>
    );
  const standing = syncStanding(summaryOf(data), hasContact);
  if (standing.kind === "nothing") return <NothingYetNote />;
  if (standing.kind === "all")
    return (
      <Note tone="ok" actions={actions} isShort>
        <b className="font-bold">{syncTexts.allSynced}</b>
        {/* On a phone these two lines would be the largest text of the first page, and the last to arrive. */}
        <span className="phone:hidden"> {syncTexts.orgAllSynced}</span>
      </Note>
    );
  const waiting = openReplicas(data);
  const offline = controllers.find((unit) => unit.state === "offline");
  const unreached = unreachedWords(controllers);
  return (
    <Note tone={data.failed > 0 || offline ? "fail" : "wait"} actions={actions}>
      {offline && (
        <b className="font-bold">{syncTexts.noteNever(offline.name, controllerTrouble(offline.last_error ?? ""))} </b>
      )}
      {unreached !== "" && `${unreached} `}
      {waiting > 0 ? syncTexts.lineWaiting(formatNumber(waiting), waiting !== 1) : syncTexts.nothingWaits}
      {offline && ` ${syncTexts.stillWork}`}
      {data.paused && ` ${syncTexts.syncPausedHelp}`}
    </Note>
  );
}
