// The list and its live rows: the channel promises freshness, the list promises completeness.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { z } from "zod";
import type { Page } from "../../lib/rows.ts";
import { ACCESS_LOGS_KEY, getAccessLogsQueryOptions, type LogRow } from "./api/get-access-logs.ts";
import type { LogFilters } from "./filters.ts";
import { heldRows, patchRow } from "./live-rows.ts";
import { throttled } from "./throttled.ts";

/** A busy hour must not make the page read its list with every car. */
const READ_PAUSE_MS = 400;

const changedRow = z.object({ id: z.string(), macro_executed: z.boolean().nullable() });

export interface AccessLogs {
  /** undefined while the first load runs. */
  rows: readonly LogRow[] | undefined;
  /** All that the filters match. */
  total: number;
  /** Rows that have arrived and wait until the list runs again. */
  waiting: number;
  /** Rows of another filter are shown until these are here. */
  isStale: boolean;
  error: Error | null;
  retry: () => void;
  isConnected: boolean;
  /** Came after the page was opened. */
  isNew: (row: LogRow) => boolean;
  /** Shows what waits, also while the list stands still. */
  showNewest: () => void;
}

/** `stopped`: nothing may move now. */
export function useAccessLogs(filters: LogFilters, stopped: boolean): AccessLogs {
  const query = useQuery(getAccessLogsQueryOptions(filters));
  const isConnected = useLogChannel();
  const key = JSON.stringify(filters);
  const own = query.isPlaceholderData ? undefined : query.data?.rows;

  const [first, setFirst] = useState<{ key: string; ids: ReadonlySet<string> } | null>(null);
  if (own && first?.key !== key) setFirst({ key, ids: new Set(own.map((row) => row.id)) });

  const [held, setHeld] = useState<{ key: string; rows: readonly LogRow[] } | null>(null);
  if (stopped && own && held?.key !== key) setHeld({ key, rows: own });
  if (!stopped && held) setHeld(null);

  const latest = query.data?.rows;
  const shown = latest && heldRows(latest, stopped && held?.key === key ? held.rows : null);
  return {
    rows: shown?.rows,
    total: query.data?.total ?? 0,
    waiting: shown?.waiting ?? 0,
    isStale: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
    isConnected,
    isNew: (row) => first?.key === key && !first.ids.has(row.id),
    showNewest: () => own && setHeld({ key, rows: own }),
  };
}

/** Follows the table while the page is open; every (re)connection reads the list again. */
function useLogChannel(): boolean {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    const read = throttled(() => client.invalidateQueries({ queryKey: ACCESS_LOGS_KEY }), READ_PAUSE_MS);
    let leave = () => {};
    let left = false;
    const follow = async () => {
      const { closeChannel, openChannel, SUBSCRIBED } = await import("../../lib/realtime.ts");
      if (left) return;
      const channel = openChannel("access_logs")
        .on("postgres_changes", { event: "*", schema: "public", table: "access_logs" }, (change) => {
          const row = changedRow.safeParse(change.new);
          if (change.eventType === "UPDATE" && row.success) {
            client.setQueriesData<Page<LogRow>>({ queryKey: ACCESS_LOGS_KEY }, (page) =>
              page ? { ...page, rows: [...patchRow(page.rows, row.data)] } : page,
            );
          } else read();
        })
        .subscribe((status) => {
          setConnected(status === SUBSCRIBED);
          if (status === SUBSCRIBED) read();
        });
      leave = () => void closeChannel(channel);
    };
    // The rows come first: the socket's 17 kB are fetched meanwhile.
    void follow();
    return () => {
      left = true;
      leave();
    };
  }, [client]);
  return isConnected;
}
