// `npm run types`: generates contract/generated from a freshly migrated database.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { databaseTypes } from "./lib/database-types.ts";

const folder = await mkdtemp(join(tmpdir(), "portal-types-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), removed: true });
try {
  await migrate({ adminUrl: postgres.adminUrl, authenticatorPassword: "types" });
  const admin = new Pool({ connectionString: postgres.adminUrl, max: 1 });
  for (const [name, text] of await databaseTypes(admin)) {
    await writeFile(join(import.meta.dirname, "../contract/generated", name), text);
    console.log(`contract/generated/${name}`);
  }
  await admin.end();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
