import { createStore, type Store, useStore } from "./store.ts";

function watch(query: string): Store<boolean> {
  const list = matchMedia(query);
  const store = createStore(list.matches);
  list.addEventListener("change", () => store.set(list.matches));
  return store;
}

const phone = watch("(width < 40rem)");
const wide = watch("(width >= 64rem)");

/** Tells whether the page is under 640 px: tables are cards, dialogs full screen. */
export function useIsPhone(): boolean {
  return useStore(phone);
}

/** Tells whether the page is at least 1024 px wide: the sidebar stands beside the page. */
export function useIsWide(): boolean {
  return useStore(wide);
}
