// Keeps the shown doors fresh: they are read every other second while the page is seen, and reread as they change.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { DOOR_WATCH_SECONDS, DOORS_WATCHED_MAX } from "#contract/door-states.ts";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { followTable } from "#web/lib/follow-table.ts";
import { throttled } from "#web/lib/throttled.ts";
import { watchDoors } from "./api/control-door.ts";
import { DOORS_KEY } from "./api/get-doors.ts";

const READ_PAUSE_MS = 500;
/** Twice within the time of a watch, so that none lapses. */
const WATCH_EVERY_MS = (DOOR_WATCH_SECONDS / 2) * 1000;

/** Whether changes come by themselves; null while that is not known yet. */
export function useDoorFeed(rows: readonly DoorListRow[] | undefined): { isConnected: boolean | null } {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState<boolean | null>(null);
  const ids = (rows ?? []).slice(0, DOORS_WATCHED_MAX).map(({ id }) => id);
  const shown = ids.join();
  useEffect(() => {
    if (shown === "") return;
    const watch = () => {
      // A list that is not seen asks nobody; a watch that failed is asked for again soon.
      if (document.visibilityState === "visible") watchDoors(shown.split(",")).catch(() => undefined);
    };
    watch();
    const timer = setInterval(watch, WATCH_EVERY_MS);
    document.addEventListener("visibilitychange", watch);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", watch);
    };
  }, [shown]);
  useEffect(() => {
    const read = throttled(() => client.invalidateQueries({ queryKey: DOORS_KEY }), READ_PAUSE_MS);
    return followTable("door_states", {
      onChange: read,
      onStatus: (isNow) => {
        setConnected(isNow);
        if (isNow) read();
      },
    });
  }, [client]);
  return { isConnected };
}
