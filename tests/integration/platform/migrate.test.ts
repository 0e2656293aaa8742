import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Client, type QueryResultRow } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dumpDatabase } from "#server/backup/dump.ts";
import { loadDatabase } from "#server/backup/load.ts";
import type { BackupRecord } from "#server/backup/records.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { type MigrateOptions, migrate, requireKnownHistory } from "#server/platform/database/migrate.ts";
import { TEST_SECRET_KEY, testCluster } from "#tests/support/cluster.ts";
import { paced } from "#tests/support/pace.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";

const DATABASE_FOLDER = fileURLToPath(new URL("../../../database/", import.meta.url));

async function query<T extends QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

describe("a folder of two migrations and a policy", () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase({ template: "empty" });
    folder = await mkdtemp(join(tmpdir(), "portal-migrations-"));
    for (const name of ["migrations", "things"]) await mkdir(join(folder, name));
    await cp(join(DATABASE_FOLDER, "migrations/0001_roles.sql"), join(folder, "migrations/0001_roles.sql"));
    await write("migrations/0002_things.sql", "create table public.things (id int primary key);");
    await write(
      "things/things.policy.sql",
      "revoke all on public.things from system_admin; grant select on public.things to system_admin;",
    );
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  // Other test files share the cluster, so its login keeps its password.
  const run = (more: Pick<MigrateOptions, "log" | "busyMs"> = {}) =>
    migrate({
      adminUrl: database.adminUrl,
      authenticatorPassword: testCluster().authenticatorPassword,
      folder,
      ...more,
    });
  const mayRead = async () =>
    (
      await query<{ may: boolean }>(
        database.adminUrl,
        "select has_table_privilege('system_admin', 'public.things', 'select') as may",
      )
    )[0]?.may;

  test("is applied once, in order, and then not again", async () => {
    expect(await run()).toEqual({
      version: 2,
      applied: ["migrations/0001_roles.sql", "migrations/0002_things.sql", "things/things.policy.sql"],
    });
    expect(await mayRead()).toBe(true);
    expect(await run()).toEqual({ version: 2, applied: [] });
  });

  test("makes tables that belong to portal_owner", async () => {
    await run();
    expect(await query(database.adminUrl, "select tableowner from pg_tables where tablename = 'things'")).toEqual([
      { tableowner: "portal_owner" },
    ]);
  });

  test("has its policy applied anew when that changed, and only then", async () => {
    await run();
    await write("things/things.policy.sql", "revoke all on public.things from system_admin;");
    expect(await run()).toEqual({ version: 2, applied: ["things/things.policy.sql"] });
    expect(await mayRead()).toBe(false);
  });

  test("is refused when a written migration was edited", async () => {
    await run();
    await write("migrations/0002_things.sql", "create table public.things (id bigint primary key);");
    await expect(run()).rejects.toMatchObject({ code: "migration_edited" });
  });

  test("is the same text on a machine that turns line ends", async () => {
    await write("migrations/0002_things.sql", "create table public.things (id int primary key);\n-- end\n");
    await run();
    await write("migrations/0002_things.sql", "create table public.things (id int primary key);\r\n-- end\r\n");
    expect((await run()).applied).toEqual([]);
  });

  // Covers: running.13
  test("is left alone by older code that still works on it, and refused by older code that a migration ended", async () => {
    await write("migrations/0003_more.sql", "create table public.more (id int);");
    await run();
    await rm(join(folder, "migrations/0003_more.sql"));
    await write("things/things.policy.sql", "revoke all on public.things from system_admin;");
    expect(await run()).toEqual({ version: 2, applied: [] });
    expect(await mayRead()).toBe(true);
    await write("migrations/0003_more.sql", "create table public.more (id int);");
    await write("migrations/0004_less.sql", "-- oldest-code: 0003\ndrop table public.things;");
    await rm(join(folder, "things/things.policy.sql"));
    await run();
    await rm(join(folder, "migrations/0004_less.sql"));
    expect(await run()).toEqual({ version: 3, applied: [] });
    await rm(join(folder, "migrations/0003_more.sql"));
    await expect(run()).rejects.toMatchObject({ code: "database_newer_than_code" });
  });

  test("is refused when a migration appears behind one that was applied", async () => {
    await write("migrations/0004_later.sql", "select 1;");
    await run();
    await write("migrations/0003_between.sql", "select 1;");
    await expect(run()).rejects.toMatchObject({ code: "migration_out_of_order" });
  });

  test("leaves nothing of a migration that fails half way, says where, and goes on when fixed", async () => {
    await write("migrations/0002_things.sql", "create table public.things (id int primary key);\nselect 1 / 0;");
    await expect(run()).rejects.toMatchObject({
      code: "migration_failed",
      message: expect.stringContaining("0002_things.sql"),
    });
    expect(await query(database.adminUrl, "select from pg_tables where tablename = 'things'")).toEqual([]);
    await write("migrations/0002_things.sql", "create table public.things (id int primary key);");
    expect((await run()).version).toBe(2);
  });

  test("from before the first release is named as such, and left alone", async () => {
    await run();
    await query(
      database.adminUrl,
      "update private.schema_migrations set name = 'migrations/0002_auth_before.sql' where version = 2",
    );
    await write("migrations/0003_more.sql", "create table public.more (id int);");
    await expect(run()).rejects.toMatchObject({
      code: "database_before_release",
      message: expect.stringMatching(
        /before the first release \(it has migrations\/0002_auth_before\.sql.*nothing in it was changed\. Start with an empty data folder/,
      ),
    });
    await expect(requireKnownHistory(database.adminUrl, folder)).rejects.toMatchObject({
      code: "database_before_release",
    });
    expect(await query(database.adminUrl, "select to_regclass('public.more') as more")).toEqual([{ more: null }]);
  });

  test("applies functions that tables are made of before them, and again before a later migration", async () => {
    const isShort = (length: number) =>
      `-- before: migrations\ncreate or replace function private.is_short(p_text text) returns boolean language sql immutable return length(p_text) < ${length};`;
    await write("things/is-short.function.sql", isShort(3));
    await write("migrations/0002_things.sql", "create table public.things (id text check (private.is_short(id)));");
    expect((await run()).applied).toEqual([
      "migrations/0001_roles.sql",
      "things/is-short.function.sql",
      "migrations/0002_things.sql",
      "things/things.policy.sql",
    ]);
    await write("things/is-short.function.sql", isShort(5));
    await write("migrations/0003_more.sql", "insert into public.things (id) values ('four');");
    expect((await run()).applied).toEqual(["things/is-short.function.sql", "migrations/0003_more.sql"]);
  });

  test("makes a function anew whose result or arguments have other names or types, with the rights that it had", async () => {
    const number =
      "create or replace function public.found(p_id integer) returns integer language sql as 'select p_id';";
    const row =
      "create or replace function public.found_row() returns table (id integer) language sql as 'select 1'; grant execute on function public.found_row() to portal_gate;";
    await write("things/found.function.sql", number + row);
    await run();
    await query(database.adminUrl, "grant execute on function public.found(integer) to system_admin, portal_gate");
    const text =
      "create or replace function public.found(p_key integer) returns text language sql as 'select p_key::text'; revoke execute on function public.found(integer) from portal_gate; grant execute on function public.found(integer) to org_admin;";
    await write(
      "things/found.function.sql",
      text + row.replace("(id integer)", "(id integer, at date)").replace("select 1", "select 1, null::date"),
    );
    expect((await run()).applied).toEqual(["things/found.function.sql"]);
    expect(
      await query(database.adminUrl, "select public.found(p_key => 7) as found, r.id, r.at from public.found_row() r"),
    ).toEqual([{ found: "7", id: 1, at: null }]);
    const may = (name: string) =>
      `array(select r from unnest(array['anon', 'org_admin', 'portal_gate', 'system_admin']) r where has_function_privilege(r, 'public.${name}', 'execute') order by r)`;
    expect(
      await query(database.adminUrl, `select ${may("found(integer)")} as found, ${may("found_row()")} as row`),
    ).toEqual([{ found: ["org_admin", "system_admin"], row: ["portal_gate"] }]);
    expect((await run()).applied).toEqual([]);
  });

  test("keeps a function that a table needs, and names both", async () => {
    await write(
      "things/first.function.sql",
      "-- before: migrations\ncreate or replace function private.first_id() returns integer language sql immutable as 'select 1';",
    );
    await write("migrations/0002_things.sql", "create table public.things (id integer default private.first_id());");
    await run();
    await write(
      "things/first.function.sql",
      "-- before: migrations\ncreate or replace function private.first_id() returns bigint language sql immutable as 'select 2::bigint';",
    );
    await expect(run()).rejects.toMatchObject({
      code: "migration_failed",
      message: expect.stringMatching(/private\.first_id\(\) cannot be made again.*column id of table/s),
    });
    expect(await query(database.adminUrl, "select private.first_id() as id")).toEqual([{ id: 1 }]);
  });

  test("is refused with two migrations of one number, or one without", async () => {
    await write("migrations/0002_other.sql", "select 1;");
    await expect(run()).rejects.toMatchObject({ code: "migration_files_invalid" });
    await rm(join(folder, "migrations/0002_other.sql"));
    await write("migrations/extra.sql", "select 1;");
    await expect(run()).rejects.toMatchObject({ code: "migration_files_invalid" });
  });

  test("is applied once when two servers start at the same time", async () => {
    const results = await Promise.all([run(), run(), run()]);
    expect(results.flatMap((result) => result.applied).sort()).toEqual([
      "migrations/0001_roles.sql",
      "migrations/0002_things.sql",
      "things/things.policy.sql",
    ]);
  });

  describe("while others use the database", () => {
    let other: Client;
    beforeEach(async () => {
      await run();
      await query(database.adminUrl, "insert into public.things select generate_series(1, 2500)");
      other = new Client({ connectionString: database.adminUrl, application_name: "bokslut" });
      await other.connect();
    });
    afterEach(() => other.end());

    // Covers: running.13
    test("waits for an open transaction without making anybody wait behind it, and is then applied", async () => {
      await other.query("begin; select count(*) from public.things");
      await write("migrations/0003_more.sql", "alter table public.things add column more text;");
      const lines: string[] = [];
      let done = false;
      const running = run({ log: (line) => lines.push(line) }).finally(() => {
        done = true;
      });
      await expect
        .poll(() => lines.join())
        .toMatch(/0003_more\.sql waits for other transactions \(oldest: process \d+, bokslut/);
      const delays: number[] = [];
      for (let reads = 0; reads < 20; reads++) {
        const began = performance.now();
        await query(database.adminUrl, "select count(*) from public.things");
        delays.push(performance.now() - began);
      }
      expect(Math.max(...delays)).toBeLessThan(paced(1_000));
      expect(done).toBe(false);
      await other.query("commit");
      expect((await running).applied).toEqual(["migrations/0003_more.sql"]);
    });

    // Covers: running.13
    test("gives up when a transaction stays open, names it, and changed nothing", async () => {
      await other.query("begin; select count(*) from public.things");
      await write("migrations/0003_more.sql", "alter table public.things add column more text;");
      await expect(run({ busyMs: 500 })).rejects.toMatchObject({
        code: "database_busy",
        message: expect.stringMatching(/0003_more\.sql: other transactions held its tables .*bokslut/),
      });
      await other.query("commit");
      expect((await run()).version).toBe(3);
    });

    test("changes many rows in batches, each committed, and goes on where it was cut off", async () => {
      await write("migrations/0003_more.sql", "alter table public.things add column more int;");
      const batch = (rows: number) =>
        `-- run: in batches\nupdate public.things set more = 1 where id in (select id from public.things where more is null limit ${rows});`;
      await write(
        "migrations/0004_fill.sql",
        `${batch(1000)}\ndo $$ begin perform 1 / (500 - count(*)) from public.things where more is null; end $$;`,
      );
      const filled = "select count(*)::int as n from public.things where more = 1";
      await expect(run()).rejects.toMatchObject({ code: "migration_failed" });
      expect(await query(database.adminUrl, filled)).toEqual([{ n: 1000 }]);
      await write("migrations/0004_fill.sql", batch(1000));
      expect((await run()).version).toBe(4);
      expect(await query(database.adminUrl, filled)).toEqual([{ n: 2500 }]);
      // A row's xmin is the transaction that wrote it.
      expect(await query(database.adminUrl, "select count(distinct xmin::text)::int as n from public.things")).toEqual([
        { n: 3 },
      ]);
    });

    test("makes an index beside writers, while another new server waits for it", async () => {
      await write(
        "migrations/0003_index.sql",
        "-- run: outside a transaction\ncreate unique index concurrently things_id_again on public.things (id);",
      );
      await other.query("begin; insert into public.things values (0)");
      const both = [run(), run()];
      await expect
        .poll(() =>
          query(
            database.adminUrl,
            "select indisvalid as valid from pg_index where indexrelid::regclass::text = 'things_id_again'",
          ),
        )
        .toEqual([{ valid: false }]);
      await query(database.adminUrl, "insert into public.things values (-1)");
      await other.query("commit");
      expect((await Promise.all(both)).flatMap(({ applied }) => applied)).toEqual(["migrations/0003_index.sql"]);
    });

    test("makes an index anew that was cut off halfway", async () => {
      const index = "create unique index concurrently things_half on public.things ((id / 2))";
      await expect(query(database.adminUrl, index)).rejects.toMatchObject({ code: "23505" });
      await query(database.adminUrl, "delete from public.things where id % 2 = 1");
      await write("migrations/0003_index.sql", `-- run: outside a transaction\n${index};`);
      expect((await run()).version).toBe(3);
      expect(
        await query(
          database.adminUrl,
          "select indisvalid as valid from pg_index where indexrelid = 'things_half'::regclass",
        ),
      ).toEqual([{ valid: true }]);
    });

    test("applies changed policies one table at a time, and no other", async () => {
      await write("migrations/0003_more.sql", "create table public.more (id int);");
      await write("things/more.policy.sql", "grant select on public.more to system_admin;");
      await write("things/things.policy.sql", "revoke all on public.things from system_admin;");
      expect((await run()).applied).toEqual([
        "migrations/0003_more.sql",
        "things/more.policy.sql",
        "things/things.policy.sql",
      ]);
      await write("things/more.policy.sql", "grant insert on public.more to system_admin;");
      expect((await run()).applied).toEqual(["things/more.policy.sql"]);
    });
  });

  test("ends in a login that works with the given password", async () => {
    await run();
    expect(await query(database.authenticatorUrl, "select current_user::text as who")).toEqual([
      { who: "authenticator" },
    ]);
  });
});

describe("a login that is no superuser but owns its database", () => {
  let cluster: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "portal-managed-"));
    cluster = await startEmbeddedPostgres({ dataDir: join(folder, "data"), database: "portal", temporary: true });
    await query(cluster.adminUrl, "create role landlord login createrole password 'hyresvard'");
    await query(cluster.adminUrl, "create database managed owner landlord");
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const url = (login: string, password: string) => {
    const changed = new URL(cluster.adminUrl);
    [changed.username, changed.password, changed.pathname] = [login, password, "/managed"];
    return changed.href;
  };

  test("migrates everything, twice, and the server's login sees nothing by itself", async () => {
    const options = { adminUrl: url("landlord", "hyresvard"), authenticatorPassword: "maskinens-eget" };
    expect((await migrate(options)).version).toBeGreaterThanOrEqual(6);
    expect((await migrate(options)).applied).toEqual([]);
    const server = url("authenticator", options.authenticatorPassword);
    await expect(query(server, "select from public.end_users")).rejects.toMatchObject({ code: "42501" });
    expect(await query(server, "select denied from private.enter(gen_random_uuid(), gen_random_uuid())")).toEqual([
      { denied: "session_not_found" },
    ]);
    await expect(query(url("authenticator", "fel"), "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  // Covers: running.7
  test("backs up everything and restores it, without a superuser", async () => {
    const owner = url("landlord", "hyresvard");
    await query(
      owner,
      "set role portal_engine; insert into public.organizations (name) values ('Brf Utan Superanvändare')",
    );
    const keys = createKeyRing(TEST_SECRET_KEY);
    const records: BackupRecord[] = [];
    for await (const record of dumpDatabase({ adminUrl: owner, secretKeyId: keys.keyId })) records.push(record);
    await query(cluster.adminUrl, "create database restored owner landlord");
    const target = new URL(owner);
    target.pathname = "/restored";
    await loadDatabase({
      adminUrl: target.href,
      authenticatorPassword: "maskinens-eget",
      keys,
      backupId: randomUUID(),
      records: Readable.from(records),
    });
    const reader = `${target.href}?options=-c%20role%3Dportal_backup`;
    expect(await query(reader, "select name from public.organizations")).toEqual([{ name: "Brf Utan Superanvändare" }]);
  });
});
