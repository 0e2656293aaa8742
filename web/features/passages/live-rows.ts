interface Identified {
  id: string;
}

export interface Held<Row extends Identified> {
  rows: readonly Row[];
  waiting: number;
}

/**
 * Returns the rows to show. `held`: the rows on screen when the list paused; null while it is live. Held rows are updated in place. Newer
 * rows, and rows that were read late, wait.
 */
export function heldRows<Row extends Identified>(latest: readonly Row[], held: readonly Row[] | null): Held<Row> {
  if (held === null) return { rows: latest, waiting: 0 };
  const news = new Map(latest.map((row) => [row.id, row]));
  const shown = new Set(held.map((row) => row.id));
  const waiting = latest.filter((row) => !shown.has(row.id)).length;
  return { rows: held.map((row) => news.get(row.id) ?? row), waiting };
}

/** Applies a change event to a listed row; returns the same array when nothing changed. */
export function patchRow<Row extends Identified & { macro_executed?: boolean | null }>(
  rows: readonly Row[],
  change: { id: string; macro_executed: boolean | null },
): readonly Row[] {
  const old = rows.find((row) => row.id === change.id);
  if (!old || old.macro_executed === change.macro_executed) return rows;
  return rows.map((row) => (row === old ? { ...row, macro_executed: change.macro_executed } : row));
}
