// Global set-up of Vitest and Playwright: one cluster per run, in memory where there is room.
import { startTestCluster } from "./cluster.ts";
import { useMemoryFolder } from "./memory-folder.ts";

/** Starts the cluster; the returned function stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeFolder = useMemoryFolder();
  const cluster = await startTestCluster();
  return async () => {
    await cluster.stop();
    removeFolder();
  };
}
