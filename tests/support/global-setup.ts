// Vitest's and Playwright's global set-up: one cluster for the run.
import { startTestCluster } from "./cluster.ts";

/** Starts the cluster; the returned function, called when the run ends, stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  return () => cluster.stop();
}
