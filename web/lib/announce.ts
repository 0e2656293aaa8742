// Announcements to screen readers through the page's live regions (app/root renders them): a polite one, and one that
// interrupts, for what cannot wait.
import { createStore } from "./store.ts";

export const announcement = createStore("");
export const alarm = createStore("");

export const announce = (text: string): void => say(announcement, text);

/** For a door that stands open to anybody; not for what somebody did on the page. */
export const announceAlarm = (text: string): void => say(alarm, text);

/** A trailing space toggles, so that repeated text is announced again. */
function say(store: typeof announcement, text: string): void {
  store.set(store.get() === text ? `${text} ` : text);
}
