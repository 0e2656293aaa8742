// Updates a database to a made-up next version (one more migration), and takes the update back.
import { chmod, cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { chainDueRows, checkWithAnchor, renewAnchor } from "#server/audit/chain-audit.ts";
import { acceptRestoredEnds } from "#server/audit/restored-ends.ts";
import { UpdateError } from "#server/backup/errors.ts";
import { rollBack } from "#server/backup/roll-back.ts";
import { updateDatabase } from "#server/backup/update-database.ts";
import { verifyBackupFile } from "#server/backup/write-file.ts";
import { loadConfig } from "#server/platform/config.ts";
import { newestMigration } from "#server/platform/database/migration-files.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { BACKUP_KEY, keys } from "./backup-rig.ts";

const SCHEMA = fileURLToPath(new URL("../../../database/", import.meta.url));
const logged: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });

let database: TestDatabase;
let root: string;
let own: number;

beforeEach(async () => {
  logged.length = 0;
  own = await newestMigration();
  root = await mkdtemp(join(tmpdir(), "access-portal-update-"));
  database = await createTestDatabase();
  await query("insert into organizations (name) values ('Brf Norr')");
});
afterEach(async () => {
  const { rows } = await query("select datname as name from pg_database where datname like $1", [
    `${database.name.slice(0, 30)}_replaced_%`,
  ]);
  for (const { name } of rows) await query(`drop database "${String(name)}" with (force)`);
  await database.drop();
  await rm(root, { recursive: true });
});

async function query(text: string, values: unknown[] = []) {
  const pool = openPool({ connectionString: database.adminUrl, max: 1 });
  try {
    return await pool.query<Record<string, unknown>>(text, values);
  } finally {
    await pool.end();
  }
}

async function withEngine<T>(work: (engine: Pool) => Promise<T>): Promise<T> {
  const engine = openPool({ connectionString: database.adminUrl, max: 2 });
  try {
    return await work(engine);
  } finally {
    await engine.end();
  }
}
/** Chains all rows; transactions of other test files in the cluster delay it. */
async function chainAll(engine: Pool): Promise<void> {
  const waiting = async () => {
    while ((await chainDueRows({ engine, keys })) > 0);
    return (await engine.query("select from audit_unchained")).rowCount;
  };
  await expect.poll(waiting).toBe(0);
}
async function findingsOf(engine: Pool) {
  return (await checkWithAnchor({ engine, keys, dataDir: root })).findings.map(({ kind }) => kind);
}

/** Makes the schema of the next version: this version's with one more migration. */
async function nextVersion(sql: string): Promise<string> {
  const folder = join(root, "next");
  await cp(SCHEMA, folder, { recursive: true });
  await writeFile(join(folder, `migrations/${String(own + 1).padStart(4, "0")}_next.sql`), sql);
  return folder;
}
const ADDED = "alter table public.organizations add column next_note text;";

const configOf = (env: Record<string, string> = {}) =>
  loadConfig({ PORTAL_DATA_DIR: root, PORTAL_BACKUP_KEY: BACKUP_KEY, ...env });
async function update(folder: string, env: Record<string, string> = {}) {
  const { pools } = await updateDatabase(database.adminUrl, { config: configOf(env), keys, log, folder });
  await pools.close();
}
const schema = async () => (await query("select max(version) as version from private.schema_migrations")).rows[0];
const organizations = async () => (await query("select name from organizations order by name")).rows;
const files = () => readdir(join(root, "backups")).catch(() => []);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof UpdateError ? error.message : `not an UpdateError: ${String(error)}`),
  );
const rollingBack = () => rollBack({ adminUrl: database.adminUrl, config: configOf(), keys, clock: systemClock, log });

// Covers: running.32
test("an older database is backed up and read back before it is migrated, by one of two servers, and listed", async () => {
  const folder = await nextVersion(ADDED);
  await Promise.all([update(folder), update(folder)]);
  expect(await schema()).toEqual({ version: own + 1 });
  const [name = "", ...others] = await files();
  expect([name, others]).toEqual([expect.stringMatching(/^portal-\d{8}T\d{6}Z-update-[0-9a-f]{8}\.backup$/), []]);
  const { manifest } = await verifyBackupFile(join(root, "backups", name), BACKUP_KEY);
  expect(manifest.migrations.at(-1)?.version).toBe(own);
  expect((await query("select kind, file_name, state, verified_at is not null as read from backups")).rows).toEqual([
    { kind: "update", file_name: name, state: "done", read: true },
  ]);
  await update(folder);
  expect(await files()).toEqual([name]);
});

