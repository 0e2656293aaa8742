// Rereads the list when doors or gates report something, while the page is open.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followTable } from "#web/lib/follow-table.ts";
import { throttled } from "#web/lib/throttled.ts";
import { EVENTS_KEY, type EventLogName } from "./api/get-events.ts";

/** Keeps many open pages from rereading their lists with every car and every event of a busy door. */
const READ_PAUSE_MS = 3_000;

/** Of which the list is made. */
const TABLES = {
  doors: ["door_events", "shared_door_events"],
  all: ["door_events", "shared_door_events", "access_logs"],
} as const;

/** `isMoving` false: rows must stay where they are. */
export function useEventFeed(log: EventLogName, isMoving: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMoving) return;
    const read = throttled(() => client.invalidateQueries({ queryKey: EVENTS_KEY }), READ_PAUSE_MS);
    const stops = TABLES[log].map((table) =>
      followTable(table, { onChange: read, onStatus: (isConnected) => isConnected && read() }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, log, isMoving]);
}
