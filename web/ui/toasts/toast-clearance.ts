// Areas that toasts keep clear: bars at the bottom, dialogs, drawers and a page's buttons; and the empty part of the top bar that they use.
import { type RefCallback, useCallback } from "react";
import { createStore } from "#web/lib/store.ts";
import type { Gutters, HeadButtons, Room } from "./toast-place.ts";

/** Height of the highest bar at the bottom: the page's on phones, a dialog's foot. */
export const bottomBar = createStore(0);
export const openGutters = createStore<Gutters | null>(null);
export const topRoom = createStore<Room | null>(null);
export const headButtons = createStore<HeadButtons | null>(null);

const bars = new Map<Element, number>();
const panels = new Map<Element, Gutters>();

/** Returns the `ref` of a bar. */
export function useKeptClear<T extends HTMLElement>(): RefCallback<T> {
  return useFollowed((element, isGone) => {
    if (isGone) bars.delete(element);
    else bars.set(element, element.offsetHeight);
    bottomBar.set(Math.ceil(Math.max(0, ...bars.values())));
  });
}

/** Returns the `ref` of a panel over the page. */
export function useOpenPanel<T extends HTMLElement>(): RefCallback<T> {
  return useFollowed((element, isGone) => {
    // The element's rectangle is not used, because it moves while the element enters.
    const { offsetLeft: left, offsetWidth } = element;
    if (isGone) panels.delete(element);
    else panels.set(element, { left, right: innerWidth - left - offsetWidth });
    const all = [...panels.values()];
    openGutters.set(
      all.length === 0
        ? null
        : { left: Math.min(...all.map((one) => one.left)), right: Math.min(...all.map((one) => one.right)) },
    );
  });
}

/** Returns the `ref` of the top bar's element without content. */
export function useToastRoom<T extends HTMLElement>(): RefCallback<T> {
  return useFollowed((element, isGone) => {
    const { left, right } = element.getBoundingClientRect();
    topRoom.set(isGone ? null : { left, right });
  });
}

/** Returns the `ref` of a page's title, which takes the width that the buttons beside it leave. */
export function useTitle<T extends HTMLElement>(): RefCallback<T> {
  return useFollowed((element, isGone) => {
    const buttons = [...(element.parentElement?.children ?? [])]
      .filter((child) => child !== element)
      .map((child) => child.getBoundingClientRect());
    const { bottom } = element.getBoundingClientRect();
    headButtons.set(
      isGone
        ? null
        : {
            left: Math.min(...buttons.map(({ left }) => left)),
            top: scrollY + Math.min(bottom, ...buttons.map(({ top }) => top)),
            bottom: scrollY + Math.max(bottom, ...buttons.map((one) => one.bottom)),
          },
    );
  });
}

function useFollowed<T extends HTMLElement>(follow: (element: T, isGone: boolean) => void): RefCallback<T> {
  return useCallback(
    (element: T | null) => {
      if (!element) return;
      const measure = () => follow(element, false);
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      addEventListener("resize", measure);
      return () => {
        observer.disconnect();
        removeEventListener("resize", measure);
        follow(element, true);
      };
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each caller's function is the same in every render
    [],
  );
}
