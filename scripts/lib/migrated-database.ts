// A freshly migrated database for a command that generates files from the catalogue.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";

/** Calls `work` with a superuser's connection, then removes the database. */
export async function withMigratedDatabase<T>(work: (admin: Pool) => Promise<T>): Promise<T> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "portal-generate-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), removed: true });
  stack.defer(() => postgres.stop());
  await migrate({ adminUrl: postgres.adminUrl, authenticatorPassword: "generate" });
  const admin = new Pool({ connectionString: postgres.adminUrl, max: 1 });
  stack.defer(() => admin.end());
  return await work(admin); // Awaited here, because the folder and the pool end with this block.
}
