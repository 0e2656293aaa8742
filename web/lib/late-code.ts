// Code that is fetched after the page it belongs to. Unlike React.lazy it may fail without taking the page with it, and the next
// ask fetches anew: after a deploy the old page's chunks are gone.
import { useEffect, useState } from "react";

export interface LateCode<Part> {
  /** The code once it is here; null before. */
  now: () => Part | null;
  fetch: () => Promise<Part>;
  /** Fetches ahead; a failure is told when the code is wanted. */
  prefetch: () => void;
}

/** `load` imports the code; it is called again only when it has failed. */
export function lateCode<Part>(load: () => Promise<Part>): LateCode<Part> {
  let ready: Part | null = null;
  async function fetch(): Promise<Part> {
    ready ??= await load();
    return ready;
  }
  return { now: () => ready, fetch, prefetch: () => void fetch().catch(() => undefined) };
}

/** The code, fetched at the first render and anew whenever `tries` has changed; `failed` when that try has failed. */
export function useLateCode<Part>(code: LateCode<Part>, tries: number): { part: Part | null; failed: boolean } {
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
