import { mkdir, mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeWhole } from "./write-whole.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portal-write-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a file is replaced when the disk has the new one, which only its owner may read", async () => {
  const path = join(folder, "anchor.json");
  await writeWhole(path, "first");
  await using file = await open(path);
  const sync = vi.spyOn(Object.getPrototypeOf(file), "sync");
  await writeWhole(path, "second");
  expect(sync).toHaveBeenCalledOnce();
  expect([await readFile(path, "utf8"), (await stat(path)).mode & 0o777]).toEqual(["second", 0o600]);
  expect(await readdir(folder)).toEqual(["anchor.json"]);
});

test("a file that cannot be replaced leaves nothing beside it", async () => {
  const path = join(folder, "taken");
  await mkdir(join(path, "inside"), { recursive: true });
  await expect(writeWhole(path, "text")).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["taken"]);
});
