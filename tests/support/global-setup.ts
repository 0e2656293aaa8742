// Global set-up of Vitest and Playwright: one cluster per run, in memory where there is room.
import { startTestCluster } from "./cluster.ts";
import { useMemoryFolder } from "./memory-folder.ts";

/** Starts the cluster; the returned function stops it. A failed start removes what it made. */
export default async function setup(): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack();
  stack.defer(useMemoryFolder());
  const cluster = await startTestCluster();
  stack.defer(() => cluster.stop());
  const owned = stack.move();
  return () => owned.disposeAsync();
}
