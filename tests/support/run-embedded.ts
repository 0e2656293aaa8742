// Runs an embedded PostgreSQL until it is killed, for tests of what remains.
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("usage: run-embedded.ts DATA_DIR");
const postgres = await startEmbeddedPostgres({ dataDir, database: "portal" });
process.send?.({ adminUrl: postgres.adminUrl, pid: postgres.pid });
setInterval(() => {}, 60_000);
