// A toast about something that waits for devices: it stays until they have answered, and then shows the outcome.
import { onPersonLeft } from "#web/lib/session/person-left.ts";
import { type Act, toastConfirmed, toastWaiting } from "./toast.tsx";

const ASK_EVERY_MS = 3_000;

const running = new Set<() => void>();
onPersonLeft(() => {
  for (const stop of running) stop();
});

export interface Awaited {
  act: Act;
  title: string;
  text: string;
  /** Returns the outcome when the wait has ended, null while it continues. A failed call tells nothing. */
  look: (signal: AbortSignal) => Promise<{ title: string; text: string } | null>;
  onConfirmed: () => void;
}

/** Shows the toast, and calls `look` at intervals until it tells an outcome, the toast is closed or the person leaves. */
export function toastUntil({ act, title, text, look, onConfirmed }: Awaited): void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    stopped.abort(); // A failed call would otherwise be retried for seconds after its person has left.
    running.delete(stop);
  };
  const ask = () => {
    timer = setTimeout(() => void tryIt(), ASK_EVERY_MS);
  };

  async function tryIt(): Promise<void> {
    const end = await look(stopped.signal).catch(() => null);
    if (stopped.signal.aborted) return;
    if (end === null) return ask();
    stop();
    toastConfirmed(act, end);
    onConfirmed();
  }

  running.add(stop);
  toastWaiting(act, { title, text, onClose: stop });
  ask();
}
