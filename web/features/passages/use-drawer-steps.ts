import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Makes Alt and an arrow open the next of the rows, or the previous one, in place of the opened row. When the drawer closes after a step, the
 * focus goes to the row shown last, not to the one that opened it.
 */
export function useDrawerSteps<Row extends { id: string }>(
  rows: readonly Row[],
  openedId: string | null,
  open: (row: Row) => void,
): void {
  const isOpen = openedId !== null;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    const at = rows.findIndex(({ id }) => id === openedId);
    const next = at < 0 ? undefined : rows[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) open(next);
  });
  useEffect(() => {
    if (!isOpen) return;
    const step = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", step);
    return () => window.removeEventListener("keydown", step);
  }, [isOpen]);

  const visit = useRef<{ opener: string; shown: string } | null>(null);
  useEffect(() => {
    if (openedId !== null) {
      visit.current = { opener: visit.current?.opener ?? openedId, shown: openedId };
      return;
    }
    const ended = visit.current;
    visit.current = null;
    if (ended === null || ended.shown === ended.opener) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(ended.shown)}"]`);
    // The dialog returns the focus to its opener a frame after it has gone.
    requestAnimationFrame(() => requestAnimationFrame(() => row?.focus()));
  }, [openedId]);
}
