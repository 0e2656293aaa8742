// Says something to screen readers through the page's one polite live region (app/layout renders it).
import { createStore } from "./store.ts";

export const announcement = createStore("");

/** The same words twice in a row are said twice: a trailing space toggles. */
export function announce(text: string): void {
  announcement.set(announcement.get() === text ? `${text} ` : text);
}
