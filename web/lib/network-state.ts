// Do we reach our server? Judged by our own requests, not by navigator.onLine: a portal on a house network works without
// the Internet. After the first failure the server is asked again with rising pauses until it answers.
import { language } from "#web/texts/language.ts";
import { createStore } from "./store.ts";

export type NetworkState =
  | { status: "ok" }
  /** Contact lost at `since`; next own attempt at `nextTryAt` (both ms since epoch), null while one is running. */
  | { status: "lost"; since: number; nextTryAt: number | null };

const PROBE_PATH = "/auth/v1/.well-known/jwks.json";
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export const networkState = createStore<NetworkState>({ status: "ok" });

let probeTimer: ReturnType<typeof setTimeout> | undefined;

/** fetch in the page's language, whatever the browser's is, that keeps the network state. Rejections are passed on unchanged. */
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

function contact(): void {
  clearTimeout(probeTimer);
  probeTimer = undefined;
  networkState.set({ status: "ok" });
}

function noContact(): void {
  if (networkState.get().status === "lost") return;
  networkState.set({ status: "lost", since: Date.now(), nextTryAt: null });
  scheduleProbe(FIRST_PAUSE_MS);
}

function scheduleProbe(pause: number): void {
  const before = networkState.get();
  if (before.status !== "lost") return;
  networkState.set({ ...before, nextTryAt: Date.now() + pause });
  probeTimer = setTimeout(() => void probe(pause), pause);
}

async function probe(pause: number): Promise<void> {
  const before = networkState.get();
  if (before.status !== "lost") return;
  networkState.set({ ...before, nextTryAt: null });
  try {
    await fetch(PROBE_PATH, { cache: "no-store" });
    contact();
  } catch {
    // Still away: that is the state we are in already.
    scheduleProbe(Math.min(pause * 2, LONGEST_PAUSE_MS));
  }
}
