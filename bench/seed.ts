// npm run bench:seed: fills the large database under .cache/bench, which measurements find by its size.
import { readCli } from "#scripts/lib/cli.ts";
import { startSeededCluster } from "./seeded.ts";

const { values } = readCli({
  usage: "npm run bench:seed",
  options: {
    people: { type: "integer", default: 1_000_000, help: "people" },
    logs: { type: "integer", default: 10_000_000, help: "passages" },
    seed: { type: "integer", default: 1, help: "of the random names and times" },
  },
});
const cluster = await startSeededCluster((line) => console.log(line));
try {
  const { admin, newestLog } = await cluster.open(values);
  const { rows } = await admin.query<{ size: string }>(
    "select pg_size_pretty(pg_database_size(current_database())) as size",
  );
  console.log(`ready: ${rows[0]?.size} in ${cluster.folder}, newest passage ${newestLog.toISOString()}`);
} finally {
  await cluster.stop();
}
