// Remembers the page from which a person was sent to sign in, and whose session had ended.
import { emailAtStart } from "#web/lib/calls/email-at-start.ts";

export interface ReturnAddress {
  returnTo: string;
  /** The email of the session that ended; absent when there was none. */
  endedFor?: string;
}

/** Returns the address of the page that is open now, reached from outside. */
export function returnAddress({ isSignedOut }: { isSignedOut: boolean }): ReturnAddress {
  const returnTo = location.pathname + location.search;
  const email = emailAtStart();
  return { returnTo, ...(isSignedOut && email !== null && { endedFor: email }) };
}

const KEPT_KEY = "portal.return-to";

/** Keeps the address during a sign-in at a provider, which leaves the portal and its history. Kept for the tab. */
export function keepReturnAddress(returnTo: string | undefined): void {
  if (returnTo === undefined) sessionStorage.removeItem(KEPT_KEY);
  else sessionStorage.setItem(KEPT_KEY, returnTo);
}

/** Returns the address to return to after a sign-in in this tab; undefined without one. */
export function keptReturnAddress(): string | undefined {
  return sessionStorage.getItem(KEPT_KEY) ?? undefined;
}

/** Returns the page to open after signing in: never one outside the person's own area, whose first page is `home`. */
export function pageAfterSignIn(home: string, returnTo: string | undefined): string {
  const isOwn = returnTo !== undefined && (returnTo === home || ["/", "?"].includes(returnTo.charAt(home.length)));
  return isOwn && returnTo.startsWith(home) ? returnTo : home;
}
