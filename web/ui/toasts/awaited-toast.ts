// A toast of what waits for devices: it stays until they have answered, and then says how it ended.
import { onPersonLeft } from "#web/lib/session/person-left.ts";
import { toastConfirmed, toastWaiting } from "./toast.tsx";

const ASK_EVERY_MS = 3_000;

const running = new Set<() => void>();
onPersonLeft(() => {
  for (const stop of running) stop();
});

export interface Awaited {
  /** Of this one wait. */
  name: string;
  title: string;
  text: string;
  /** Null while it waits; a failed call says nothing either way. */
  look: (signal: AbortSignal) => Promise<{ title: string; text: string } | null>;
  onConfirmed: () => void;
}

export function toastUntil({ name, title, text, look, onConfirmed }: Awaited): void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    stopped.abort(); // a failed call would be tried again for seconds, after its person has left
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
    toastConfirmed(name, end);
    onConfirmed();
  }

  running.add(stop);
  toastWaiting(name, { title, text, onClose: stop });
  ask();
}
