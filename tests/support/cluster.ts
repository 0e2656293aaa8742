// One throw-away PostgreSQL per test run, with a migrated template to clone. Runs may go on side by side.
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { z } from "zod";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";

/** The secret of all databases of the run: they share the login `authenticator`, whose password derives from it. */
export const TEST_SECRET_KEY = "only-for-tests-and-not-secret-at-all";

export const PORTAL_TEMPLATE = "portal_template";

/** Carries the description to the worker processes. */
const ENVIRONMENT_NAME = "PORTAL_TEST_CLUSTER";

const description = z.object({
  adminUrl: z.string(),
  authenticatorPassword: z.string(),
  /** Why migrating the template failed; tests that need it fail with this. */
  templateError: z.string().nullable(),
});
export type TestCluster = z.infer<typeof description>;

/** Starts the cluster, known to later worker processes. `stop()`, or killing this process, removes it. */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "access-portal-test-"));
  await chmod(folder, 0o711); // As root, another account owns the cluster and must be able to traverse the folder.
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    database: PORTAL_TEMPLATE,
    temporary: true,
    // Tests open thousands of connections: nobody has the passwords to try them against, and each would load PL/pgSQL again.
    settings: {
      max_connections: "200",
      shared_buffers: "64MB",
      scram_iterations: "1",
      shared_preload_libraries: "plpgsql",
      autovacuum: "off", // Autovacuum would come after a minute, so a slow run would have other plans.
    },
  });
  await hashAnew(postgres.adminUrl);
  const authenticatorPassword = createKeyRing(TEST_SECRET_KEY).derive("database/authenticator");
  const adminUrl = onDatabase(postgres.adminUrl, "postgres");
  const templateError = await migrateTemplate(postgres.adminUrl, authenticatorPassword);
  const cluster = { adminUrl, authenticatorPassword, templateError };
  process.env[ENVIRONMENT_NAME] = JSON.stringify(cluster);
  return { ...cluster, stop: () => postgres.stop() };
}

/** Hashes the superuser's password again; initdb used the iterations of every cluster. */
async function hashAnew(adminUrl: string): Promise<void> {
  const { username, password } = new URL(adminUrl);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(decodeURIComponent(password))}`,
  );
  await client.end();
}

export function testCluster(): TestCluster {
  const text = process.env[ENVIRONMENT_NAME];
  if (!text)
    throw new Error(
      "No test cluster: this test belongs under tests/integration or tests/e2e, whose set-up starts one.",
    );
  return description.parse(JSON.parse(text));
}

export function onDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function migrateTemplate(adminUrl: string, authenticatorPassword: string): Promise<string | null> {
  try {
    await migrate({ adminUrl, authenticatorPassword });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
