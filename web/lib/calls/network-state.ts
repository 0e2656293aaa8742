// Knows whether the server is reachable, by the page's own requests rather than navigator.onLine: a portal on a local network works without
// the Internet. After a failure the server is probed with back-off until it answers.
import { backOff } from "#contract/back-off.ts";
import { createStore } from "#web/lib/store.ts";
import { language } from "#web/texts/language.ts";

export type NetworkState =
  | { status: "ok" }
  /** Contact lost at `since`; next probe at `nextTryAt` (ms since epoch), null while one is running. */
  | { status: "lost"; since: number; nextTryAt: number | null };

/** Tells whether the browser has no network at all, so that a failed call needs no second try. */
export function browserIsOffline(): boolean {
  return !navigator.onLine;
}

const PROBE_PATH = "/auth/v1/.well-known/jwks.json";
const PAUSES = { firstMs: 1_000, longestMs: 15_000 };

/** One object, so that an answer on a good line renders nothing again. */
const OK: NetworkState = { status: "ok" };

export const networkState = createStore<NetworkState>(OK);

let probeTimer: ReturnType<typeof setTimeout> | undefined;

/** Calls fetch in the page's language and tracks the network state. Rejections pass unchanged. */
export async function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set("Accept-Language", language());
  try {
    const response = await fetch(input, { ...init, headers });
    contact();
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) noContact();
    throw error;
  }
}

/**
 * Asks the server at once when the browser reports a change: on a local network the server may still answer. Returns a function that stops
 * it.
 */
export function followBrowser(): () => void {
  const ask = () => {
    clearTimeout(probeTimer);
    void probe(0);
  };
  for (const change of ["offline", "online"]) addEventListener(change, ask);
  return () => {
    for (const change of ["offline", "online"]) removeEventListener(change, ask);
  };
}

function contact(): void {
  clearTimeout(probeTimer);
  probeTimer = undefined;
  networkState.set(OK);
}

function noContact(): void {
  if (networkState.get().status === "lost") return;
  networkState.set({ status: "lost", since: Date.now(), nextTryAt: null });
  scheduleProbe(1);
}

function scheduleProbe(failures: number): void {
  const pause = backOff(failures, PAUSES);
  const before = networkState.get();
  if (before.status !== "lost") return;
  networkState.set({ ...before, nextTryAt: Date.now() + pause });
  probeTimer = setTimeout(() => void probe(failures), pause);
}

async function probe(failures: number): Promise<void> {
  const before = networkState.get();
  if (before.status === "lost") networkState.set({ ...before, nextTryAt: null });
  try {
    await fetch(PROBE_PATH, { cache: "no-store" });
    contact();
  } catch {
    if (networkState.get().status === "lost") scheduleProbe(failures + 1);
    else noContact();
  }
}
