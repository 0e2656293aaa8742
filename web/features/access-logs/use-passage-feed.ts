// Rereads the list when a door or a gate reports something, while the page is open.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followTable } from "#web/lib/follow-table.ts";
import { throttled } from "#web/lib/throttled.ts";
import { PASSAGES_KEY } from "./api/get-passages.ts";

/** Keeps many open pages from rereading their lists with every car and every event of a busy door. */
const READ_PAUSE_MS = 3_000;

/** `isMoving` false: rows must stay where they are. */
export function usePassageFeed(isMoving: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMoving) return;
    const read = throttled(() => client.invalidateQueries({ queryKey: PASSAGES_KEY }), READ_PAUSE_MS);
    const follower = { onChange: read, onStatus: (isConnected: boolean) => isConnected && read() };
    const leave = [followTable("access_logs", follower), followTable("door_events", follower)];
    return () => {
      for (const end of leave) end();
    };
  }, [client, isMoving]);
}
