// Copies of back-ups in S3. The simulator checks each signature, and imitates faults of the storage and of the network.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BACKUP_TROUBLES, type BackupTrouble } from "#contract/backups.ts";
import { type Clock, systemClock } from "#drivers/clock.ts";
import { readBackupFacts } from "#server/alerts/alert-facts.store.ts";
import { backupFileName } from "#server/backup/backup-folder.ts";
import { checkedCopy } from "#server/backup/checked-copy.ts";
import { backupKeyId, encryptStream, newHeader } from "#server/backup/container.ts";
import { openCopyPlace } from "#server/backup/copy-place.ts";
import { fetchCopy } from "#server/backup/fetch-copy.ts";
import { copyKeeper } from "#server/backup/keep-copies.ts";
import { makeDueBackup } from "#server/backup/make-due-backup.ts";
import type { RestoreDeps } from "#server/backup/make-due-restore.ts";
import type { S3Files } from "#server/backup/s3/s3-files.ts";
import { verifyRequested } from "#server/backup/verify-requested.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type S3Simulator, startS3 } from "#simulators/s3/server.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { BACKUP_KEY, keys } from "./backup-rig.ts";

type Place = NonNullable<RestoreDeps["config"]["backupS3"]>;

const NEVER = new AbortController().signal;
const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;
const FOLDER = `brf/${backupKeyId(BACKUP_KEY)}`;

let database: TestDatabase;
let admin: Pool;
let pools: Pools;
let root: string;
let folder: string;
let now: Date;
let s3: S3Simulator;
let waits: number[];
const log: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = openPool({ connectionString: database.adminUrl, max: 2 });
  pools = createPools({ url: database.authenticatorUrl, log: pino({ level: "silent" }) });
  root = await mkdtemp(join(tmpdir(), "access-portal-copies-"));
});
afterAll(async () => {
  await pools.close();
  await admin.end();
  await database.drop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  await admin.query("delete from backups");
  await admin.query("update private.schema_migrations set applied_at = '2026-01-01T00:00:00Z'");
  folder = join(root, randomUUID(), "backups");
  now = new Date("2026-11-28T01:30:00Z");
  waits = [];
  s3 = await startS3();
  s3.now = () => now;
  return () => s3[Symbol.asyncDispose]();
});

const storage = (changes: Partial<Place> = {}): Place => {
  const { accessKey, secretKey, region } = s3.login;
  return { url: `${s3.url}/brf`, region, accessKey, secretKey, ...changes };
};

function server(changes: Partial<RestoreDeps["config"]> = {}): RestoreDeps {
  return {
    engine: pools.engine,
    adminUrl: database.adminUrl,
    config: {
      backupDir: folder,
      dataDir: root,
      backupKey: BACKUP_KEY,
      backupAt: "02:30",
      backupS3: storage(),
      ...changes,
    },
    keys,
    clock: { ...systemClock, now: () => now },
    log: pino({ level: "trace" }, { write: (line: string) => void log.push(line) }),
  };
}

/** A server's rounds, each with the list of the bucket. */
const round = (deps = server()) => copyKeeper({ ...deps, clock: hurried(deps.clock) }, NEVER)();
/** A clock whose pauses take no time, so that calls are repeated at once. */
const hurried = (clock: Clock): Clock => ({
  ...clock,
  wait: (ms, signal) => (ms > 8_000 ? clock.wait(ms, signal) : Promise.resolve(void waits.push(ms))),
});
const made = async (deps = server()) => {
  expect(await makeDueBackup(deps, NEVER)).toBe("made");
  return newest();
};
const newest = async () => (await files()).at(-1) ?? "";
const files = async () => (await readdir(folder).catch((): string[] => [])).toSorted();
const inBucket = () => [...s3.storage.objects.keys()].toSorted();
const rows = async () =>
  (
    await admin.query(
      `select kind, copied_at is not null as copied, verified_at is not null as verified, copy_error, error, row_count::int > 0 as counted
       from backups order by taken_at`,
    )
  ).rows;
