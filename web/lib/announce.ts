// Announces texts to screen readers through the page's live regions (app/root renders them): a polite one, and one that interrupts for
// urgent texts.
import { createStore } from "./store.ts";

export const announcement = createStore("");
export const alarm = createStore("");

export const announce = (text: string): void => say(announcement, text);

/** Announces a door that stands open to anybody; not for actions on the page. */
export const announceAlarm = (text: string): void => say(alarm, text);

/** Sets a text. A trailing space toggles, so that repeated text is announced again. */
function say(store: typeof announcement, text: string): void {
  store.set(store.get() === text ? `${text} ` : text);
}
