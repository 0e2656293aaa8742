import { useEffect, useEffectEvent, useState } from "react";

/**
 * Makes Alt and an arrow go to the next row of the list, or the previous one, without closing. When the drawer closes after a step, the focus
 * goes to the row shown last, not to the one that opened it.
 */
export function useDrawerSteps(onStep: (by: 1 | -1) => void, rowId: string): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      onStep(event.key === "ArrowDown" ? 1 : -1);
    };
    window.addEventListener("keydown", step);
    return () => window.removeEventListener("keydown", step);
  }, [onStep]);

  const [opener] = useState(rowId);
  const focusShown = useEffectEvent(() => {
    if (rowId === opener) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"]`);
    // The dialog returns the focus to its opener a frame after it has gone.
    requestAnimationFrame(() => requestAnimationFrame(() => row?.focus()));
  });
  useEffect(() => () => focusShown(), []);
}
