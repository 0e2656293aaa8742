// Restores from the page, over the wire: the file replaces the present rows on every server, and a failure loses nothing.
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BACKUP_FILE_PATH, backupControl } from "#contract/functions/backup-control.ts";
import { AUDITED_EVENTS_PER_MINUTE } from "#contract/limits.ts";
import { stockholmClock, stockholmDay } from "#contract/stockholm.ts";
import { checkWithAnchor, renewAnchor } from "#server/audit/chain-audit.ts";
import { databaseOf } from "#server/backup/databases.store.ts";
import { dumpDatabase } from "#server/backup/dump.ts";
import type { BackupRecord } from "#server/backup/records.ts";
import { writeBackupFile } from "#server/backup/write-file.ts";
import type { RunningServer } from "#server/main.ts";
import { newestMigration } from "#server/platform/database/migration-files.ts";
import type { Pools } from "#server/platform/database/pools.ts";
import { type S3Simulator, startS3 } from "#simulators/s3/server.ts";
import { createAccount, startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { onDatabase } from "#tests/support/cluster.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { BACKUP_KEY, keys } from "./backup-rig.ts";

let portal: TestPortal;
let folder: string;
let s3: S3Simulator;
let system: SupabaseClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "access-portal-restores-"));
  s3 = await startS3();
  const copies = {
    BACKUP_S3_URL: s3.url,
    BACKUP_S3_ACCESS_KEY: s3.login.accessKey,
    BACKUP_S3_SECRET_KEY: s3.login.secretKey,
  };
  portal = await startTestPortal({ env: { BACKUP_DIR: folder, PORTAL_BACKUP_KEY: BACKUP_KEY, ...copies } });
  await mainWorld(portal);
  system = await signedInClient(portal.url, portal.accounts.system);
});
afterAll(async () => {
  await portal.close();
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const patient = { timeout: paced(60_000) };
const ask = (action: string, more: object = {}, client = system) =>
  callFunction(client, "backup-control", { action, ...more });
const nord = () => signedInClient(portal.url, portal.accounts.nord);
const status = async () => backupControl.STATUS.reply.parse((await ask("STATUS")).body);
const quiet = () =>
  expect
    .poll(
      async () => (await status()).backups.every(({ state, verifying }) => !verifying && /done|failed/.test(state)),
      patient,
    )
    .toBe(true);
const steppedUp = (secondsAgo = 0) =>
  portal.admin.query(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - $1::int))`,
    [secondsAgo],
  );
const oid = async () =>
  (await portal.admin.query<{ oid: string }>("select oid::text from pg_database where datname = current_database()"))
    .rows[0]?.oid ?? "";
/** The databases of this portal, its own first. */
const databases = async () =>
  (
    await portal.admin.query<{ name: string }>(
      "select datname as name from pg_database where datname like current_database() || '%' order by datname",
    )
  ).rows.map(({ name }) => name);
const people = async (adminUrl = portal.database.adminUrl) => {
  await using client = Object.assign(new Client({ connectionString: adminUrl }), {
    [Symbol.asyncDispose]: () => client.end(),
  });
  await client.connect();
  const { rows } = await client.query<{ name: string }>("select last_name as name from end_users order by last_name");
  return rows.map(({ name }) => name);
};
const savePerson = async (lastName: string) =>
  portal.admin.query("insert into end_users (organization_id, first_name, last_name) values ($1, 'Test', $2)", [
    portal.accounts.nord.organizationId,
    lastName,
  ]);

async function make(): Promise<{ id: string; path: string; name: string }> {
  const known = new Set((await status()).backups.map(({ id }) => id));
  expect(await ask("MAKE")).toMatchObject({ status: 200, body: { begun: true } });
  await quiet();
  const made = (await status()).backups.find(({ id }) => !known.has(id));
  if (made === undefined) throw new Error("no back-up");
  return { id: made.id, name: made.file_name, path: join(folder, made.file_name) };
}

/** Writes a file that the portal has not made, and has it verified. */
async function bring(adminUrl: string, change: (records: AsyncIterable<BackupRecord>) => AsyncIterable<BackupRecord>) {
  const id = randomUUID();
  const path = join(folder, `${id}.backup`);
  const records = change(dumpDatabase({ adminUrl, secretKeyId: keys.keyId }));
  await writeBackupFile(path, { id, createdAt: new Date(), key: BACKUP_KEY, records });
  expect((await ask("VERIFY", { id })).status).toBe(200);
  await quiet();
  return { id, path };
}

async function restore(id: string): Promise<void> {
  const { pools } = portal.server.deps;
  await steppedUp();
  expect(await ask("RESTORE", { id })).toMatchObject({ status: 200 });
  await restored(pools);
}

/** Waits until the server has restarted on the restored database. */
async function restored(before: Pools): Promise<void> {
  await expect.poll(() => portal.server.deps.pools !== before, patient).toBe(true);
  await answering(portal.url);
  system = await signedInClient(portal.url, portal.accounts.system);
}

const answering = (url: string) =>
  expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status: code }) => code,
          () => 0,
        ),
      patient,
    )
    .toBe(200);

async function heldToken(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.refresh_token ?? "";
}
async function refreshed(refreshToken: string): Promise<unknown> {
  const response = await fetch(`${portal.url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return response.json();
}

async function auditFindings({ deps: { pools, keys: ring, config } }: RunningServer) {
  const { findings } = await checkWithAnchor({ engine: pools.engine, keys: ring, dataDir: config.dataDir });
  return findings.map(({ kind }) => kind);
}

/** Chains the present rows and anchors their ends, which are later than the file's. */
async function anchorPresent({ deps: { pools, keys: ring, config, clock } }: RunningServer): Promise<void> {
  const deps = { engine: pools.engine, keys: ring, dataDir: config.dataDir, clock };
  const unchained = () => portal.admin.query("select from audit_unchained").then(({ rowCount }) => rowCount);
  await expect.poll(unchained, patient).toBe(0);
  await renewAnchor(deps);
}

const confirm = () => callFunction(system, "restore-control", { action: "CONFIRM" });

describe("a restore", () => {
  // Covers: running.28
  test("shows what is put in place of what, before it is begun", async () => {
    const { id } = await make();
    await savePerson("Visadsson");
    const there = (await people()).length;
    const preview = await ask("RESTORE_PREVIEW", { id });
    expect(preview).toMatchObject({
      status: 200,
      body: { file: { people: there - 1, doors: 2 }, now: { people: there, doors: 2 }, older: false },
    });
    expect((await status()).backups.find((one) => one.id === id)).toMatchObject({
      people: there - 1,
      doors: 2,
      migration: await newestMigration(),
    });
    expect((await status()).restore).toBeNull();
  });

  // Covers: running.28
  test("puts the file's rows in place on both servers, ends everybody's session, and keeps what was there until it is confirmed", async () => {
    await using another = Object.assign(await startAnotherServer(portal), {
      [Symbol.asyncDispose]: () => another.close(),
    });
    await portal.admin.query("delete from end_users where last_name = 'Visadsson'");
    await savePerson("Kvarsson");
    const [early, left] = await Promise.all([nord(), nord()]);
    const given = [await heldToken(early), await heldToken(left)];
    const { id, name } = await make();
    await savePerson("Senaresson");
    await early.auth.refreshSession();
    await left.auth.signOut({ scope: "local" });
    const late = await nord();
    const newcomer = await createAccount(portal.server, "senare", portal.accounts.nord.organizationId);
    const unknown = await signedInClient(portal.url, newcomer);
    const preview = backupControl.RESTORE_PREVIEW.reply.parse((await ask("RESTORE_PREVIEW", { id })).body);
    const servers = [portal.server, another];
    for (const server of servers) await anchorPresent(server);
    const [ours, theirs] = [portal.server.deps.pools, another.deps.pools];
    await restore(id);
    expect(await people()).toContain("Kvarsson");
    expect(await people()).not.toContain("Senaresson");
    // Nobody is signed in any more, and both servers have restarted.
    const message = `${stockholmDay(preview.file.at)} ${stockholmClock(preview.file.at)}`;
    for (const client of [early, late])
      expect((await client.auth.refreshSession()).error).toMatchObject({
        status: 400,
        code: "session_restored",
        message: expect.stringContaining(message),
      });
    // A revoked token, and a token of an account that the back-up lacks, reveal nothing about the restore.
    for (const token of [...given, await heldToken(unknown)])
      expect(await refreshed(token)).toMatchObject({ error_code: "refresh_token_not_found" });
    expect(portal.server.deps.pools).not.toBe(ours);
    await expect.poll(() => another.deps.pools === theirs, patient).toBe(false);
    await answering(another.url);
    const elsewhere = await signedInClient(another.url, portal.accounts.system);
    expect(await callFunction(elsewhere, "restore-control", { action: "STATUS" })).toMatchObject({
      body: { restored: { backup_id: id } },
    });
    // The former rows are in a database of their own and in a verified file of the list.
    const [own, kept = ""] = await databases();
    expect(own).toBe(databaseOf(portal.database.adminUrl));
    expect(kept).toMatch(/_replaced_\d{14}$/);
    expect(await people(onDatabase(portal.database.adminUrl, kept))).toContain("Senaresson");
    const [saved] = (await status()).backups;
    expect(saved).toMatchObject({ kind: "manual", state: "done", here: true, verified_at: expect.any(String) });
    expect(saved?.file_name).not.toBe(name);
    expect(
      (await portal.admin.query("select actor_name, subject_id from audit where action = 'backup_restored'")).rows,
    ).toEqual([{ actor_name: portal.accounts.system.email, subject_id: id }]);
    // The rows since the back-up are gone on purpose: an audit row says so, and the daily check finds nothing.
    await expect
      .poll(
        () =>
          portal.admin.query("select subject_id from audit where action = 'audit_ends_restored'").then((r) => r.rows),
        patient,
      )
      .toEqual([{ subject_id: id }]);
    // Either server may have made the restore; each has an anchor of its own.
    for (const server of servers) await expect.poll(() => auditFindings(server), patient).toEqual([]);
    expect(await confirm()).toMatchObject({ status: 200 });
    await expect.poll(databases, patient).toEqual([own]);
  });

  // Covers: running.28, running.39
  test("takes a file that is in S3 alone, which is verified and downloaded from there too", async () => {
    await savePerson("Molnsson");
    const { id, name, path } = await make();
    const row = async () => (await status()).backups.find((one) => one.id === id);
    await expect.poll(async () => (await row())?.copied_at ?? null, patient).not.toBeNull();
    const content = await readFile(path);
    await rm(path);
    await savePerson("Senare");
    await ask("VERIFY", { id });
    await quiet();
    expect(await row()).toMatchObject({ here: false, trouble: null, copy_trouble: null });
    await steppedUp();
    const ticket = async () => backupControl.DOWNLOAD.reply.parse((await ask("DOWNLOAD", { id })).body).ticket;
    const download = async () =>
      fetch(`${portal.url}${BACKUP_FILE_PATH}`, {
        method: "POST",
        body: new URLSearchParams({ ticket: await ticket() }),
      });
    expect(Buffer.from(await (await download()).arrayBuffer()).equals(content)).toBe(true);
    // Somebody who may write in the bucket has put another whole back-up in its place.
    const other = join(folder, ".another");
    const records = dumpDatabase({ adminUrl: portal.database.adminUrl, secretKeyId: keys.keyId });
    await writeBackupFile(other, { id: randomUUID(), createdAt: new Date(), key: BACKUP_KEY, records });
    const [key = ""] = [...s3.storage.objects.keys()].filter((one) => one.endsWith(name));
    s3.storage.put(key, await readFile(other));
    await rm(other);
    expect(await (await download()).json()).toMatchObject({ code: "conflict", reason: "backup_copy_damaged" });
    s3.storage.put(key, content);
    s3.fault = () => ({ status: 403, code: "AccessDenied" });
    expect(await (await download()).json()).toMatchObject({
      code: "conflict",
      error: expect.stringMatching(/from S3|från S3/),
    });
    expect(await ask("RESTORE_PREVIEW", { id })).toMatchObject({
      status: 409,
      body: { reason: "restore_not_fetched" },
    });
    s3.fault = () => null;
    await restore(id);
    expect([(await people()).includes("Molnsson"), (await people()).includes("Senare")]).toEqual([true, false]);
    expect((await readFile(join(folder, name))).equals(content)).toBe(true);
    await portal.admin.query("delete from end_users where last_name = 'Molnsson'");
    expect(await confirm()).toMatchObject({ status: 200 });
    await expect.poll(databases, patient).toHaveLength(1);
  });
});

describe("is refused, by name and with everything as before,", () => {
  let present: string;
  beforeEach(async () => {
    present = await oid();
  });
  const refused = async (id: string, reason: string) => {
    await steppedUp();
    for (const action of ["RESTORE_PREVIEW", "RESTORE"])
      expect(await ask(action, { id })).toMatchObject({ status: 409, body: { reason: `restore_${reason}` } });
    expect(await oid()).toBe(present);
    expect((await portal.admin.query("select from restores where state <> 'failed'")).rowCount).toBe(0);
  };

  // Covers: running.29
  test("a file that is not verified", async () => {
    const { path } = await make();
    const id = randomUUID();
    const records = dumpDatabase({ adminUrl: portal.database.adminUrl, secretKeyId: keys.keyId });
    await rm(path);
    await writeBackupFile(path, { id, createdAt: new Date(), key: BACKUP_KEY, records });
    await portal.admin.query("delete from backups");
    await refused(id, "unverified");
  });

  // Covers: running.29
  test("a file of another key, or whose PINs are of another key", async () => {
    const id = randomUUID();
    const path = join(folder, "other.backup");
    const records = dumpDatabase({ adminUrl: portal.database.adminUrl, secretKeyId: keys.keyId });
    await writeBackupFile(path, { id, createdAt: new Date(), key: "another key of back-ups altogether", records });
    await refused(id, "wrong_key");
    const { id: secret } = await bring(portal.database.adminUrl, withManifest({ secret_key_id: "0000" }));
    await refused(secret, "other_secret_key");
  });

  // Covers: running.29
  test("a file of a newer version", async () => {
    const newer = { version: 9999, checksum: "x" };
    const { id } = await bring(portal.database.adminUrl, withManifest({ migrations: [newer] }));
    await refused(id, "newer_schema");
  });

  // Covers: running.29
  test("a file that was cut: before it is read back, or after", async () => {
    const { id, path, name } = await make();
    const whole = await readFile(path);
    // The file was whole when its restore was requested.
    await truncate(path, whole.length - 100);
    await portal.admin.query("insert into restores (backup_id, file_name, requested_by) values ($1, $2, $3)", [
      id,
      name,
      portal.accounts.system.userId,
    ]);
    await expect
      .poll(async () => (await status()).restore, patient)
      .toMatchObject({
        state: "failed",
        trouble: "cut_short",
      });
    await refused(id, "cut_short");
    await writeFile(path, whole);
    await portal.admin.query("update backups set verified_at = null, error = 'damaged' where id = $1", [id]);
    await refused(id, "damaged");
    const { rows } = await portal.admin.query("select actor, after from audit where action = 'restore_failed'");
    expect(rows).toEqual([{ actor: portal.accounts.system.userId, after: { restore_trouble: "cut_short" } }]);
  });

  // Covers: running.29
  test("without a step-up, by an org admin, and for a file that is gone", async () => {
    const { id, path } = await make();
    await steppedUp(3_600);
    expect(await ask("RESTORE", { id })).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
    const orgAdmin = await nord();
    for (const action of ["RESTORE_PREVIEW", "RESTORE"])
      expect(await ask(action, { id }, orgAdmin)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    await steppedUp();
    // A copy that is under way would be recorded after the next lines, and restored.
    const isCopied = async () => (await status()).backups.some((one) => one.id === id && one.copied_at !== null);
    await expect.poll(isCopied, patient).toBe(true);
    await rm(path);
    await portal.admin.query("update backups set copied_at = null, copy_due_at = 'infinity'");
    expect(await ask("RESTORE", { id })).toMatchObject({ status: 404 });
    expect(await oid()).toBe(present);
  });

  // Covers: running.29
  test("one of an account that may write no more events", async () => {
    const { id } = await make();
    const busy = await createAccount(portal.server, "upptagen", null);
    const client = await signedInClient(portal.url, busy);
    await portal.admin.query(
      "insert into audit (actor, action) select $1, 'backup_verified' from generate_series(1, $2::integer)",
      [busy.userId, AUDITED_EVENTS_PER_MINUTE],
    );
    await steppedUp();
    expect(await ask("RESTORE", { id }, client)).toMatchObject({
      status: 429,
      body: { reason: "audited_acts_of_minute" },
    });
    expect((await portal.admin.query("select from restores where state <> 'failed'")).rowCount).toBe(0);
    expect(await oid()).toBe(present);
  });

  // Covers: running.29
  test("the second of two at once", async () => {
    const { id } = await make();
    await steppedUp();
    const { pools } = portal.server.deps;
    const answers = await Promise.all([1, 2, 3].map(() => ask("RESTORE", { id })));
    const refusals = answers.filter(({ status: code }) => code !== 200).map(({ body }) => body["reason"]);
    expect(refusals).toEqual(["restore_running", "restore_running"]);
    await restored(pools);
    expect(await oid()).not.toBe(present);
    await confirm();
  });
});

function withManifest(changes: object) {
  return async function* (records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
    for await (const record of records) {
      if (record.kind === "M") yield { kind: "M", body: { ...record.body, ...changes } };
      else yield record;
    }
  };
}
