import { useQuery } from "@tanstack/react-query";
import { networkState } from "#web/lib/calls/network-state.ts";
import { syncStanding } from "#web/lib/controllers/sync-standing.ts";
import { addressChoice, useListAddress } from "#web/lib/lists/list-address.ts";
import { useStore } from "#web/lib/store.ts";
import { RetryNote } from "#web/ui/note.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import { getDriftSummaryQueryOptions } from "../api/get-drift.ts";
import { getSyncFiguresQueryOptions, openReplicas, summaryOf } from "../api/get-sync-summary.ts";
import { syncTexts } from "../texts/sync-status.sv.ts";
import type { ControllerOperations } from "../use-controller-operations.ts";
import { AllSyncedNote, NoContactNote, NothingYetNote } from "./all-synced-note.tsx";
import { ControllerNotes } from "./controller-notes.tsx";
import { ControllersCard } from "./controllers-card.tsx";
import { DriftCard } from "./drift-card.tsx";
import { Figures, type Shown } from "./figures.tsx";
import { PauseNote, ResumeNote } from "./pause-note.tsx";
import { QueueCard } from "./queue-card.tsx";

const SHOWN = ["all", "synced", "pending", "pending_removal", "failed", "drift"] as const;

export interface SyncStatusProps {
  /** Null for org admins. */
  operations: ControllerOperations | null;
  peoplePath: string;
}

export function SyncStatus({ operations, peoplePath }: SyncStatusProps) {
  const address = useListAddress();
  const chosen = addressChoice(address, "show", SHOWN);
  const shown = chosen.value === "all" ? null : chosen.value;
  const setShown = (next: Shown | null) => chosen.set(next ?? "all");
  const figures = useQuery(getSyncFiguresQueryOptions());
  const states = useQuery(getControllerStatesQueryOptions());
  const drift = useQuery({ ...getDriftSummaryQueryOptions(), enabled: operations !== null });
  const controllers = states.data ?? [];
  const { data } = figures;
  const waits = data && openReplicas(data);
  const pausedAt = controllers[0]?.workers_paused_at ?? null;
  const hasContact = useStore(networkState).status === "ok";
  const known = data && !figures.isError && states.data && !states.isError ? summaryOf(data) : null;
  const standing = syncStanding(known, hasContact);
  const stateShown = shown === "drift" ? null : shown;
  return (
    <div className="flex flex-col gap-4">
      <Figures
        figures={figures.isError && !data ? null : data}
        drift={operations && { value: drift.isError && !drift.data ? null : drift.data?.total }}
        shown={shown}
        onShow={setShown}
      />
      {figures.isError && !data && (
        <RetryNote onRetry={figures.refetch}>{`${syncTexts.queueFailed}. ${figures.error.message}`}</RetryNote>
      )}
      {states.isError && !states.data && (
        <RetryNote onRetry={states.refetch}>{`${syncTexts.controllersFailed}. ${states.error.message}`}</RetryNote>
      )}
      {drift.isError && !drift.data && (
        <RetryNote onRetry={drift.refetch}>{`${syncTexts.driftFailed}. ${drift.error.message}`}</RetryNote>
      )}
      {pausedAt !== null && (operations ? <ResumeNote since={pausedAt} /> : <PauseNote since={pausedAt} />)}
      {standing.kind === "all" && <AllSyncedNote controllers={controllers} isOrg={operations === null} />}
      {standing.kind === "nothing" && <NothingYetNote />}
      {standing.kind === "offline" && data && <NoContactNote />}
      <ControllerNotes controllers={controllers} operations={operations} />
      {shown !== "drift" && (shown !== null || (waits !== undefined && waits > 0)) && (
        <QueueCard
          state={stateShown}
          syncedTotal={data?.synced ?? 0}
          operations={operations}
          peoplePath={peoplePath}
          onShowAll={() => setShown(null)}
        />
      )}
      {operations && (shown === null || shown === "drift") && (drift.data || !drift.isError) && (
        <DriftCard summary={drift.data} isChosen={shown === "drift"} />
      )}
      {operations && (shown === null || shown === "drift") && (states.data || !states.isError) && (
        <ControllersCard controllers={states.data} operations={operations} />
      )}
    </div>
  );
}
