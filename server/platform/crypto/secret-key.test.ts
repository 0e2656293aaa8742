import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKeyRing } from "./key-ring.ts";
import { openKeyRing, secretKeyPath } from "./secret-key.ts";

const [A, B, C, D] = ["a".repeat(32), "b".repeat(32), "c".repeat(32), "d".repeat(32)];
const idOf = (secret: string) => createKeyRing(secret).keyId;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "access-portal-keys-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = (secretKey: string | null, otherSecretKeys: string[] = []) =>
  openKeyRing({ secretKey, otherSecretKeys, dataDir });
const file = (text: string) => writeFile(secretKeyPath(dataDir), text, { mode: 0o600 });

test("the first start makes a key file of one line, and the next one finds it", async () => {
  const { keyId, keyIds } = await open(null);
  expect(keyIds).toEqual([keyId]);
  expect((await readFile(secretKeyPath(dataDir), "utf8")).split("\n")).toHaveLength(2);
  expect((await open(null)).keyId).toBe(keyId);
});

test("the first line of the file is the current key, further lines and the setting are the others", async () => {
  await file(`${B}\r\n\n  ${A}\n`);
  expect((await open(null)).keyIds).toEqual([B, A].map(idOf));
  expect((await open(null, [C, A])).keyIds).toEqual([B, A, C].map(idOf));
});

test("a key in the environment is the current one, and the file then counts for nothing", async () => {
  await file(`${B}\n${A}\n`);
  expect((await open(C, [D, C])).keyIds).toEqual([C, D].map(idOf));
});

test("a line that is no key, and more keys than an encrypted PIN has room for, stop the start", async () => {
  await file(`${B}\nkort\n`);
  await expect(open(null)).rejects.toThrow(/är skadad/);
  await expect(open(A, [B, C, D])).rejects.toThrow(/bara 2 får plats/);
});
