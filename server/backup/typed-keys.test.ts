import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openKeyRing } from "#server/platform/crypto/secret-key.ts";
import { bringTypedKeys, readingsOfKey, type TypedRestore, typedRing } from "./typed-keys.ts";

const [OWN, OLD, OLDER] = ["own", "old", "older"].map((name) => name.padEnd(40, name));
let dataDir: string;
let typed: TypedRestore;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "access-portal-keys-"));
  await writeFile(join(dataDir, "secret.key"), `${OWN}\n`);
  await writeFile(join(dataDir, "backup.key"), `${OWN}backup\n`);
  const places = { dataDir, secretKey: null, backupKey: null };
  typed = { path: "", places, backupKey: `${OLD}backup`, secretKeys: [OLD ?? "", OLDER ?? ""] };
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const read = async (name: string) => (await readFile(join(dataDir, name), "utf8")).trim().split("\n");
const ring = () => openKeyRing({ dataDir, secretKey: null, otherSecretKeys: [] });

// Covers: running.36
test("until the databases are swapped the server knows its own key and the typed ones", async () => {
  await bringTypedKeys(typed);
  expect(await read("secret.key")).toEqual([OWN, OLD, OLDER]);
  expect(await read("backup.key")).toEqual([`${OWN}backup`]);
  expect((await ring()).keyIds).toEqual(expect.arrayContaining([...typedRing(typed).keyIds]));
});

// Covers: running.36
test("a swap that fails leaves the server's own key alone", async () => {
  await (await bringTypedKeys(typed)).undo();
  expect(await read("secret.key")).toEqual([OWN]);
  expect(await readdir(dataDir)).toHaveLength(2);
});

// Covers: running.36
test("after the swap the typed keys are in place, and the former ones beside them", async () => {
  await (await bringTypedKeys(typed)).finish();
  expect(await read("secret.key")).toEqual([OLD, OLDER]);
  expect(await read("backup.key")).toEqual([`${OLD}backup`]);
  expect(await read("secret.key.before-restore")).toEqual([OWN]);
  expect(await read("backup.key.before-restore")).toEqual([`${OWN}backup`]);
  expect((await ring()).keyId).toBe(typedRing(typed).keyId);
});

// Covers: running.36
test("keys of the environment stay where they are", async () => {
  typed.places = { dataDir, secretKey: OLD ?? null, backupKey: OLD ?? null };
  const brought = await bringTypedKeys(typed);
  await brought.finish();
  expect(await read("secret.key")).toEqual([OWN]);
  expect(await read("backup.key")).toEqual([`${OWN}backup`]);
});

test("a typed text is read as lines, as one key with spaces, and as several on one line", () => {
  expect(readingsOfKey(` ${OLD}\r\n${OLDER}\n`)[0]).toEqual([OLD, OLDER]);
  expect(readingsOfKey(`${OLD} ${OLDER}`)).toEqual([[`${OLD} ${OLDER}`], [`${OLD} ${OLDER}`], [OLD, OLDER]]);
  expect(readingsOfKey(`${OLD},${OLDER}`)).toContainEqual([OLD, OLDER]);
  expect(readingsOfKey("a key of many words is one key")[0]).toEqual(["a key of many words is one key"]);
  expect(readingsOfKey("one\ntwo\nthree")).toEqual([]);
});
