// An empty installation restores another installation's back-up over the wire: it gets all rows and keys, or a named refusal
// changes nothing.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { UPLOAD_PIECE_BYTES, UPLOAD_PIECE_PATH } from "#contract/functions/first-restore.ts";
import { checkWithAnchor } from "#server/audit/chain-audit.ts";
import { dumpDatabase } from "#server/backup/dump.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import type { BackupRecord } from "#server/backup/records.ts";
import { takePiece } from "#server/backup/upload-backup.ts";
import { writeBackupFile } from "#server/backup/write-file.ts";
import { type RunningServer, startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startTestPortal, type TestAccount } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { QUICK_HASHING } from "#tests/support/quick-hashing.ts";
import { BACKUP_KEY, digests } from "./backup-rig.ts";

const patient = { timeout: paced(60_000) };
const owned = new AsyncDisposableStack();
/** The former installation: its file, keys and accounts. */
let old: {
  file: Buffer;
  backupKey: string;
  secretKey: string;
  system: TestAccount;
  adminUrl: string;
  digests: Map<string, string>;
};

beforeAll(async () => {
  // A cluster of its own: the login's password derives from the secret key, which this file changes.
  const shared = process.env["PORTAL_TEST_CLUSTER"];
  const cluster = await startTestCluster();
  owned.defer(async () => {
    process.env["PORTAL_TEST_CLUSTER"] = shared;
    await cluster.stop();
  });
  const folder = await mkdtemp(join(tmpdir(), "access-portal-first-"));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const portal = await startTestPortal({ env: { PORTAL_SECRET_KEY: "" } });
  owned.defer(() => portal.close());
  await mainWorld(portal);
  const { config, keys } = portal.server.deps;
  const secretKey = (await readFile(join(config.dataDir, "secret.key"), "utf8")).trim();
  await portal.server.close();
  const path = join(folder, "old.backup");
  const { adminUrl } = portal.database;
  const made = { id: crypto.randomUUID(), createdAt: new Date(), key: BACKUP_KEY };
  await makeBackup(path, { adminUrl, secretKeyId: keys.keyId, ...made });
  old = {
    file: await readFile(path),
    backupKey: BACKUP_KEY,
    secretKey,
    system: portal.accounts.system,
    adminUrl,
    digests: await digests(adminUrl),
  };
});
afterAll(() => owned.disposeAsync());

