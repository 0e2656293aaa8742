// Rereads the list when doors report something, while the page is open.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followTable } from "#web/lib/follow-table.ts";
import { throttled } from "#web/lib/throttled.ts";
import { DOOR_EVENTS_KEY } from "./api/get-door-events.ts";

/** Keeps many open pages from rereading their lists with every event of a busy door. */
const READ_PAUSE_MS = 3_000;

/** Of which the list is made. */
const TABLES = ["door_events", "shared_door_events"] as const;

/** `isMoving` false: rows must stay where they are. */
export function useDoorEventFeed(isMoving: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMoving) return;
    const read = throttled(() => client.invalidateQueries({ queryKey: DOOR_EVENTS_KEY }), READ_PAUSE_MS);
    const stops = TABLES.map((table) =>
      followTable(table, { onChange: read, onStatus: (isConnected) => isConnected && read() }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, isMoving]);
}
