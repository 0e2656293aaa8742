import type { MeasuredServer } from "../measured-server.ts";
import type { SeededCluster, SeededDatabase } from "../seeded.ts";

export interface ScaleBench {
  cluster: SeededCluster;
  database: SeededDatabase;
  server: MeasuredServer;
  startServer: (database: SeededDatabase) => Promise<MeasuredServer>;
  seconds: number;
}
