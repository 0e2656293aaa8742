// A back-up is one moment, whole, encrypted and verified by reading; a restore is all or nothing.
import { randomUUID } from "node:crypto";
import { copyFile, cp, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DumpProgress, dumpDatabase } from "#server/backup/dump.ts";
import type { BackupRecord } from "#server/backup/records.ts";
import { readBackupFile, verifyBackupFile, writeBackupFile } from "#server/backup/write-file.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { ids, openWorld, type World } from "#tests/integration/platform/world.ts";
import { testCluster } from "#tests/support/cluster.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";
import { BACKUP_KEY, type BackupRig, digests, keys, makeBackupRig } from "./backup-rig.ts";

/** The number of restores; RESTORE_TRIALS=50 for docs/reliability.md. */
const TRIALS = Number(process.env["RESTORE_TRIALS"] ?? 1);

let world: World;
let rig: BackupRig;
let whole: Awaited<ReturnType<BackupRig["backUp"]>>;

beforeAll(async () => {
  world = await openWorld();
  rig = await makeBackupRig();
  // The rows hold texts that need escaping, a log over a month's end, and more than one chunk of rows.
  await world.admin.query(`
    update end_users set first_name = E'Back\\\\slash', last_name = 'Ängström "Ö" ☃' where id = '${ids.anna}';
    insert into auth.sessions (user_id, not_after) values ('${ids.systemAdmin}', now() + interval '1 day');
    update organizations set description = E'rad ett\\nrad två\\t\\\\N' where id = '${ids.north}';
    insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at)
      select 'LOG' || i, '${ids.northGate}', false, 'no_match', now() - i * interval '1 hour' from generate_series(1, 3000) i`);
  whole = await rig.backUp(world.database.adminUrl, "whole");
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const one = async <T>(adminUrl: string, text: string): Promise<T | undefined> => {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query<{ value: T }>(text)).rows[0]?.value;
  } finally {
    await client.end();
  }
};

