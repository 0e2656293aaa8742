import { ScrollText } from "lucide-react";
import { formatTime } from "#web/lib/dates.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import type { LogRow } from "../api/get-access-logs.ts";
import { gateRowName } from "../portal-opening.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import type { AccessLogs } from "../use-access-logs.ts";
import { HeldList } from "./held-list.tsx";
import { logColumns } from "./log-columns.tsx";

export interface LogListProps {
  logs: AccessLogs;
  /** Called when the reader's pointer, focus or scrolling begins or ends. */
  onReading: (isReading: boolean) => void;
  onOpen: (row: LogRow) => void;
  /** Null while no filter is set. */
  onClear: (() => void) | null;
}

export function LogList({ logs, onReading, onOpen, onClear }: LogListProps) {
  return (
    <HeldList
      waiting={logs.waiting}
      said={accessLogsTexts.newRowsSaid}
      showNewest={logs.showNewest}
      onReading={onReading}
    >
      <DataTable
        label={accessLogsTexts.title}
        columns={logColumns}
        rows={logs.rows}
        rowId={(row) => row.id}
        rowName={(row) =>
          accessLogsTexts.rowName(gateRowName({ ...row, reason: row.access_reason }), formatTime(row.detected_at))
        }
        live
        rowClass={(row) => (logs.isNew(row) ? "animate-new-row" : undefined)}
        onOpen={onOpen}
        stale={logs.isStale}
        sort={{ key: "detected_at", direction: "descending" }}
        empty={
          <EmptyList
            icon={ScrollText}
            filtered={{ title: accessLogsTexts.emptyFiltered, help: accessLogsTexts.emptyFilteredHelp }}
            unfiltered={
              logs.isWithout
                ? {
                    title: accessLogsTexts.noGates,
                    help: accessLogsTexts.noGatesHelp,
                    action: <FillLink by="controller" />,
                  }
                : { title: accessLogsTexts.empty, help: accessLogsTexts.emptyHelp, action: <FillLink by="opening" /> }
            }
            onClear={onClear}
          />
        }
      />
    </HeldList>
  );
}
