// Remembers a sign-in from the press on "Logga in" until the person is in, which is announced once, after a new password and the second
// factor. Kept for the tab, since a step may reload the page.
const SIGNING_IN_KEY = "portal.signing-in";

/** Remembers that somebody is signing in. */
export function beginArrival(): void {
  sessionStorage.setItem(SIGNING_IN_KEY, "yes");
}

/** Ends an arrival; returns true once for each one begun. */
export function endArrival(): boolean {
  const begun = sessionStorage.getItem(SIGNING_IN_KEY) !== null;
  sessionStorage.removeItem(SIGNING_IN_KEY);
  return begun;
}
