/** Calls `work` at once, then never while it runs nor within `pauseMs` after it; what was asked meanwhile is one call more. */
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