let database: TestDatabase;
let dataDir: string;
let server: RunningServer;
let token: string;

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const config = loadConfig(
    { PORT: "0", PORTAL_DATA_DIR: dataDir, LOG_LEVEL: "silent", BACKUP_AT: "off", RESTORE_UPLOAD_MAX_GB: "1", ...env },
    { demo: true },
  );
  server = await startServer({
    config,
    adminUrl: database.adminUrl,
    pageDir: null,
    hashing: QUICK_HASHING,
    patience: paced(2),
  });
  token = new URL(server.setupUrl ?? "http://none").searchParams.get("setup") ?? "";
}

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "access-portal-empty-"));
  await chmod(dataDir, 0o700);
  await start();
});
afterEach(async () => {
  await server.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const post = async (path: string, body: object) => {
  const response = await fetch(`${server.url}/functions/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
};
const piece = async (bytes: Buffer, { offset = 0, size = bytes.length, as = token } = {}) => {
  const query = new URLSearchParams({ token: as, offset: String(offset), size: String(size) });
  const response = await fetch(`${server.url}${UPLOAD_PIECE_PATH}?${query.toString()}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
};
async function upload(file: Buffer): Promise<void> {
  for (let offset = 0; offset < file.length; offset += UPLOAD_PIECE_BYTES)
    expect(
      await piece(file.subarray(offset, offset + UPLOAD_PIECE_BYTES), { offset, size: file.length }),
    ).toMatchObject({ status: 200 });
}
const keys = () => ({ token, backupKey: old.backupKey, secretKey: old.secretKey });
const status = () => post("first-restore/status", { token });
const sql = async <Row extends object>(text: string) => {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};
const oid = async () =>
  (await sql<{ oid: string }>("select oid::text from pg_database where datname = current_database()"))[0]?.oid;
const present = async () => ({
  oid: await oid(),
  secretKey: await readFile(join(dataDir, "secret.key"), "utf8"),
  restores: await sql("select from restores where state <> 'failed'"),
});

// Covers: running.35
test("takes everything: rows, accounts, PINs that open with the old keys, and holds the doors until it is confirmed", async () => {
  await upload(old.file);
  expect(await post("first-restore/preview", keys())).toMatchObject({
    status: 200,
    body: { people: 1, doors: 2, older: false, version: expect.any(String), at: expect.any(String) },
  });
  expect(await status()).toMatchObject({ body: { restore: null, max_bytes: 1_000_000_000 } });
  const { pools } = server.deps;
  expect(await post("first-restore/begin", keys())).toMatchObject({ status: 200 });
  // During a restore nobody may create an account, which would be lost, or begin a second restore.
  const admin = { token, email: "a@b.example", password: "tre röda bilar vid grinden", firstName: "A", lastName: "B" };
  expect(await post("first-admin", admin)).toMatchObject({ status: 409, body: { reason: "restore_running" } });
  expect(await post("first-restore/begin", keys())).toMatchObject({ status: 409, body: { reason: "restore_running" } });
  await expect.poll(() => server.deps.pools !== pools, patient).toBe(true);
  const ready = () =>
    fetch(`${server.url}/readyz`).then(
      ({ status: code }) => code,
      () => 0,
    );
  await expect.poll(ready, patient).toBe(200);

  // Tables that a restore changes on purpose, and the audit chain, which continues.
  const held = await digests(database.adminUrl);
  const differing = [...old.digests].filter(([table, digest]) => held.get(table) !== digest).map(([table]) => table);
  expect(differing.filter((table) => !["auth.refresh_tokens", "public.audit_chain"].includes(table))).toEqual([]);

  // The chain ends are the file's, under the file's key, and an audit row says who restored them.
  const found = async () => {
    const { config, ...deps } = server.deps;
    const chain = { engine: deps.pools.engine, keys: deps.keys, dataDir: config.dataDir };
    return (await checkWithAnchor(chain)).findings.map(({ kind }) => kind);
  };
  await expect.poll(found, patient).toEqual([]);
  expect(await sql("select subject_table from audit where action = 'audit_ends_restored'")).toEqual([
    { subject_table: "backups" },
  ]);

  // The link has ended, and the old administrator signs in.
  expect((await status()).status).toBe(403);
  const system = await signedInClient(server.url, old.system);
  expect(await callFunction(system, "restore-control", { action: "STATUS" })).toMatchObject({
    status: 200,
    body: { restored: { backup_id: expect.any(String) } },
  });
  // The file's keys are in use for PINs and the next back-up; the former keys are kept beside them.
  const key = async (name: string) => (await readFile(join(dataDir, name), "utf8")).trim();
  expect([await key("secret.key"), await key("backup.key")]).toEqual([old.secretKey, old.backupKey]);
  expect(await key("secret.key.before-restore")).not.toBe(old.secretKey);
  const [pin] = await sql<{ id: string; text: string }>(
    "select id, credential_value as text from credentials where credential_type = 'pin'",
  );
  expect(server.deps.keys.openPin(pin?.text ?? "", `credentials.credential_value.${pin?.id}`)).toBe("4816");
  expect(await readdir(dataDir)).not.toContain("restore-upload.backup");
  expect(await sql("select actor, actor_name from audit where action = 'backup_restored'")).toEqual([
    { actor: null, actor_name: null },
  ]);
});

describe("is refused, by name and with everything as before,", () => {
  let before: Awaited<ReturnType<typeof present>>;
  beforeEach(async () => {
    before = await present();
  });
  afterEach(async () => {
    expect(await present()).toEqual(before);
  });

  // Covers: running.36
  test("a file that is a ZIP, or no back-up, before anything is stored", async () => {
    expect(await piece(Buffer.from("PK\x03\x04 and more"))).toMatchObject({
      status: 400,
      body: { reason: "upload_is_a_zip", field: "file" },
    });
    for (const bytes of [Buffer.from("{}"), Buffer.alloc(0), Buffer.from("PORTALBK")])
      expect((await piece(bytes, { size: 100 })).body["reason"]).toMatch(/^(upload_not_a_backup|restore_damaged)$/);
    expect(await readdir(dataDir)).not.toContain("restore-upload.backup");
  });

  // Covers: running.36
  test("a file of 10 GB, by what it says and by what it sends", async () => {
    const tooLarge = { status: 413, body: { reason: "upload_too_large", error: expect.stringContaining("1 GB") } };
    const head = old.file.subarray(0, 1_000);
    expect(await piece(head, { size: 10_000_000_000 })).toMatchObject(tooLarge);
    expect(await piece(head, { offset: 9_999_999_000, size: 10_000_000_000 })).toMatchObject(tooLarge);
    for (const headers of [{ "content-length": 10_000_000_000 }, { "transfer-encoding": "chunked" }]) {
      const query = new URLSearchParams({ token, offset: "0", size: "1000" });
      const sent = request(`${server.url}${UPLOAD_PIECE_PATH}?${query.toString()}`, {
        method: "POST",
        headers: { "content-type": "application/octet-stream", ...headers },
      });
      sent.on("error", () => {}); // The server ends the connection.
      sent.write(Buffer.concat([head, Buffer.alloc(2 * UPLOAD_PIECE_BYTES)]));
      const [response] = await once(sent, "response");
      expect(response.statusCode).toBe(413);
      let text = "";
      for await (const part of response) text += String(part);
      expect(JSON.parse(text)).toMatchObject({ reason: "upload_too_large" });
      sent.destroy();
    }
    expect(await readdir(dataDir)).not.toContain("restore-upload.backup");
  });

  // Covers: running.36
  test("a piece out of step, as after an interruption; the file is sent again from its beginning", async () => {
    const size = old.file.length;
    const half = Math.floor(Math.min(size, UPLOAD_PIECE_BYTES) / 2);
    expect(await piece(old.file.subarray(half), { offset: half, size })).toMatchObject({
      status: 409,
      body: { reason: "upload_out_of_step" },
    });
    expect(await piece(old.file.subarray(0, half), { size })).toMatchObject({ status: 200, body: { received: half } });
    expect(await piece(Buffer.alloc(9), { offset: half + 1, size })).toMatchObject({
      body: { reason: "upload_out_of_step" },
    });
    await server.close();
    await start();
    await upload(old.file);
    expect(await post("first-restore/preview", keys())).toMatchObject({ status: 200 });
  });

  // Covers: running.36
  test("a file for which the disk has no room: named, and the pieces so far are gone", async () => {
    const path = join(dataDir, "restore-upload.backup");
    const full = {
      status: 409,
      body: { reason: "upload_disk_full", error: expect.stringContaining("disk blev full") },
    };
    // Writing to this device fails as on a full disk.
    await symlink("/dev/full", path);
    expect(await piece(old.file)).toMatchObject(full);
    expect(await readdir(dataDir)).not.toContain("restore-upload.backup");
    await upload(old.file);
    expect(await post("first-restore/preview", keys())).toMatchObject({ status: 200 });
  });

  // Covers: running.36
  test.runIf(process.getuid?.() === 0)("a file that fills a small disk half way through a piece", async () => {
    const size = 64 * 1024;
    await server.close();
    const disk = await mkdtemp(join(tmpdir(), "access-portal-small-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", disk]);
    const config = { dataDir: disk, restoreUploadMaxGb: 1 };
    try {
      const bytes = Buffer.concat([old.file, Buffer.alloc(3 * size)]).subarray(0, 3 * size);
      const half = size - 10_000;
      expect(await takePiece(config, { offset: 0, size: bytes.length, piece: bytes.subarray(0, half) })).toBe(half);
      await expect(
        takePiece(config, { offset: half, size: bytes.length, piece: bytes.subarray(half) }),
      ).rejects.toMatchObject({ reason: "upload_disk_full" });
      expect(await readdir(disk)).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
      await rm(disk, { recursive: true });
      await start();
    }
  });

  // Covers: running.36
  test("a wrong key, at the field that it stands in", async () => {
    expect(await post("first-restore/preview", keys())).toMatchObject({ body: { reason: "upload_missing" } });
    await upload(old.file);
    for (const [change, field, reason] of [
      [{ backupKey: "another key of back-ups altogether" }, "backupKey", "typed_backup_key_wrong"],
      [{ secretKey: "another secret key altogether, of course" }, "secretKey", "typed_secret_key_wrong"],
      [{ secretKey: "one\ntwo\nthree" }, "secretKey", "typed_secret_keys_many"],
      [{ secretKey: " " }, "secretKey", "field_unreadable"],
    ] as const)
      for (const step of ["preview", "begin"])
        expect(await post(`first-restore/${step}`, { ...keys(), ...change })).toMatchObject({
          status: 400,
          body: { field, reason },
        });
  });

  // Covers: running.36
  test("a file of a newer version, and one from before the first release", async () => {
    for (const [migrations, reason] of [
      [[{ version: 9999, checksum: "x" }], "restore_newer_schema"],
      [[{ version: 1, checksum: "x" }], "restore_other_history"],
    ] as const) {
      const path = join(dataDir, "changed.backup");
      const id = crypto.randomUUID();
      const records = withManifest(
        { migrations },
        dumpDatabase({ adminUrl: old.adminUrl, secretKeyId: createKeyRing(old.secretKey).keyId }),
      );
      await writeBackupFile(path, { id, createdAt: new Date(), key: old.backupKey, records });
      await upload(await readFile(path));
      await rm(path);
      for (const step of ["preview", "begin"])
        expect(await post(`first-restore/${step}`, keys())).toMatchObject({ status: 409, body: { reason } });
    }
  });

  // Covers: running.36
  test("a file that was cut, or has a changed byte, once it is read whole", async () => {
    for (const [change, trouble] of [
      [(file: Buffer) => file.subarray(0, -100), "cut_short"],
      [(file: Buffer) => Buffer.concat([file.subarray(0, -1), Buffer.of((file.at(-1) ?? 0) ^ 1)]), "damaged"],
    ] as const) {
      await upload(change(old.file));
      const asked = await post("first-restore/begin", keys());
      // A file of one chunk cannot be read at all without its end.
      if (asked.status === 409) expect(asked.body["reason"]).toBe(`restore_${trouble}`);
      else
        await expect
          .poll(async () => (await status()).body["restore"], patient)
          .toMatchObject({ state: "failed", trouble });
    }
  });

  // Covers: running.36
  test("another link, at every step", async () => {
    const wrong = { ...keys(), token: "x" };
    for (const step of ["status", "preview", "begin"])
      expect(await post(`first-restore/${step}`, wrong)).toMatchObject({
        status: 403,
        body: { reason: "setup_link_invalid" },
      });
    for (const offset of [0, 10]) expect(await piece(old.file, { as: "x", offset })).toMatchObject({ status: 403 });
  });

  // Covers: running.36
  test("once there is anything: an organisation, or an administrator", async () => {
    await upload(old.file);
    const everywhere = async (reason: string) => {
      for (const step of ["status", "preview", "begin"])
        expect(await post(`first-restore/${step}`, keys())).toMatchObject({ status: 409, body: { reason } });
      expect(await piece(old.file.subarray(0, 1_000))).toMatchObject({ status: 409, body: { reason } });
    };
    await sql("insert into organizations (name) values ('Brf Redan')");
    await everywhere("installation_not_empty");
    await sql("delete from organizations");
    const admin = {
      token,
      email: "a@b.example",
      password: "tre röda bilar vid grinden",
      firstName: "A",
      lastName: "B",
    };
    expect(await post("first-admin", admin)).toMatchObject({ status: 200 });
    await everywhere("already_set_up");
  });
});

// Covers: running.36
test("a server whose key stands in the environment takes only a file of that key", async () => {
  await server.close();
  await start({ PORTAL_SECRET_KEY: "this server has a key of its own in its environment" });
  await upload(old.file);
  expect(await post("first-restore/preview", keys())).toMatchObject({
    status: 409,
    body: { reason: "secret_key_configured", field: "secretKey" },
  });
  await server.close();
  await start({ PORTAL_SECRET_KEY: old.secretKey });
  await upload(old.file);
  expect(await post("first-restore/preview", keys())).toMatchObject({ status: 200 });
});

// Covers: running.36
test("a server that ends after the request, before the swap, leaves an empty portal that can be restored anew", async () => {
  const before = await readFile(join(dataDir, "secret.key"), "utf8");
  await upload(old.file);
  expect(await post("first-restore/begin", keys())).toMatchObject({ status: 200 });
  await server.close();
  await writeFile(join(dataDir, "restore-upload.backup"), old.file.subarray(0, 10));
  // The other server does not know the keys, so it does not take the request over.
  await start();
  const [left] = await sql<{ seconds: number }>(
    "select extract(epoch from lease_until - now())::int as seconds from restores where state <> 'failed'",
  );
  // A restore that had begun has failed already.
  expect(left?.seconds ?? 0).toBeLessThanOrEqual(60);
  await sql("update restores set lease_until = now() - interval '1 second'");
  await expect
    .poll(async () => (await status()).body["restore"], patient)
    .toMatchObject({ state: "failed", trouble: "interrupted" });
  expect(await readFile(join(dataDir, "secret.key"), "utf8")).toBe(before);
  await upload(old.file);
  expect(await post("first-restore/preview", keys())).toMatchObject({ status: 200 });
});

async function* withManifest(changes: object, records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
  for await (const record of records) {
    if (record.kind === "M") yield { kind: "M", body: { ...record.body, ...changes } };
    else yield record;
  }
}
