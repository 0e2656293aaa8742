import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "./folder-lock.ts";
import { processIdentity } from "./process-identity.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "access-portal-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (owner: unknown) =>
  writeFileSync(join(folder, "lock"), typeof owner === "string" ? owner : JSON.stringify(owner));

test("a second start on the same folder is refused and names the process", () => {
  lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(new FolderInUseError(folder, process.pid));
});

test("a released folder can be taken again and leaves no file", () => {
  lockFolder(folder).release();
  expect(readdirSync(folder)).toEqual([]);
  expect(lockFolder(folder).stale).toBe(false);
});

test("the lock of a killed process is taken over", () => {
  write({ pid: 2 ** 22 + 1, identity: "boot:1", nonce: "a" }); // A process id above Linux's highest.
  expect(lockFolder(folder).stale).toBe(true);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

test("a lock whose number now belongs to another process is taken over", () => {
  write({ pid: process.pid, identity: "an earlier boot:1", nonce: "a" });
  expect(lockFolder(folder).stale).toBe(true);
});

test("a lock held by this very process is not", () => {
  write({ pid: process.pid, identity: processIdentity(process.pid), nonce: "a" });
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
});

test("a lock file that lost its content is taken over", () => {
  write("");
  expect(lockFolder(folder).stale).toBe(true);
});

test("a start that was replaced does not release the lock of the one that replaced it", () => {
  const first = lockFolder(folder);
  rmSync(join(folder, "lock"));
  lockFolder(folder);
  first.release();
  expect(readdirSync(folder)).toEqual(["lock"]);
});
