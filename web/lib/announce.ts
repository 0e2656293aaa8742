// Announcements to screen readers through the page's one polite live region (app/layout renders it).
import { createStore } from "./store.ts";

export const announcement = createStore("");

/** A trailing space toggles, so that repeated text is announced again. */
export function announce(text: string): void {
  announcement.set(announcement.get() === text ? `${text} ` : text);
}
