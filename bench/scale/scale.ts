// Measurements on the large database of seeded.ts; each is a part of `npm run bench`.
import { pageFolder } from "#scripts/lib/paths.ts";
import { startMeasured } from "../measured-server.ts";
import { SECRET, type SeededDatabase, type SeededSize, startSeededCluster } from "../seeded.ts";
import type { Row } from "../statistics.ts";
import { benchAdmins } from "./admins.ts";
import { benchImport } from "./import.ts";
import { benchImportPeople } from "./import-people.ts";
import { benchLogs } from "./logs.ts";
import { benchManyPeople } from "./many-people.ts";
import { benchMergedLog } from "./merged-log.ts";
import type { ScaleBench } from "./scale-bench.ts";
import { benchVisible } from "./visible.ts";

const PARTS: Record<string, (bench: ScaleBench) => Promise<Row[]>> = {
  "many-people": benchManyPeople,
  logs: benchLogs,
  "merged-log": benchMergedLog,
  import: benchImport,
  "import-people": benchImportPeople,
  visible: benchVisible,
  admins: benchAdmins,
};
export const SCALE_PARTS: readonly string[] = Object.keys(PARTS);

export interface ScaleOptions {
  size: SeededSize;
  seconds: number;
  keep: (part: string, rows: readonly Row[]) => Promise<void>;
}

export async function benchScale(parts: readonly string[], { size, seconds, keep }: ScaleOptions): Promise<void> {
  const cluster = await startSeededCluster((line) => console.log(line));
  const startServer = (database: SeededDatabase) =>
    startMeasured("server.ts", {
      BENCH_ADMIN_URL: database.adminUrl,
      BENCH_PAGE: pageFolder,
      PORTAL_DATA_DIR: database.dataDir,
      PORTAL_SECRET_KEY: SECRET,
    });
  try {
    for (const part of parts) {
      console.log(`${part}…`);
      const database = await cluster.open(size);
      const server = await startServer(database);
      try {
        const rows = await PARTS[part]?.({ cluster, database, server, startServer, seconds });
        await keep(part, rows ?? []);
      } finally {
        await server.stop();
      }
    }
  } finally {
    await cluster.stop();
  }
}
