// Åtkomstloggar: every read of a plate, as it happens.
import { Download, Pause, Play } from "lucide-react";
import { useState } from "react";
import { ACCESS_LOGS_KEY, type LogRow } from "#web/features/access-logs/api/get-access-logs.ts";
import { LivePill } from "#web/features/access-logs/components/live-pill.tsx";
import { LogList } from "#web/features/access-logs/components/log-list.tsx";
import { LogToolbar } from "#web/features/access-logs/components/log-toolbar.tsx";
import { exportLogs } from "#web/features/access-logs/export-logs.ts";
import { canGrow, countActive, NO_FILTERS } from "#web/features/access-logs/filters.ts";
import { periodSubtitle } from "#web/features/access-logs/period-subtitle.ts";
import { useAccessLogs } from "#web/features/access-logs/use-access-logs.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toast.tsx";

const LogDrawer = lazyDialog(
  () => import("#web/features/access-logs/components/log-drawer.tsx"),
  (module) => module.LogDrawer,
);
const DIALOGS = [LogDrawer];

export function AccessLogsPage() {
  const search = useSearchText(ACCESS_LOGS_KEY);
  const [chosen, setChosen] = useState(NO_FILTERS);
  const filters = { ...chosen, plate: search.query };
  usePrefetched(DIALOGS);
  const [isPaused, setPaused] = useState(false);
  const [isReading, setReading] = useState(false);
  const [opened, setOpened] = useState<LogRow | null>(null);
  const logs = useAccessLogs(filters, isPaused || isReading || opened !== null);
  const grows = canGrow(filters, useNow());
  const isFiltered = filters.plate !== "" || countActive(filters) > 0;

  function clear(): void {
    search.setText("");
    setChosen(NO_FILTERS);
  }

  return (
    <div data-wide>
      <PageHead
        title={accessLogsTexts.title}
        subtitle={periodSubtitle(filters)}
        secondary={
          <>
            <LivePill state={grows ? (isPaused ? "paused" : logs.isConnected ? "live" : "connecting") : "ended"} />
            <Button
              icon={isPaused ? Play : Pause}
              isDisabled={!grows}
              aria-pressed={isPaused}
              onPress={() => setPaused(!isPaused)}
            >
              {isPaused ? accessLogsTexts.resume : accessLogsTexts.pause}
            </Button>
            <ExportButton onExport={() => exportLogs(filters)} />
          </>
        }
      />
      <LogToolbar
        text={search.text}
        onText={search.setText}
        isSearching={search.isSearching}
        filters={filters}
        onChange={(change) => setChosen({ ...chosen, ...change })}
        shown={logs.rows?.length}
        total={logs.total}
      />
      {logs.error && (
        <Note
          tone="fail"
          role="alert"
          className="mb-4"
          actions={[{ label: words.retry, onAction: logs.retry }]}
        >{`${accessLogsTexts.failed}. ${logs.error.message}`}</Note>
      )}
      {(logs.rows || !logs.error) && (
        <LogList
          logs={logs}
          onReading={setReading}
          onOpen={setOpened}
          isFiltered={isFiltered}
          emptyAction={isFiltered && <Button onPress={clear}>{words.clearFilters}</Button>}
        />
      )}
      {opened && (
        <LogDrawer row={logs.rows?.find((row) => row.id === opened.id) ?? opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

function ExportButton({ onExport }: { onExport: () => Promise<{ rows: number; isCut: boolean }> }) {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    setBusy(true);
    try {
      const { rows, isCut } = await onExport();
      if (isCut) toastSuccess(accessLogsTexts.exportCut(formatNumber(rows)), { title: accessLogsTexts.exported });
      else toastDone(accessLogsTexts.exported);
    } catch (error) {
      toastFailure(error);
    }
    setBusy(false);
  }
  return (
    <Button icon={Download} busy={busy} busyLabel={accessLogsTexts.exporting} onPress={() => void run()}>
      {accessLogsTexts.exportCsv}
    </Button>
  );
}
