// Global set-up of Vitest and Playwright: one cluster per run.
import { startTestCluster } from "./cluster.ts";

/** Starts the cluster; the returned function stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  return () => cluster.stop();
}