const due = () => admin.query("update backups set copy_due_at = now() where copied_at is null");
const facts = () => transaction(pools.engine, readBackupFacts);

async function place(): Promise<S3Files> {
  const opened = await openCopyPlace({ ...server(), clock: hurried(server().clock) });
  if (opened === null) throw new Error("no place");
  return opened;
}

/** Breaks the first `times` calls that begin so. */
function breaks(begins: string, times: number, fault: ReturnType<S3Simulator["fault"]>) {
  let left = times;
  s3.fault = (call) => (call.startsWith(begins) && left-- > 0 ? fault : null);
}

// Covers: running.39
test("a whole back-up is copied, read back, and copied once by two servers", async () => {
  const name = await made();
  expect(await rows()).toMatchObject([{ copied: false }]);
  await Promise.all([round(), round()]);
  expect(inBucket()).toEqual([`${FOLDER}/${name}`]);
  expect(s3.storage.objects.get(`${FOLDER}/${name}`)?.content).toEqual(await readFile(join(folder, name)));
  expect(await rows()).toMatchObject([{ copied: true, copy_error: null }]);
  expect(s3.calls.filter((call) => call.startsWith("PUT"))).toHaveLength(1);
  expect(s3.calls.filter((call) => call.startsWith("GET") && call.includes(".backup"))).toHaveLength(1);
});

// Covers: running.39
test("without a place nothing is copied, and an earlier failure no longer raises the alert", async () => {
  await made();
  s3.login = { ...s3.login, secretKey: "another" };
  await round(server({ backupS3: storage({ secretKey: "wrong" }) })).catch(() => undefined);
  expect(await facts()).toMatchObject({ copy_trouble: "s3_refused" });
  await round(server({ backupS3: null }));
  expect(await facts()).toMatchObject({ copy_trouble: null, uncopied_since: null });
  expect(inBucket()).toEqual([]);
});

describe("a copy that fails", () => {
  const WRONG: Partial<Place> = { secretKey: "wrong-secret-of-the-test" };
  const cases: [BackupTrouble, string, Partial<Place>, () => void][] = [
    ["s3_refused", "a wrong secret", WRONG, () => {}],
    ["s3_refused", "a key that is unknown", { accessKey: "nobody" }, () => {}],
    ["s3_refused", "a key without the right", {}, () => (s3.fault = () => ({ status: 403, code: "AccessDenied" }))],
    ["s3_clock", "a clock that is wrong by years", {}, () => (s3.now = () => new Date("2031-01-01T00:00:00Z"))],
    ["s3_region", "another region", { region: "eu-north-1" }, () => {}],
    ["s3_full", "a full storage", {}, () => (s3.fault = () => ({ status: 507, code: "XMinioStorageFull" }))],
    ["s3_busy", "a storage that stays busy", {}, () => (s3.fault = () => ({ status: 503, code: "SlowDown" }))],
    ["s3_unreachable", "connections that break", {}, () => (s3.fault = () => ({ cut: 0 }))],
    ["unexpected", "an answer that is none of S3's", {}, () => (s3.fault = () => ({ status: 418, code: "Teapot" }))],
  ];
  // Covers: running.39
  test.each(cases)("%s: %s leaves the file, raises the alert and is tried again", async (trouble, _, config, fault) => {
    const name = await made();
    fault();
    await round(server({ backupS3: storage(config) })).catch(() => undefined); // The bucket's list fails as well.
    expect(await rows()).toMatchObject([{ copied: false, copy_error: trouble, verified: true, error: null }]);
    expect(await facts()).toMatchObject({
      uncopied_since: expect.any(Date),
      copy_trouble: trouble,
      failed_since: null,
    });
    expect(await files()).toEqual([name]);
    expect(s3.storage.uploads.size + s3.storage.objects.size).toBe(0);
    // It is due an hour later; until then nothing is asked for it.
    s3.fault = () => null;
    s3.now = () => now;
    const wait = await admin.query("select extract(epoch from copy_due_at - now())::int as seconds from backups");
    expect(wait.rows[0].seconds).toBeGreaterThan(3_500);
    await due();
    await round();
    expect(await rows()).toMatchObject([{ copied: true, copy_error: null }]);
    expect(await facts()).toMatchObject({ copy_trouble: null });
  });

  // Covers: running.39
  test("because the bucket is missing, or nothing listens there, says so", async () => {
    await made();
    await round(server({ backupS3: storage({ url: s3.url.replace("portal-backups", "no-such-bucket") }) })).catch(
      () => undefined,
    );
    expect(await rows()).toMatchObject([{ copy_error: "s3_missing" }]);
    await due();
    await round(server({ backupS3: storage({ url: "http://127.0.0.1:9/portal-backups" }) })).catch(() => undefined);
    expect(await rows()).toMatchObject([{ copy_error: "s3_unreachable" }]);
  });

  // Covers: running.39
  test("has a sentence for each of these, and no log line has a key or a signature", () => {
    expect(cases.map(([trouble]) => trouble).filter((trouble) => !BACKUP_TROUBLES.includes(trouble))).toEqual([]);
    expect(log.length).toBeGreaterThan(10);
    const secrets = [
      s3.login.secretKey,
      "wrong-secret-of-the-test",
      "Signature=",
      "AWS4",
      "AWSAccessKeyId",
      BACKUP_KEY,
    ];
    for (const secret of secrets) expect(log.filter((line) => line.includes(secret))).toEqual([]);
  });
});