describe("a back-up", () => {
  // Covers: running.3
  test("is one file that only its owner reads, in which no name can be found", async () => {
    const bytes = await readFile(whole.path);
    expect((await stat(whole.path)).mode & 0o777).toBe(0o600);
    expect(bytes.subarray(0, 8).toString()).toBe("PORTALBK");
    for (const word of ["Svensson", "Norr", "LOG17", "ABC 123", "end_users"]) expect(bytes.includes(word)).toBe(false);
    expect(whole.end.rows).toBeGreaterThan(3000);
  });

  // Covers: running.1
  test(
    "shows one moment while others write: what was saved together is there together or not at all",
    async () => {
      const stop = new AbortController();
      const writer = openPool({ connectionString: world.database.adminUrl, max: 1 });
      let replicas = 0;
      const writing = (async () => {
        while (!stop.signal.aborted) {
          replicas += 1;
          await writer.query(`begin; select pg_sleep(0.01); insert into end_users (organization_id, first_name, last_name) values ('${ids.north}', 'Par', 'ett');
          insert into organizations (name, description) values ('Par ${replicas}', 'par'); commit`);
        }
      })();
      try {
        for (let trial = 0; trial < TRIALS; trial += 1) {
          const before = replicas;
          await expect.poll(() => replicas).toBeGreaterThan(before + 3);
          const { path } = await rig.backUp(world.database.adminUrl, `moment-${trial}`);
          const restored = await rig.restore(path);
          const people = await one<number>(
            restored.adminUrl,
            "select count(*)::int as value from end_users where first_name = 'Par'",
          );
          expect(people).toBe(
            await one<number>(
              restored.adminUrl,
              "select count(*)::int as value from organizations where description = 'par'",
            ),
          );
          expect(people).toBeGreaterThan(before);
          // A back-up of the restored database has the same digests.
          const again = await rig.backUp(restored.adminUrl, `again-${trial}`);
          expect(await tableDigests(again.path)).toEqual(await tableDigests(path));
          await restored.drop();
        }
      } finally {
        stop.abort();
        await writing;
        await writer.end();
      }
      await world.admin.query(
        "delete from end_users where first_name = 'Par'; delete from removed_people where first_name = 'Par'; delete from organizations where description = 'par'",
      );
    },
    paced(60_000 + TRIALS * 30_000),
  );

  // Covers: running.2
  test("is streamed, with word of how far it has come: PostgreSQL waits until what it sent was taken", async () => {
    // The file is 64 MB, which is more than all buffers between reader and writer hold.
    await world.admin.query(
      "create table public.bulk as select i, repeat(md5(i::text), 1000) as filler from generate_series(1, 2000) i; grant select on public.bulk to portal_backup",
    );
    const reported: DumpProgress[] = [];
    const records = dumpDatabase({
      adminUrl: world.database.adminUrl,
      secretKeyId: keys.keyId,
      onProgress: (progress) => reported.push(progress),
    });
    let table = "";
    for (;;) {
      const { value, done } = await records.next();
      if (done) throw new Error("the table was not in the back-up");
      if (value.kind === "T") table = value.body.table;
      if (value.kind === "D" && table === "bulk") break;
    }
    await expect
      .poll(() =>
        one(
          world.database.adminUrl,
          "select wait_event as value from pg_stat_activity where application_name = 'portal-backup' and datname = current_database()",
        ),
      )
      .toBe("ClientWrite");
    let rows = 0;
    for await (const record of records) if (record.kind === "Z") rows = record.body.rows;
    expect(reported.filter((one) => one.table === "bulk").length).toBeGreaterThan(50);
    expect(reported.at(-1)).toMatchObject({ rows });
    expect(reported.map((one) => one.rows)).toEqual(reported.map((one) => one.rows).sort((a, b) => a - b));
    expect(reported.every(({ share }) => share >= 0 && share <= 1)).toBe(true);
    await world.admin.query("drop table public.bulk");
  });

  async function tableDigests(path: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    let table = "";
    for await (const record of (await readBackupFile(path, BACKUP_KEY)).records) {
      if (record.kind === "T") table = record.body.table;
      if (record.kind === "E") found.set(table, `${record.body.rows} ${record.body.sha256}`);
    }
    for (const settled of [
      "worker_pause",
      "restore_state",
      "controller_sync",
      "controller_delays",
      "audit",
      "audit_unchained",
      "sessions",
    ])
      found.delete(settled);
    return found;
  }

  // Covers: running.4
  test("is refused in words for a database without a portal, and leaves no file", async () => {
    const empty = await rig.emptyDatabase();
    await expect(rig.backUp(empty.adminUrl, "none")).rejects.toMatchObject({ code: "no_portal" });
    await expect(stat(rig.path("none"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("is never written over, and leaves nothing behind when it fails", async () => {
    const failing = async function* (): AsyncGenerator<BackupRecord> {
      const { records } = await readBackupFile(whole.path, BACKUP_KEY);
      let left = 10;
      for await (const record of records) {
        if ((left -= 1) === 0) throw new Error("the connection was lost");
        yield record;
      }
    };
    const target = rig.path("failing");
    await expect(
      writeBackupFile(target, { id: randomUUID(), createdAt: new Date(), key: BACKUP_KEY, records: failing() }),
    ).rejects.toThrow("connection was lost");
    await expect(stat(target)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(stat(`${target}.partial`)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a back-up that is not as it was written", () => {
  const damaged = async (name: string, change: (path: string, size: number) => Promise<void>) => {
    const path = rig.path(name);
    await copyFile(whole.path, path);
    await change(path, (await stat(path)).size);
    return verifyBackupFile(path, BACKUP_KEY);
  };

  // Covers: running.3
  test("is found out, whichever byte was changed", async () => {
    const { size } = await stat(whole.path);
    for (const at of [0, 8, 12, 20, Math.floor(size / 3), Math.floor(size / 2), size - 17, size - 1]) {
      const reading = damaged(`flip-${at}`, async (path) => {
        const file = await open(path, "r+");
        const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
        await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, at);
        await file.close();
      });
      await expect(reading, `byte ${at}`).rejects.toMatchObject({ name: "BackupError" });
    }
  });

  // Covers: running.3
  test("is found out, wherever it was cut", async () => {
    const { size } = await stat(whole.path);
    for (const at of [0, 5, 100, Math.floor(size / 2), size - 1]) {
      await expect(
        damaged(`cut-${at}`, (path) => truncate(path, at)),
        `at ${at}`,
      ).rejects.toMatchObject({ name: "BackupError" });
    }
  });

  // Covers: running.3
  test("distinguishes another key from damage", async () => {
    await expect(verifyBackupFile(whole.path, "another key, which is as long as that")).rejects.toMatchObject({
      code: "wrong_key",
    });
  });
});

describe("a restore", () => {
  test("gives back rows, months, policies and triggers; ends sign-ins, pauses workers, holds gates", async () => {
    const restored = await rig.restore(whole.path);
    const [before, after] = [await digests(world.database.adminUrl), await digests(restored.adminUrl)];
    expect(before.size).toBeGreaterThan(25);
    expect(after).toEqual(before);
    const shape = `select md5(string_agg(x, E'\\n' order by x)) as value from (
      select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace in ('public'::regnamespace, 'auth'::regnamespace)
      union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal
      union all select oid::regclass || relrowsecurity::text || relforcerowsecurity || coalesce(pg_get_expr(relpartbound, oid), '') from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and relkind in ('r', 'p')
      union all select polrelid::regclass || polname || polroles::regrole[]::text || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy) t(x)`;
    expect(await one(restored.adminUrl, shape)).toBe(await one(world.database.adminUrl, shape));

    // Workers must not continue by themselves after a restore.
    expect(await one(restored.adminUrl, "select reason as value from worker_pause")).toMatch(
      /^Återställd säkerhetskopia från 20/,
    );
    expect(await one(restored.adminUrl, "select count(*)::int as value from restore_state")).toBe(1);
    expect(await one(restored.adminUrl, "select bool_and(restored_at is not null) as value from controller_sync")).toBe(
      true,
    );
    expect(
      await one(restored.adminUrl, "select count(*)::int as value from auth.sessions where revoked_at is null"),
    ).toBe(0);
    await restored.drop();
  });

  test("refuses a database that has something in it, another secret key, and a newer schema", async () => {
    const taken = await rig.emptyDatabase();
    await one(taken.adminUrl, "create table public.somebodys (id int)");
    await expect(rig.restore(whole.path, { into: taken })).rejects.toMatchObject({ code: "not_empty" });
    const change =
      (how: (manifest: Extract<BackupRecord, { kind: "M" }>["body"]) => void) =>
      async (records: AsyncIterable<BackupRecord>) => {
        const list = (async function* () {
          for await (const record of records) {
            if (record.kind === "M") how(record.body);
            yield record;
          }
        })();
        return list;
      };
    const refuse = async (how: Parameters<typeof change>[0]) => {
      const { records } = await readBackupFile(whole.path, BACKUP_KEY);
      const changed = await change(how)(records);
      return rig.restore(whole.path, { change: () => changed });
    };
    await expect(refuse((manifest) => (manifest.secret_key_id = "00000000"))).rejects.toMatchObject({
      code: "other_secret_key",
    });
    await expect(
      refuse((manifest) => manifest.migrations.push({ version: 9999, checksum: "x" })),
    ).rejects.toMatchObject({ code: "newer_schema" });
  });

  test("refuses a back-up from before the first release in words, and leaves nothing", async () => {
    const { records } = await readBackupFile(whole.path, BACKUP_KEY);
    const older = (async function* () {
      for await (const record of records) {
        const [first] = record.kind === "M" ? record.body.migrations : [];
        if (first !== undefined) first.checksum = "of before the release";
        yield record;
      }
    })();
    await expect(rig.restore(whole.path, { change: () => older })).rejects.toMatchObject({
      code: "other_history",
      message: expect.stringMatching(/before the first release\. Nothing was restored/),
    });
  });

  test("loads a back-up of an older version, then applies the migrations since", async () => {
    const folder = await mkdtemp(join(tmpdir(), "portal-newer-"));
    await cp(fileURLToPath(new URL("../../../database/", import.meta.url)), folder, { recursive: true });
    await writeFile(
      join(folder, "migrations/9998_mottos.sql"),
      `alter table public.organizations add column motto text;
       alter table public.organizations no force row level security;
       update public.organizations set motto = 'from ' || name;
       alter table public.organizations force row level security;`,
    );
    const restored = await rig.restore(whole.path, { folder });
    const mottos = "select bool_and(motto = 'from ' || name)::text || count(*) as value from organizations";
    const count = await one(world.database.adminUrl, "select count(*)::int as value from organizations");
    expect(count).toBeGreaterThan(0);
    expect(await one(restored.adminUrl, mottos)).toBe(`true${String(count)}`);
    await rm(folder, { recursive: true });
  });

  // Covers: running.6
  test("that was cut off leaves nothing, is not taken for a new portal, and can be begun anew", async () => {
    const target = await rig.emptyDatabase();
    const cutAfter = (count: number) =>
      async function* (records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
        let left = count;
        for await (const record of records) {
          if ((left -= 1) === 0) throw new Error("the power went");
          yield record;
        }
      };
    await expect(rig.restore(whole.path, { into: target, change: cutAfter(60) })).rejects.toThrow("the power went");
    expect(await one(target.adminUrl, "select count(*)::int as value from public.organizations")).toBe(0);
    await expect(
      migrate({ adminUrl: target.adminUrl, authenticatorPassword: testCluster().authenticatorPassword }),
    ).rejects.toMatchObject({ code: "restore_unfinished" });
    await rig.restore(whole.path, { into: target });
    expect(await digests(target.adminUrl)).toEqual(await digests(world.database.adminUrl));
  });

  // Covers: running.6
  test("leaves nothing when its connection is killed in the middle", async () => {
    const target = await rig.emptyDatabase();
    const killing = async function* (records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
      for await (const record of records) {
        if (record.kind === "T" && record.body.table === "organizations") {
          const { rows } = await world.admin.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'portal-restore'",
            [target.name],
          );
          expect(rows).toHaveLength(1);
        }
        yield record;
      }
    };
    await expect(rig.restore(whole.path, { into: target, change: killing })).rejects.toThrow();
    await rig.restore(whole.path, { into: target });
    expect(await digests(target.adminUrl)).toEqual(await digests(world.database.adminUrl));
  });
});
