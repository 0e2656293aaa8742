// Follows the changes of a table over the websocket, whose code is fetched after the rows.
import type { RealtimeTable } from "#contract/realtime.ts";
import { fetchedAtLast, lazyChunk } from "#web/lib/chunks/lazy-chunk.ts";

const realtimeCode = lazyChunk(
  () => import("./realtime.ts"),
  (module) => module,
);

export interface TableFollower {
  onChange: (change: { eventType: string; new: unknown }) => void;
  /** Called at every (re)connection, and when the connection is lost. */
  onStatus: (isConnected: boolean) => void;
}

/** Follows a table; returns a function that stops it. */
export function followTable(table: RealtimeTable, { onChange, onStatus }: TableFollower): () => void {
  let leave = () => {};
  let left = false;
  const follow = async () => {
    const realtime = await fetchedAtLast(realtimeCode, () => left);
    if (!realtime) return;
    const { closeChannel, openChannel, SUBSCRIBED } = realtime;
    const channel = openChannel(table)
      .on("postgres_changes", { event: "*", schema: "public", table }, onChange)
      .subscribe((status) => onStatus(status === SUBSCRIBED));
    leave = () => void closeChannel(channel);
  };
  void follow();
  return () => {
    left = true;
    leave();
  };
}