// Covers: running.39
test("a storage that is busy for some seconds, or breaks connections, costs pauses and no copy", async () => {
  const name = await made();
  breaks("PUT", 2, { status: 503, code: "SlowDown" });
  await round();
  expect(waits).toEqual([1_000, 2_000]);
  expect(inBucket()).toEqual([`${FOLDER}/${name}`]);
  expect(await rows()).toMatchObject([{ copied: true }]);
});

describe("a large file", () => {
  const content = randomBytes(20 * MIB);
  let path: string;
  beforeEach(async () => {
    path = join(root, "large");
    await writeFile(path, content);
  });
  const stored = () => s3.storage.objects.get(`${FOLDER}/large`)?.content.equals(content);

  // Covers: running.39
  test("goes in parts; a part that breaks is sent again, and a lost answer at the end is no failure", async () => {
    const parts = () => s3.calls.filter((call) => call.startsWith("PUT"));
    await (await place()).send(path, "large");
    expect([stored(), parts().length]).toEqual([true, 3]);
    breaks("PUT", 1, { cut: 0 });
    await (await place()).send(path, "large");
    expect([stored(), parts().length]).toEqual([true, 7]);
    breaks(`POST /portal-backups/${FOLDER}/large uploadId`, 1, { after: "unanswered" });
    await (await place()).send(path, "large");
    expect([stored(), s3.storage.uploads.size]).toEqual([true, 0]);
  });

  // Covers: running.39
  test("that cannot be sent leaves no part, and what a server left when it ended is given up before the next", async () => {
    breaks(`PUT`, 99, { status: 403, code: "AccessDenied" });
    await expect((await place()).send(path, "large")).rejects.toMatchObject({ trouble: "s3_refused" });
    expect([s3.storage.uploads.size, inBucket()]).toEqual([0, []]);
    s3.fault = () => null;
    s3.storage.begin(`${FOLDER}/large`);
    const others = s3.storage.begin(`${FOLDER}/large-of-another`);
    await (await place()).send(path, "large");
    expect([stored(), [...s3.storage.uploads.keys()]]).toEqual([true, [others]]);
  });

  // Covers: running.39
  test("goes to a storage that does not list unfinished parts, and to a key that may not", async () => {
    breaks("GET /portal-backups uploads", 1, { status: 501, code: "NotImplemented" });
    await (await place()).send(path, "large");
    breaks("GET /portal-backups uploads", 1, { status: 403, code: "AccessDenied" });
    await (await place()).send(path, "large");
    expect(stored()).toBe(true);
  });

  // Covers: running.39
  test("is read on where the connection broke; one that breaks for good is a failure", async () => {
    await (await place()).send(path, "large");
    breaks("GET", 3, { cut: 5 * MIB });
    expect((await buffer(await (await place()).open("large"))).equals(content)).toBe(true);
    expect(s3.calls.filter((call) => call.startsWith("GET") && call.includes("large"))).toHaveLength(4);
    let opened = false;
    s3.fault = (call) => {
      if (!call.startsWith("GET")) return null;
      const fault = opened ? ({ cut: 0 } as const) : ({ cut: 1 * MIB } as const);
      opened = true;
      return fault;
    };
    await expect(buffer(await (await place()).open("large"))).rejects.toMatchObject({ trouble: "s3_unreachable" });
  });

  // Covers: running.39
  test("that another has replaced meanwhile is not joined from two halves", async () => {
    await (await place()).send(path, "large");
    breaks("GET", 1, { cut: 5 * MIB });
    const stream = await (await place()).open("large");
    s3.storage.put(`${FOLDER}/large`, randomBytes(20 * MIB));
    await expect(buffer(stream)).rejects.toMatchObject({ code: "PreconditionFailed" });
  });
});

