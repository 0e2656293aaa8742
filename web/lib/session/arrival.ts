// From a press on "Logga in" to being in. Said once, when a new password and the second factor are done too.
// Kept for the tab, since a step may reload the page.
const SIGNING_IN_KEY = "portal.signing-in";

export function beginArrival(): void {
  sessionStorage.setItem(SIGNING_IN_KEY, "yes");
}

/** True once for each arrival begun. */
export function endArrival(): boolean {
  const begun = sessionStorage.getItem(SIGNING_IN_KEY) !== null;
  sessionStorage.removeItem(SIGNING_IN_KEY);
  return begun;
}