test("a new database and a known one are opened without a back-up, and UPDATE_BACKUP=no migrates at once", async () => {
  await update(SCHEMA);
  const empty = await createTestDatabase({ template: "empty" });
  try {
    const { pools } = await updateDatabase(empty.adminUrl, { config: configOf(), keys, log });
    await pools.close();
  } finally {
    await empty.drop();
  }
  await update(await nextVersion(ADDED), { UPDATE_BACKUP: "no" });
  expect([await schema(), await files()]).toEqual([{ version: own + 1 }, []]);
});

// Covers: running.32
test("after an update its rows and the audit are compared with what was there, and said", async () => {
  const said = () => logged.filter((line) => /update checked|färre rader|fynd|could not be checked/.test(line));
  await update(await nextVersion(ADDED));
  expect(said()).toEqual([expect.stringContaining("update checked: no table has fewer rows")]);
  await update(await nextVersion(ADDED));
  expect(said()).toHaveLength(1);
});

// Covers: running.32
test("an update that takes rows, or changes the audit, is named, with the way back", async () => {
  await query("insert into organizations (name) values ('Brf Syd')");
  await query(
    "insert into audit (action, subject_table) values ('backups_removed', 'backups'), ('backups_removed', 'backups')",
  );
  await withEngine(async (engine) => {
    await chainAll(engine);
    await renewAnchor({ engine, keys, dataDir: root, clock: systemClock });
  });
  const past = (table: string, change: string) =>
    `alter table ${table} no force row level security; alter table ${table} disable trigger user; ${change};
     alter table ${table} enable trigger user; alter table ${table} force row level security;`;
  const taken = [
    past("public.organizations", "delete from organizations where name = 'Brf Syd'"),
    past("public.audit", "update audit set action = 'backup_made'"),
  ];
  await update(await nextVersion(taken.join("\n")));
  const [line = ""] = logged.filter((one) => one.includes("färre rader"));
  const [name = ""] = await files();
  expect(line).toMatch(/public\.organizations 2 → 1/);
  expect(line).toMatch(/Händelseloggens kontroll har \d+ fynd/);
  expect(line).toContain(join(root, "backups", name));
  expect(line).toContain("kommandot admin rollback");
});

test("without room for the back-up the update does not begin, and says what to do", async () => {
  const inTheWay = join(root, "a-file");
  await writeFile(inTheWay, "");
  const said = await refusal(update(await nextVersion(ADDED), { BACKUP_DIR: inTheWay }));
  expect(said).toMatch(/inte påbörjad, och databasen är orörd.*a-file.*BACKUP_DIR.*UPDATE_BACKUP=no/);
  expect(await schema()).toEqual({ version: own });
});

test("a migration that fails names the back-up and the way back, and the database is whole", async () => {
  const said = await refusal(update(await nextVersion(`${ADDED} select 1 / 0;`)));
  const [name = ""] = await files();
  expect(said).toContain(join(root, "backups", name));
  expect(said).toMatch(/division by zero.*kommandot admin rollback/);
  expect([await schema(), await organizations()]).toEqual([{ version: own }, [{ name: "Brf Norr" }]]);
});

// Covers: running.32
test("an update is taken back: the rows of before it, this version's schema, and nothing is sent until it is confirmed", async () => {
  expect(await refusal(rollingBack())).toContain("there is no update to take back");
  await update(await nextVersion(ADDED));
  await query("insert into organizations (name, next_note) values ('Brf Efter', 'x')");
  await withEngine(async (engine) => {
    await chainAll(engine);
    await renewAnchor({ engine, keys, dataDir: root, clock: systemClock });
  });
  const { takenAt, keptAs } = await rollingBack();
  expect([await schema(), await organizations()]).toEqual([{ version: own }, [{ name: "Brf Norr" }]]);
  const { rows } = await query("select taken_at from restore_state");
  expect(rows).toEqual([{ taken_at: new Date(takenAt) }]);
  const kept = await query("select count(*)::int as count from pg_database where datname = $1", [keptAs]);
  expect(kept.rows).toEqual([{ count: 1 }]);
  await update(SCHEMA);
  // This version's server accepts the former chain ends by itself.
  expect(await withEngine((engine) => findingsOf(engine))).toContain("cut");
  await withEngine((engine) => acceptRestoredEnds({ engine, keys, dataDir: root, clock: systemClock, log }));
  expect(await withEngine((engine) => findingsOf(engine))).toEqual([]);
});

test("nothing is taken back while a server runs, or without a back-up that fits", async () => {
  const folder = await nextVersion(ADDED);
  const { pools } = await updateDatabase(database.adminUrl, { config: configOf(), keys, log, folder });
  await pools.engine.query("select 1");
  expect(await refusal(rollingBack())).toContain("Stop every server");
  await pools.close();
  const [name = ""] = await files();
  await chmod(join(root, "backups", name), 0o600);
  await writeFile(join(root, "backups", name), "cut");
  expect(await refusal(rollingBack())).toContain("No back-up from before an update");
  expect(await schema()).toEqual({ version: own + 1 });
});
