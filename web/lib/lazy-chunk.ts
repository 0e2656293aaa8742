// Code that is fetched after the page it belongs to. Unlike React.lazy it may fail without taking the page with it, and the next
// ask fetches anew: after a deploy the old page's chunks are gone.
import { useEffect, useState } from "react";
import { secondAddress } from "./retry-url.ts";

export interface LazyChunk<Part> {
  /** The code once it is here; null before. */
  now: () => Part | null;
  fetch: () => Promise<Part>;
  /** Fetches ahead; a failure is told when the code is wanted. */
  prefetch: () => void;
}

/**
 * `load` imports the module and does nothing else, `pick` takes the part from it. After a failure the same import comes first,
 * so that a browser that does fetch again has no second copy; where that fails, the file under another address. What the file
 * itself imports keeps its address. It is not asked for before the file is here (vite.config.ts), so it is seldom lost; when it
 * is, a browser of the old rule needs the page reloaded, as the texts say.
 */
export function lazyChunk<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part,
  importAt: (address: string) => Promise<Module> = (address) => import(/* @vite-ignore */ address),
): LazyChunk<Part> {
  let ready: Part | null = null;
  let failures = 0;

  /** Asks that run together take the same address, and so have one copy. */
  async function ask(earlier: number): Promise<Part> {
    try {
      return pick(await load());
    } catch (error) {
      const address = earlier > 0 ? secondAddress(error, location.origin, earlier) : null;
      if (address === null) throw error;
      const part = pick(await importAt(address));
      // The build has given the file's exports other names (tests/e2e/late-code.test.ts).
      if (part === undefined) throw error;
      return part;
    }
  }

  async function fetch(): Promise<Part> {
    const earlier = failures;
    try {
      ready ??= await ask(earlier);
      return ready;
    } catch (error) {
      failures = Math.max(failures, earlier + 1);
      throw error;
    }
  }
  return { now: () => ready, fetch, prefetch: () => void fetch().catch(() => undefined) };
}

/** Asks until it is here; null when `gone` says meanwhile that nobody waits any more. For what works unseen, such as the live rows' socket. */
export async function fetchedAtLast<Part>(
  code: Pick<LazyChunk<Part>, "fetch">,
  gone: () => boolean,
  pauseMs = 5_000,
): Promise<Part | null> {
  while (!gone()) {
    try {
      const part = await code.fetch();
      return gone() ? null : part;
    } catch {
      // Told in its place by whatever is shown without it.
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return null;
}

/** The code, fetched at the first render and anew whenever `tries` has changed; `failed` when that try has failed. */
export function useLazyChunk<Part>(code: LazyChunk<Part>, tries: number): { part: Part | null; failed: boolean } {
  const [part, setPart] = useState(code.now);
  const [failedTry, setFailedTry] = useState<number | null>(null);
  useEffect(() => {
    let gone = false;
    async function get(): Promise<void> {
      try {
        const fetched = await code.fetch();
        if (!gone) setPart(() => fetched);
      } catch {
        if (!gone) setFailedTry(tries);
      }
    }
    void get();
    return () => {
      gone = true;
    };
  }, [code, tries]);
  return { part, failed: part === null && failedTry === tries };
}
