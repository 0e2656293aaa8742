// Watches the doors on a page: they are read every other second while the page is visible (docs/decisions/0044).
import { useEffect } from "react";
import { DOOR_WATCH_SECONDS, DOORS_WATCHED_MAX } from "#contract/door-states.ts";
import { doorControl } from "#contract/functions/door-control.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Renews a watch twice within its duration, so that it never lapses. */
const WATCH_EVERY_MS = (DOOR_WATCH_SECONDS / 2) * 1000;

/** Watches the first of these doors for as long as the component is shown and the page visible. */
export function useDoorWatch(doorIds: readonly string[]): void {
  const shown = doorIds.slice(0, DOORS_WATCHED_MAX).join();
  useEffect(() => {
    if (shown === "") return;
    const watch = () => {
      // An invisible page watches nothing; a failed watch is soon renewed.
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
}

const watchDoors = (ids: string[]) => callAction(doorControl.STATE, { access_point_ids: ids });
