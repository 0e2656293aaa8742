// Rereads the list when doors report something, while the page is open.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchedAtLast, lazyChunk } from "#web/lib/lazy-chunk.ts";
import { DOOR_EVENTS_KEY } from "./api/get-door-events.ts";
import { throttled } from "./throttled.ts";

/** Keeps many open pages from rereading their lists with every event of a busy door. */
const READ_PAUSE_MS = 3_000;

const realtimeCode = lazyChunk(
  () => import("#web/lib/realtime.ts"),
  (module) => module,
);

/** `isMoving` false: rows must stay where they are. */
export function useDoorEventFeed(isMoving: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMoving) return;
    const read = throttled(() => client.invalidateQueries({ queryKey: DOOR_EVENTS_KEY }), READ_PAUSE_MS);
    let leave = () => {};
    let left = false;
    const follow = async () => {
      const realtime = await fetchedAtLast(realtimeCode, () => left);
      if (!realtime) return;
      const { closeChannel, openChannel, SUBSCRIBED } = realtime;
      const channel = openChannel("door_events")
        .on("postgres_changes", { event: "INSERT", schema: "public", table: "door_events" }, () => read())
        .subscribe((status) => {
          if (status === SUBSCRIBED) read();
        });
      leave = () => void closeChannel(channel);
    };
    void follow();
    return () => {
      left = true;
      leave();
    };
  }, [client, isMoving]);
}
