import { sessionState } from "#web/lib/session/session.ts";

/** Of the person signed in, whose rights decide which columns a list may ask for. */
export function isSystemAdmin(): boolean {
  const state = sessionState.get();
  const person = state.status === "expired" ? state.last : state;
  return person.status === "signed-in" && person.role === "system_admin";
}
