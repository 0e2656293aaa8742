import { type ReactNode, useState } from "react";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useNow } from "#web/lib/now.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { ExportButton } from "#web/ui/logs/export-button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { ACCESS_LOGS_KEY, type LogRow } from "../api/get-access-logs.ts";
import { addressOf, canGrow, countActive, filtersIn, type LogFilters, NO_FILTERS } from "../filters.ts";
import { periodSubtitle } from "../period-subtitle.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { useAccessLogs } from "../use-access-logs.ts";
import { useDrawerSteps } from "../use-drawer-steps.ts";
import { HousingNote } from "./housing-note.tsx";
import { LiveControl } from "./live-control.tsx";
import { LogList } from "./log-list.tsx";
import { LogToolbar } from "./log-toolbar.tsx";

const LogDrawer = lazyDialog(
  () => import("./log-drawer.tsx"),
  (module) => module.LogDrawer,
);
const DIALOGS = [LogDrawer];

/** Shows the gates' log. `choice`: leads to the other logs. */
export function AccessLog({ choice }: { choice?: ReactNode }) {
  const address = useListAddress();
  const search = useSearchText(ACCESS_LOGS_KEY, address);
  const filters = { ...filtersIn(address), plate: search.query };
  usePrefetched(DIALOGS);
  const [isPaused, setPaused] = useState(false);
  const [isReading, setReading] = useState(false);
  const [opened, setOpened] = useState<LogRow | null>(null);
  const logs = useAccessLogs(filters, isPaused || isReading || opened !== null);
  const grows = canGrow(filters, useNow());
  const isFiltered = filters.plate !== "" || countActive(filters) > 0;

  useDrawerSteps(logs.rows ?? [], opened?.id ?? null, setOpened);

  function clear(): void {
    search.setText("");
    address.change({ ...addressOf(NO_FILTERS), q: null });
  }

  return (
    <div data-wide>
      <AccessLogHead filters={filters}>
        {!logs.isWithout && (
          <LiveControl
            {...{ grows, isPaused, setPaused }}
            isConnected={logs.isConnected}
            help={accessLogsTexts.liveHelp}
          />
        )}
      </AccessLogHead>
      <LogToolbar
        choice={choice}
        text={search.text}
        onText={search.setText}
        isSearching={search.isSearching}
        filters={filters}
        onChange={(change) => address.change(addressOf(change))}
        shown={logs.rows?.length}
        total={logs.total}
      />
      <HousingNote onShown={logs.retry} />
      {logs.error && (
        <RetryNote role="alert" className="mb-4" onRetry={logs.retry}>
          {accessLogsTexts.failed}. {logs.error.message}
        </RetryNote>
      )}
      {(logs.rows || !logs.error) && (
        <LogList logs={logs} onReading={setReading} onOpen={setOpened} onClear={isFiltered ? clear : null} />
      )}
      {opened && (
        <LogDrawer row={logs.rows?.find((row) => row.id === opened.id) ?? opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

function AccessLogHead({ filters, children }: { filters: LogFilters; children: ReactNode }) {
  return (
    <PageHead
      title={accessLogsTexts.title}
      subtitle={periodSubtitle(accessLogsTexts.passages, filters)}
      secondary={
        <>
          {children}
          <ExportButton texts={accessLogsTexts} onExport={() => exportShown(filters)} />
        </>
      }
    />
  );
}

async function exportShown(filters: LogFilters) {
  return await (await fetchPart(import("../export-logs.ts"))).exportLogs(filters);
}
