// Collects passages of gates as they come, before the next reading has them.
import { useEffect, useMemo, useState } from "react";
import { throttled } from "#web/lib/live/throttled.ts";
import { type Arrived, addArrived, type RecentRow, recentRow } from "./recent-rows.ts";

const DRAW_PAUSE_MS = 50;

export interface ArrivedPassages {
  arrived: readonly Arrived[];
  /** Takes a change of access_logs; returns true when the list must be read again. */
  take: (change: { eventType: string; new: unknown }) => boolean;
}

/** Returns the passages that have come. `take` collects one, and returns false when the list need not be read again. */
export function useArrived(): ArrivedPassages {
  const [arrived, setArrived] = useState<readonly Arrived[]>([]);
  const { take, clear } = useMemo(() => {
    const news = new Map<string, RecentRow>();
    const draw = throttled(async () => {
      const rows = [...news.values()].toReversed();
      news.clear();
      setArrived((before) => addArrived(before, rows, Date.now()));
    }, DRAW_PAUSE_MS);
    return {
      clear: () => news.clear(),
      take: (change: { eventType: string; new: unknown }) => {
        const row = recentRow.safeParse(change.new);
        if (row.success) {
          news.set(row.data.id, row.data);
          draw();
        }
        return change.eventType !== "UPDATE" || !row.success;
      },
    };
  }, []);
  useEffect(() => clear, [clear]);
  return { arrived, take };
}
