import { useEffect, useRef } from "react";
import { announce } from "#web/lib/announce.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { heldRows } from "./live-rows.ts";
import { doorLogTexts as t } from "./texts/door-log.sv.ts";

/** Announces to screen readers how many rows came on top. `rows`: the shown ones, so that waiting rows are not announced. */
export function useNewRowsSaid(key: string, rows: readonly { id: string }[] | undefined): void {
  const before = useRef<{ key: string; rows: readonly { id: string }[] } | null>(null);
  useEffect(() => {
    if (!rows) return;
    const known = before.current;
    before.current = { key, rows };
    if (known === null || known.key !== key) return;
    const { waiting: added } = heldRows(rows, known.rows);
    if (added > 0) announce(t.newRowsShown(formatNumber(added), added > 1));
  }, [key, rows]);
}
