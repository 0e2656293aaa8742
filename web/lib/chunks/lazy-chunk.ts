// Loads a part of the page late. Unlike React.lazy, a failed fetch leaves the page up and the next request tries again, because a deploy
// removes old chunks.
import { startTransition, useEffect, useState } from "react";
import { retryUrl } from "./retry-url.ts";

export interface LazyChunk<Part> {
  now: () => Part | null;
  fetch: () => Promise<Part>;
  /** Fetches the code ahead of time; a failure is reported only when the code is needed. */
  prefetch: () => void;
}

/**
 * Makes a lazy chunk. `load` only imports the module, `pick` takes the part from it. After a failure the same import runs first, so that a
 * browser that fetches again gets no second instance; then the file under a retry URL. The file's own imports keep their URLs: if one of
 * them fails in a browser with the old rule, the page needs a reload, as the texts say.
 */
export function lazyChunk<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part,
  importAt: (address: string) => Promise<Module> = (address) => import(/* @vite-ignore */ address),
): LazyChunk<Part> {
  let ready: Part | null = null;
  let failures = 0;

  /** Loads the chunk, after a failure under a retry URL. Concurrent requests share one URL and so one instance. */
  async function ask(earlier: number): Promise<Part> {
    try {
      return pick(await load());
    } catch (error) {
      const address = earlier > 0 ? retryUrl(error, location.origin, earlier) : null;
      if (address === null) throw error;
      const part = pick(await importAt(address));
      // The build renamed the file's exports (tests/e2e/page/lazy-chunks.test.ts).
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
      const wasShared = failures > earlier;
      failures = Math.max(failures, earlier + 1);
      // This attempt failed together with another one that may have begun before the connection returned, so the file is fetched once more.
      if (wasShared) return await fetch();
      throw error;
    }
  }
  return { now: () => ready, fetch, prefetch: () => void fetch().catch(() => undefined) };
}

/** Retries until the chunk is loaded; returns null once `gone` says that nobody waits. For invisible work. */
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
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return null;
}

/** Returns the code, fetched at the first render and again whenever `tries` changes; `failed` when that attempt failed. */
export function useLazyChunk<Part>(code: LazyChunk<Part>, tries: number): { part: Part | null; failed: boolean } {
  const [part, setPart] = useState(code.now);
  const [failedTry, setFailedTry] = useState<number | null>(null);
  useEffect(() => {
    let gone = false;
    async function get(): Promise<void> {
      try {
        const fetched = await code.fetch();
        if (!gone) startTransition(() => setPart(() => fetched));
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
