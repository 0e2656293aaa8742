// npm run bench:seed -- --people 1000000 --logs 10000000 [--seed 1]: fills the database that the large measurements read, in a
// cluster of its own under .cache/bench. They find it again by its size, and fill it themselves when it is missing.
import { parseArgs } from "node:util";
import { startSeededCluster } from "./seeded.ts";

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "1000000" },
    logs: { type: "string", default: "10000000" },
    seed: { type: "string", default: "1" },
  },
});
const cluster = await startSeededCluster((line) => console.log(line));
try {
  const { admin, newestLog } = await cluster.open({
    people: Number(values.people),
    logs: Number(values.logs),
    seed: Number(values.seed),
  });
  const { rows } = await admin.query<{ size: string }>(
    "select pg_size_pretty(pg_database_size(current_database())) as size",
  );
  console.log(`ready: ${rows[0]?.size} in ${cluster.folder}, newest passage ${newestLog.toISOString()}`);
} finally {
  await cluster.stop();
}
