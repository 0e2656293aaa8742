// Toasts keep clear of the page's head and, on phones, of the bottom bar or the dialog's foot.
import { type RefCallback, useCallback } from "react";
import { createStore, type Store } from "#web/lib/store.ts";

type Edge = "top" | "bottom";

export const keptClear: Record<Edge, Store<number>> = { top: createStore(0), bottom: createStore(0) };
const parts: Record<Edge, Map<Element, number>> = { top: new Map(), bottom: new Map() };

/** For the `ref` of a part. `top`: measured as if the page were not scrolled. */
export function useKeptClear<T extends HTMLElement>(edge: Edge): RefCallback<T> {
  return useCallback(
    (element: T | null) => {
      if (!element) return;
      const measure = () => {
        parts[edge].set(
          element,
          edge === "bottom" ? element.offsetHeight : element.getBoundingClientRect().bottom + scrollY,
        );
        publish(edge);
      };
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => {
        observer.disconnect();
        parts[edge].delete(element);
        publish(edge);
      };
    },
    [edge],
  );
}

function publish(edge: Edge): void {
  keptClear[edge].set(Math.ceil(Math.max(0, ...parts[edge].values())));
}
