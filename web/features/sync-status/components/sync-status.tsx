// Synkstatus of both areas: figures, notes, queue; for system admins also differences and acts.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { syncTexts } from "#web/texts/sync-status.ts";
import { words } from "#web/texts/words.ts";
import { Note } from "#web/ui/note.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import { getDriftSummaryQueryOptions } from "../api/get-drift.ts";
import { getSyncFiguresQueryOptions, openCopies } from "../api/get-sync-summary.ts";
import type { ControllerOperations } from "../use-controller-operations.ts";
import { AllSyncedNote } from "./all-synced-note.tsx";
import { ControllerNotes } from "./controller-notes.tsx";
import { ControllersCard } from "./controllers-card.tsx";
import { DriftCard } from "./drift-card.tsx";
import { Figures, type Shown } from "./figures.tsx";
import { PauseNote, ResumeNote } from "./pause-note.tsx";
import { QueueCard } from "./queue-card.tsx";

export interface SyncStatusProps {
  /** Null for org admins: their own people, no device. */
  acts: ControllerOperations | null;
  peoplePath: string;
}

export function SyncStatus({ acts, peoplePath }: SyncStatusProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const figures = useQuery(getSyncFiguresQueryOptions());
  const states = useQuery(getControllerStatesQueryOptions());
  const drift = useQuery({ ...getDriftSummaryQueryOptions(), enabled: acts !== null });
  const controllers = states.data ?? [];
  const { data } = figures;
  const waits = data && openCopies(data);
  const pausedAt = controllers[0]?.lanes_paused_at ?? null;
  const isOffline = controllers.some((unit) => unit.state === "offline");
  const allWell = waits === 0 && states.data !== undefined && !isOffline && pausedAt === null;
  const stateShown = shown === "drift" ? null : shown;
  return (
    <div className="flex flex-col gap-4">
      <Figures figures={data} drift={acts && { value: drift.data?.total }} shown={shown} onShow={setShown} />
      {figures.isError && !data && (
        <Note tone="fail" actions={[{ label: words.retry, onAction: () => void figures.refetch() }]}>
          {`${syncTexts.queueFailed}. ${figures.error.message}`}
        </Note>
      )}
      {states.isError && !states.data && (
        <Note tone="fail" actions={[{ label: words.retry, onAction: () => void states.refetch() }]}>
          {`${syncTexts.controllersFailed}. ${states.error.message}`}
        </Note>
      )}
      {pausedAt !== null && (acts ? <ResumeNote since={pausedAt} /> : <PauseNote since={pausedAt} />)}
      {allWell && <AllSyncedNote controllers={controllers} isOrg={acts === null} />}
      <ControllerNotes
        controllers={controllers}
        acts={acts && { onTest: acts.test, onRebuild: acts.askRebuild, onRetire: acts.askRetire }}
      />
      {shown !== "drift" && (shown !== null || (waits !== undefined && waits > 0)) && (
        <QueueCard
          state={stateShown}
          syncedTotal={data?.synced ?? 0}
          acts={acts}
          peoplePath={peoplePath}
          onShowAll={() => setShown(null)}
        />
      )}
      {acts && (shown === null || shown === "drift") && <DriftCard summary={drift.data} isChosen={shown === "drift"} />}
      {acts && (shown === null || shown === "drift") && <ControllersCard controllers={states.data} acts={acts} />}
    </div>
  );
}