describe("with copies", () => {
  const verify = async () => {
    await admin.query("update backups set verify_requested_at = now()");
    await verifyRequested({ ...server(), clock: hurried(server().clock) }, NEVER);
  };

  // Covers: running.39
  test("a changed byte is found by Verifiera, and the copy is made anew from the file", async () => {
    const name = await made();
    await round();
    const object = s3.storage.objects.get(`${FOLDER}/${name}`);
    object?.content.writeUInt8((object.content.at(-20) ?? 0) ^ 1, object.content.length - 20);
    await verify();
    expect(await rows()).toMatchObject([{ verified: true, error: null, copied: false, copy_error: "damaged" }]);
    await round();
    expect(await rows()).toMatchObject([{ copied: true, copy_error: null }]);
    expect(s3.storage.objects.get(`${FOLDER}/${name}`)?.content).toEqual(await readFile(join(folder, name)));
  });

  // Covers: running.39
  test("a lost folder leaves them to be verified from S3, and a deleted copy is made again where the file is", async () => {
    const name = await made();
    await round();
    s3.storage.objects.clear();
    await round();
    expect(await rows()).toMatchObject([{ copied: false }]);
    await round();
    expect(inBucket()).toEqual([`${FOLDER}/${name}`]);
    await rm(folder, { recursive: true });
    await verify();
    expect(await rows()).toMatchObject([{ verified: true, error: null, copied: true }]);
    s3.fault = () => ({ status: 503, code: "SlowDown" });
    await verify();
    expect(await rows()).toMatchObject([{ verified: false, error: "s3_busy" }]);
  });

  // Covers: running.39
  test("a server without files and rows finds those of its key, in pages, and reads what each holds", async () => {
    for (let night = 0; night < 6; night += 1) {
      now = new Date(now.getTime() + DAY_MS);
      await made();
    }
    await round();
    const names = inBucket();
    s3.storage.put("brf/00000000/portal-20261128T013000Z-nightly-00000000.backup", Buffer.from("of another key"));
    s3.storage.put(`${FOLDER}/notes.txt`, Buffer.from("by hand"));
    s3.storage.put(`${FOLDER}/portal-20261128T020000Z-nightly-00000000.backup`, Buffer.from("no back-up"));
    await admin.query("delete from backups");
    folder = join(root, randomUUID(), "empty");
    await round();
    expect(await rows()).toMatchObject(names.map(() => ({ kind: "found", copied: true, verified: false })));
    await verify();
    expect(await rows()).toMatchObject(names.map(() => ({ verified: true, counted: true, error: null })));
    expect(log.some((line) => line.includes("a copy in S3 is not readable"))).toBe(true);
  });

  // Covers: running.39
  test("outlived ones are deleted from S3 as from the folder, and no other object", async () => {
    const others = [
      "brf/notes.txt",
      `${FOLDER}/notes.txt`,
      "brf/00000000/portal-20260101T013000Z-nightly-00000000.backup",
    ];
    for (const other of others) s3.storage.put(other, Buffer.from("others"));
    const first = new Date("2026-10-01T01:30:00Z");
    for (let night = 0; night < 10; night += 1) {
      now = new Date(first.getTime() + night * DAY_MS);
      await made();
      await round();
    }
    const kept = inBucket().filter((key) => !others.includes(key));
    expect(kept.map((key) => key.slice(FOLDER.length + 1))).toEqual(await files());
    expect(kept.map((key) => key.slice(FOLDER.length + 8, FOLDER.length + 16))).toEqual([
      "20261004",
      "20261005",
      "20261006",
      "20261007",
      "20261008",
      "20261009",
      "20261010",
    ]);
    expect(inBucket()).toEqual(expect.arrayContaining(others));
    expect((await rows()).every(({ copied }) => copied)).toBe(true);
  });
});

