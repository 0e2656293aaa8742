import { byId, setText } from "./dom.js";

export const SHOW_VERDICT_MS = 6000;

export const busyUntil = { door: 0, gate: 0 };

export function verdict(kind, state, title, text) {
  const element = byId(`${kind}-verdict`);
  element.dataset.state = state;
  setText(element.querySelector("strong"), title);
  setText(element.querySelector("small"), text);
}
