// Combines the realtime channel, which gives freshness, with the list, which gives completeness.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { GATE_TYPES } from "#contract/devices.ts";
import { ACCESS_LOG_LIMIT } from "#contract/limits.ts";
import { followTable } from "#web/lib/live/follow-table.ts";
import { throttled } from "#web/lib/live/throttled.ts";
import { ACCESS_LOGS_KEY, getAccessLogsQueryOptions, type LogRow } from "./api/get-access-logs.ts";
import {
  getLogControllersQueryOptions,
  isWithoutAny,
  type ListedController,
  namedById,
} from "./api/get-log-controllers.ts";
import type { LogFilters } from "./filters.ts";
import { type Arrived, withArrived } from "./recent-rows.ts";
import { useArrived } from "./use-arrived.ts";
import { useHeldRows } from "./use-held-rows.ts";

/** Keeps 200 open pages from reading their lists again with every car; the row itself shows at once. */
const READ_PAUSE_MS = 3_000;

export interface AccessLogs {
  rows: readonly LogRow[] | undefined;
  total: number;
  waiting: number;
  /** True while rows of the previous filter are shown. */
  isStale: boolean;
  error: Error | null;
  retry: () => void;
  isConnected: boolean;
  /** The reader has no gate, so that an empty log has nothing to wait for. */
  isWithout: boolean;
  isNew: (row: LogRow) => boolean;
  showNewest: () => void;
}

/** Returns the log's rows. `stopped`: rows must not move now. */
export function useAccessLogs(filters: LogFilters, stopped: boolean): AccessLogs {
  const query = useQuery(getAccessLogsQueryOptions(filters));
  const { data: gates } = useQuery(getLogControllersQueryOptions());
  const { isConnected, arrived } = useLogChannel();
  const key = JSON.stringify(filters);
  const page = query.data;
  const latest = useMemo(
    () => page && liveRows(page.rows, arrived, filters, gates ?? []),
    [page, arrived, filters, gates],
  );
  const own = query.isPlaceholderData ? undefined : latest?.rows;

  const [first, setFirst] = useState<{ key: string; ids: ReadonlySet<string> } | null>(null);
  if (own && first?.key !== key) setFirst({ key, ids: new Set(own.map((row) => row.id)) });

  const shown = useHeldRows(key, own, stopped);
  return {
    rows: shown.rows ?? latest?.rows,
    total: (page?.total ?? 0) + (latest?.added ?? 0),
    waiting: shown.waiting,
    isStale: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
    isConnected,
    isWithout: page?.rows.length === 0 && isWithoutAny(GATE_TYPES, gates),
    isNew: (row) => first?.key === key && !first.ids.has(row.id),
    showNewest: shown.showNewest,
  };
}

function liveRows(
  read: readonly LogRow[],
  arrived: readonly Arrived[],
  filters: LogFilters,
  gates: readonly ListedController[],
) {
  return withArrived(read, arrived, { filters, gates: namedById(gates), limit: ACCESS_LOG_LIMIT, now: Date.now() });
}

/** Subscribes while the page is open; every (re)connection reads the list again. */
function useLogChannel(): { isConnected: boolean; arrived: readonly Arrived[] } {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState(false);
  const { arrived, take } = useArrived();
  useEffect(() => {
    const read = throttled(() => client.invalidateQueries({ queryKey: ACCESS_LOGS_KEY }), READ_PAUSE_MS);
    return followTable("access_logs", {
      onChange: (change) => {
        if (take(change)) read();
      },
      onStatus: (connected) => {
        setConnected(connected);
        if (connected) read();
      },
    });
  }, [client, take]);
  return { isConnected, arrived };
}
