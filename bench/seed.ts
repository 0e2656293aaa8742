// npm run bench:seed: fills the large database under .cache/bench, which measurements find by its size.
import { readCli } from "#scripts/lib/cli.ts";
import { startSeededCluster } from "./seeded.ts";

const { values } = readCli({
  usage: "npm run bench:seed",
  options: {
    people: { type: "integer", default: 1_000_000, help: "people" },
    logs: { type: "integer", default: 10_000_000, help: "passages" },
    "door-events": { type: "integer", help: "door events, as many as passages if not said" },
    seed: { type: "integer", default: 1, help: "of the random names and times" },
  },
});
const cluster = await startSeededCluster((line) => console.log(line));
try {
  const { people, logs, "door-events": doorEvents = logs, seed } = values;
  const { admin, newestLog } = await cluster.open({ people, logs, doorEvents, seed });
  const { rows } = await admin.query<{ size: string }>(
    "select pg_size_pretty(pg_database_size(current_database())) as size",
  );
  console.log(`ready: ${rows[0]?.size} in ${cluster.folder}, newest row ${newestLog.toISOString()}`);
} finally {
  await cluster.stop();
}
