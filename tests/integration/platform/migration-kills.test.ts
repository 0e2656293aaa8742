// A migration killed at any statement (by an event trigger) leaves the shape before or after it; the next start continues.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogueDump } from "#scripts/lib/catalogue-dump.ts";
import { startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { knownMigrations } from "#server/platform/database/migration-files.ts";
import { TEST_SECRET_KEY, testCluster } from "#tests/support/cluster.ts";
import { paced } from "#tests/support/pace.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";

/** The step between kills; MIGRATION_KILL_EVERY=1 tries every statement (docs/reliability.md). */
const EVERY = Number(process.env["MIGRATION_KILL_EVERY"] ?? 200);

let database: TestDatabase;
let admin: Client;

beforeAll(async () => {
  database = await createTestDatabase({ template: "empty" });
  admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const run = () => migrate(optionsFor(database));
const optionsFor = ({ adminUrl }: TestDatabase) => ({
  adminUrl,
  authenticatorPassword: testCluster().authenticatorPassword,
});

/** Returns the shape of the database. Other test files have roles in the same cluster, and the trap below is an event trigger. */
const shapeOf = async (client: Client) =>
  (await catalogueDump(client)).filter((line) => !/^(role|membership|setting|event trigger) /.test(line)).join("\n");
const version = async () => {
  const { rows } = await admin.query<{ there: boolean }>(
    "select to_regclass('private.schema_migrations') is not null as there",
  );
  if (!rows[0]?.there) return 0;
  return (
    (await admin.query<{ v: number }>("select coalesce(max(version), 0)::int as v from private.schema_migrations"))
      .rows[0]?.v ?? 0
  );
};

/** Counts statements over connections and rollbacks: a sequence never goes back. */
const TRAP = `
create schema trap;
create sequence trap.statements;
create table trap.at (statement bigint);
create function trap.spring() returns event_trigger language plpgsql security definer as $$ begin
  if nextval('trap.statements') = (select statement from trap.at) then perform pg_terminate_backend(pg_backend_pid()); end if; end $$;
grant usage on schema trap to public;
create event trigger trap on ddl_command_end execute function trap.spring();`;

/** Makes a folder with only the first migration, because base functions follow it in a separate transaction. */
async function folderOfRoles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "access-portal-roles-"));
  await mkdir(join(folder, "migrations"));
  const name = "migrations/0001_roles.sql";
  await cp(fileURLToPath(new URL(`../../../database/${name}`, import.meta.url)), join(folder, name));
  return folder;
}

// Covers: fault.3, running.13
test(
  "killed at a statement, it is before or after, and goes on to the same end",
  async () => {
    const steps = (await knownMigrations()).map((migration) => migration.version);
    const whole = await createTestDatabase({ template: "empty" });
    const other = new Client({ connectionString: whole.adminUrl });
    await other.connect();
    const shapes = new Map([[0, await shapeOf(other)]]);
    const rolesOnly = await folderOfRoles();
    await migrate({ ...optionsFor(whole), folder: rolesOnly });
    const withoutBase = await shapeOf(other);
    await rm(rolesOnly, { recursive: true });
    for (const step of steps) {
      await migrate({ ...optionsFor(whole), upTo: step });
      shapes.set(step, await shapeOf(other));
    }
    await migrate(optionsFor(whole));
    const end = await shapeOf(other);
    await other.end();
    await whole.drop();

    await admin.query(TRAP);
    let kills = 0;
    for (let [finished, at] = [false, 1]; !finished; ) {
      const before = await version();
      await admin.query(
        "delete from trap.at; insert into trap.at select $1 + case when is_called then last_value else 0 end from trap.statements".replace(
          "$1",
          String(at),
        ),
      );
      finished = await run().then(
        () => true,
        (error: unknown) => {
          if (!/terminat/i.test(String(error))) throw error;
          return false;
        },
      );
      const now = await version();
      const found = await shapeOf(admin);
      const possible = [shapes.get(now), end, ...(now === 1 ? [withoutBase] : [])];
      if (finished) expect(found).toBe(end);
      else expect(possible, `killed at statement ${at} after migration ${before}`).toContain(found);
      expect(now).toBeGreaterThanOrEqual(before);
      // A completed migration is followed by the next one's first statement.
      at = now > before ? 1 : at + EVERY;
      if (!finished) kills += 1;
    }
    if (EVERY < 200) process.stdout.write(`migrations killed ${kills} times\n`);
    expect(kills).toBeGreaterThan(5);
    await admin.query("drop event trigger trap; drop schema trap cascade");
  },
  paced(EVERY < 200 ? 3_600_000 : 180_000),
);

// Covers: running.13
test("a server refuses a database that a newer one ended it for, says so, and leaves it alone", async () => {
  await run();
  await admin.query(
    "insert into private.schema_migrations (version, name, checksum, oldest_code) values (9999, 'migrations/9999_later.sql', 'x', 9999)",
  );
  const before = await shapeOf(admin);
  const folder = await mkdtemp(join(tmpdir(), "access-portal-older-"));
  const config = loadConfig({
    PORT: "0",
    PORTAL_DATA_DIR: folder,
    PORTAL_SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: "silent",
  });
  await expect(startServer({ config, adminUrl: database.adminUrl, pageDir: null })).rejects.toMatchObject({
    code: "database_newer_than_code",
    message: expect.stringMatching(/at migration 9999, this code knows only \d+; start the newer version/),
  });
  expect(await shapeOf(admin)).toBe(before);
  await rm(folder, { recursive: true });
});