/** Somebody owns the bucket, or the way to it, and answers as they like. They have no back-up key. */
describe("a hostile storage", () => {
  const answers = (begins: string, answer: (response: ServerResponse) => void) => {
    s3.fault = (call) => (call.startsWith(begins) ? { answer } : null);
  };
  const LIST = "GET /portal-backups list-type";
  const page = (contents: string, token: string) =>
    `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>${contents}</ListBucketResult>`;

  // Covers: running.39
  test("that lists files without end costs neither the server's time nor its memory", async () => {
    answers(LIST, (response) => void response.end("<Contents>".repeat(80_000)));
    expect(await (await place()).list()).toEqual([]);
    let pages = 0;
    const padding = "x".repeat(4 * MIB);
    answers(LIST, (response) => void response.end(page(padding, `t${(pages += 1)}`)));
    await expect((await place()).list()).rejects.toMatchObject({ trouble: "unexpected" });
    expect(pages).toBeLessThan(10);
    answers(LIST, (response) => void response.end(page("", `t${(pages += 1)}`)));
    await expect((await place()).list()).rejects.toMatchObject({ trouble: "unexpected" });
    expect(pages).toBeLessThan(300);
  });

  // Covers: running.39
  test("that lists what was not asked for is not believed, and its words are not logged", async () => {
    const name = "portal-20260101T013000Z-nightly-00000000.backup";
    const foreign = `<Contents><Key>${"x".repeat(FOLDER.length + 1)}${name}</Key><Size>1</Size></Contents>`;
    answers(LIST, (response) => void response.end(foreign));
    expect(await (await place()).list()).toEqual([]);
    await made();
    const before = log.length;
    answers(
      "",
      (response) => void response.writeHead(403).end(`<Error><Code>${"Secret".repeat(1_000)}</Code></Error>`),
    );
    await round().catch(() => undefined);
    expect(await rows()).toMatchObject([{ copy_error: "s3_refused" }]);
    expect(log.slice(before).filter((line) => line.includes("SecretSecret"))).toEqual([]);
  });

  // Covers: running.39
  test("that sends a file without its length, or a longer one, fills no disk", async () => {
    const name = await made();
    await round();
    const file = (bytes: number | null) => ({ name, path: join(folder, "fetched"), bytes });
    const fetched = async (bytes: number | null = null) => fetchCopy(await place(), file(bytes), NEVER);
    const content = await readFile(join(folder, name));
    await expect(fetched(content.length - 1)).rejects.toMatchObject({ code: "damaged" });
    answers("GET", (response) => {
      const pour = () => {
        while (!response.destroyed && response.write(content));
      };
      response.on("drain", pour);
      pour();
    });
    await expect(fetched()).rejects.toMatchObject({ trouble: "unexpected" });
    const packed = gzipSync(Buffer.alloc(20 * MIB));
    const headers = { "content-encoding": "gzip", "content-length": packed.length };
    answers("GET", (response) => void response.writeHead(200, headers).end(packed));
    await expect(fetched()).rejects.toMatchObject({ trouble: "damaged" });
    expect(await files()).toEqual([name]);
  });

  // Covers: running.39
  test("that answers a byte now and then is given up, and the failure is named", async () => {
    const name = await made();
    const trickle = (response: ServerResponse) => {
      const more = () => {
        now = new Date(now.getTime() + 240_000);
        if (!response.destroyed) response.write("x", () => setImmediate(more));
      };
      response.writeHead(200, { "content-length": 1_000_000 });
      more();
    };
    const bucket = await place();
    answers(LIST, trickle);
    await expect(bucket.list()).rejects.toMatchObject({ trouble: "s3_unreachable" });
    answers(`GET /portal-backups/${FOLDER}`, trickle);
    await expect(buffer(await bucket.open(name))).rejects.toMatchObject({ trouble: "s3_unreachable" });
  });

  // Covers: running.39
  test("that puts an older back-up in place of a newer one is found out, though the older one is whole", async () => {
    const old = await made();
    now = new Date(now.getTime() + DAY_MS);
    const name = await made();
    s3.fault = () => null;
    await round();
    const swap = () =>
      s3.storage.put(`${FOLDER}/${name}`, s3.storage.objects.get(`${FOLDER}/${old}`)?.content as Buffer);
    swap();
    await admin.query("update backups set verify_requested_at = now()");
    await verifyRequested(server(), NEVER);
    expect(await rows()).toMatchObject([{ copied: true }, { copied: false, copy_error: "damaged" }]);
    await expect(
      fetchCopy(await place(), { name, path: join(folder, "fetched"), bytes: null }, NEVER),
    ).rejects.toMatchObject({ code: "damaged" });
    expect(await files()).toEqual([old, name]);
    await admin.query("delete from backups");
    folder = join(root, randomUUID(), "empty");
    await round();
    expect(await rows()).toHaveLength(1);
  });

  // Covers: running.27, running.39
  test("that changes a copy breaks its download off before the changed part", async () => {
    const id = randomUUID();
    async function* rows() {
      yield randomBytes(MIB);
    }
    const header = newHeader(BACKUP_KEY, { id, createdAt: now });
    const file = await buffer(Readable.from(encryptStream(rows(), { key: BACKUP_KEY, header })));
    const copy = { name: backupFileName({ id, kind: "manual", at: now }), key: BACKUP_KEY };
    const arriving = (content: Buffer) =>
      Readable.from(
        Array.from({ length: Math.ceil(content.length / 16_384) }, (_, at) =>
          content.subarray(at * 16_384, (at + 1) * 16_384),
        ),
      );
    expect((await buffer(await checkedCopy(arriving(file), copy))).equals(file)).toBe(true);
    const passed: Buffer[] = [];
    const changed = Buffer.from(file);
    changed.writeUInt8((changed.at(-20) ?? 0) ^ 1, changed.length - 20);
    await expect(
      (async () => {
        for await (const piece of await checkedCopy(arriving(changed), copy)) passed.push(piece);
      })(),
    ).rejects.toMatchObject({ code: "damaged" });
    expect(passed.length).toBeGreaterThan(10);
    expect(Buffer.concat(passed).length).toBeLessThan(file.length - MIB / 5);
    const another = newHeader(BACKUP_KEY, { id: randomUUID(), createdAt: now });
    const other = await buffer(Readable.from(encryptStream(rows(), { key: BACKUP_KEY, header: another })));
    // The header of the right back-up before the parts of another.
    const forged = Buffer.concat([
      file.subarray(0, JSON.stringify(header).length + 13),
      other.subarray(JSON.stringify(another).length + 13),
    ]);
    for (const content of [other, forged, file.subarray(0, 100)])
      await expect(checkedCopy(arriving(content), copy)).rejects.toMatchObject({ name: "BackupError" });
  });
});
