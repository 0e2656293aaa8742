import { type RefObject, useEffect, useRef } from "react";

const LEFT_BY = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Brings the last part of a scrolling form into view when it unfolds. Keeps it there while later answers push it down, until somebody
 * scrolls, presses or types.
 */
export function useUnfoldedInView<T extends HTMLElement>(isOpen: boolean): RefObject<T | null> {
  const part = useRef<T>(null);
  useEffect(() => {
    const form = part.current?.parentElement;
    if (!isOpen || !form) return;
    // Observing calls back at once, so this also scrolls to the unfolded part.
    const observer = new ResizeObserver(() => part.current?.scrollIntoView({ block: "nearest" }));
    observer.observe(form);
    const left = new AbortController();
    const leave = () => {
      observer.disconnect();
      left.abort();
    };
    for (const event of LEFT_BY) form.addEventListener(event, leave, { signal: left.signal, passive: true });
    return leave;
  }, [isOpen]);
  return part;
}
