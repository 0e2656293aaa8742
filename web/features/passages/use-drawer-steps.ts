import { useEffect } from "react";

/** Makes Alt and an arrow go to the next row of the list, or the previous one, without closing. */
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
