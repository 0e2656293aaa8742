// Keeps the shown doors fresh: they are read every other second while the page is visible, and fetched again as they change.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { useDoorWatch } from "#web/lib/doors/watch-doors.ts";
import { followTable } from "#web/lib/live/follow-table.ts";
import { throttled } from "#web/lib/live/throttled.ts";
import { DOORS_KEY } from "./api/get-doors.ts";

const READ_PAUSE_MS = 500;
/** Tells whether changes arrive by themselves; null while that is unknown. */
export function useDoorFeed(rows: readonly DoorListRow[] | undefined): { isConnected: boolean | null } {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState<boolean | null>(null);
  useDoorWatch((rows ?? []).map(({ id }) => id));
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
