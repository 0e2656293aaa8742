// Keeps rows in place while somebody reads them; newer ones wait until requested.
import { useState } from "react";
import { heldRows } from "./live-rows.ts";

export interface HeldRows<Row> {
  rows: readonly Row[] | undefined;
  waiting: number;
  showNewest: () => void;
}

/**
 * Returns the rows. `key` names the filters that `latest` was read for; `latest` is undefined until it is read. `stopped`: rows must not
 * move now.
 */
export function useHeldRows<Row extends { id: string }>(
  key: string,
  latest: readonly Row[] | undefined,
  stopped: boolean,
): HeldRows<Row> {
  const [held, setHeld] = useState<{ key: string; rows: readonly Row[] } | null>(null);
  if (stopped && latest && held?.key !== key) setHeld({ key, rows: latest });
  if (!stopped && held) setHeld(null);
  const shown = latest && heldRows(latest, stopped && held?.key === key ? held.rows : null);
  return {
    rows: shown?.rows,
    waiting: shown?.waiting ?? 0,
    showNewest: () => latest && setHeld({ key, rows: latest }),
  };
}
