import { backOff } from "#contract/back-off.ts";
import { networkState } from "#web/lib/calls/network-state.ts";
import { sessionState } from "#web/lib/session/session.ts";
import type { Store } from "#web/lib/store.ts";
import type { Waiting } from "./run-import.ts";

const PAUSES = { firstMs: 1_000, longestMs: 15_000 };

export async function waitFor(reason: Waiting, tries: number, signal: AbortSignal): Promise<void> {
  await pause(backOff(tries, PAUSES), signal);
  if (reason === "network") await until(networkState, (state) => state.status === "ok", signal);
  // When the session has ended, the person signs in again over the dialog.
  if (reason === "session") await until(sessionState, (state) => state.status === "signed-in", signal);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

function until<T>(store: Store<T>, holds: (value: T) => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (holds(store.get()) || signal.aborted) return resolve();
    const stop = store.subscribe(() => {
      if (!holds(store.get())) return;
      stop();
      resolve();
    });
    signal.addEventListener(
      "abort",
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
}
