import { sessionState } from "#web/lib/session/session.ts";

/** Tells whether the signed-in person is a system admin, whose rights decide which columns a list may request. */
export function isSystemAdmin(): boolean {
  const state = sessionState.get();
  const person = state.status === "expired" ? state.last : state;
  return person.status === "signed-in" && person.role === "system_admin";
}
