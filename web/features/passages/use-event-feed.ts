// Reads the list again when doors or gates report something, while the page is open.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followTable } from "#web/lib/live/follow-table.ts";
import { throttled } from "#web/lib/live/throttled.ts";
import { EVENTS_KEY, type EventLogName } from "./api/get-events.ts";
import type { Arrived } from "./recent-rows.ts";
import { useArrived } from "./use-arrived.ts";

/** Keeps many open pages from reading their lists again with every car and every event of a busy door; a car shows at once. */
const READ_PAUSE_MS = 3_000;

/** The tables of each list. */
const TABLES = {
  doors: ["door_events", "shared_door_events"],
  all: ["door_events", "shared_door_events", "access_logs"],
} as const;

/** Tells whether changes now arrive by themselves, with passages of gates that the list may not have yet. */
export function useEventFeed(log: EventLogName): { isConnected: boolean; arrived: readonly Arrived[] } {
  const client = useQueryClient();
  const [connected, setConnected] = useState<ReadonlySet<string>>(new Set());
  const { arrived, take } = useArrived();
  useEffect(() => {
    const read = throttled(() => client.invalidateQueries({ queryKey: EVENTS_KEY }), READ_PAUSE_MS);
    const stops = TABLES[log].map((table) =>
      followTable(table, {
        onChange: (change) => {
          if (table !== "access_logs" || take(change)) read();
        },
        onStatus: (isConnected) => {
          setConnected((before) => {
            const now = new Set(before);
            if (isConnected) now.add(table);
            else now.delete(table);
            return now;
          });
          if (isConnected) read();
        },
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, log, take]);
  return { isConnected: TABLES[log].every((table) => connected.has(table)), arrived };
}
