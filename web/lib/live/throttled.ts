/** Calls `work` at once, then never concurrently nor within `pauseMs` of its end; calls meanwhile coalesce into one. */
export function throttled(work: () => Promise<unknown>, pauseMs: number): () => void {
  let busy = false;
  let wanted = false;
  async function run(): Promise<void> {
    busy = true;
    do {
      wanted = false;
      await work();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    } while (wanted);
    busy = false;
  }
  return () => {
    if (busy) wanted = true;
    else void run();
  };
}
