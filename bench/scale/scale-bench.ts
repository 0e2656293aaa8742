import type { MeasuredServer } from "../measured-server.ts";
import type { SeededCluster, SeededDatabase } from "../seeded.ts";

/** What a measurement on the large database is given. */
export interface ScaleBench {
  cluster: SeededCluster;
  database: SeededDatabase;
  /** The real one on that database, in a process of its own. */
  server: MeasuredServer;
  /** One more on another database. */
  startServer: (database: SeededDatabase) => Promise<MeasuredServer>;
  /** How long traffic is watched. */
  seconds: number;
}
