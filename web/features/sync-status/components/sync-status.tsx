// Synkstatus of both areas: figures, notes, queue; for system admins also differences and acts.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { syncTexts } from "../../../texts/sync-status.ts";
import { words } from "../../../texts/words.ts";
import { Note } from "../../../ui/note.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import { getSyncFiguresQueryOptions, openCopies } from "../api/get-sync-summary.ts";
import { useReports } from "../drift.ts";
import { AllSyncedNote } from "./all-synced-note.tsx";
import { ControllerNotes } from "./controller-notes.tsx";
import { ControllersCard } from "./controllers-card.tsx";
import { DriftCard } from "./drift-card.tsx";
import { Figures, type Shown } from "./figures.tsx";
import { QueueCard } from "./queue-card.tsx";
import { RebuildDialog } from "./rebuild-dialog.tsx";
import type { ControllerActs } from "./use-controller-acts.ts";

export interface SyncStatusProps {
  /** Null for org admins: their own people, no device. */
  acts: ControllerActs | null;
  peoplePath: string;
}

export function SyncStatus({ acts, peoplePath }: SyncStatusProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const figures = useQuery(getSyncFiguresQueryOptions());
  const states = useQuery(getControllerStatesQueryOptions());
  const reports = useReports();
  const controllers = states.data ?? [];
  const { data } = figures;
  const waits = data && openCopies(data);
  const allWell = waits === 0 && states.data !== undefined && !controllers.some((unit) => unit.state === "offline");
  const drift = reports.length === 0 ? null : reports.reduce((sum, report) => sum + report.items.length, 0);
  const stateShown = shown === "drift" ? null : shown;
  return (
    <div className="flex flex-col gap-4">
      <Figures figures={data} drift={acts ? drift : undefined} shown={shown} onShow={setShown} />
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
      {allWell && <AllSyncedNote controllers={controllers} isOrg={acts === null} />}
      <ControllerNotes controllers={controllers} acts={acts && { onTest: acts.test, onRebuild: acts.askRebuild }} />
      {shown !== "drift" && (shown !== null || (waits !== undefined && waits > 0)) && (
        <QueueCard
          state={stateShown}
          syncedTotal={data?.synced ?? 0}
          acts={acts}
          peoplePath={peoplePath}
          onShowAll={() => setShown(null)}
        />
      )}
      {acts && (shown === null || shown === "drift") && (
        <DriftCard
          reports={reports}
          nameOf={(id) => controllers.find((unit) => unit.controller_id === id)?.name ?? words.none}
          isChosen={shown === "drift"}
        />
      )}
      {acts && (shown === null || shown === "drift") && <ControllersCard controllers={states.data} acts={acts} />}
      {acts?.rebuilding && (
        <RebuildDialog
          target={acts.rebuilding}
          isOffline={controllers.some(
            (unit) => unit.controller_id === acts.rebuilding?.controller_id && unit.state === "offline",
          )}
          onClose={acts.closeRebuild}
        />
      )}
    </div>
  );
}
