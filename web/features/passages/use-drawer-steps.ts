import { useEffect } from "react";

/** Alt and an arrow lead to the next row of the list, or the one before, without closing. */
export function useDrawerSteps(onStep: (by: 1 | -1) => void): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      onStep(event.key === "ArrowDown" ? 1 : -1);
    };
    window.addEventListener("keydown", step);
    return () => window.removeEventListener("keydown", step);
  }, [onStep]);
}
