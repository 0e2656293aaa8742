import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDataFolder } from "./data-folder.ts";
import type { Account } from "./database/embedded/account.ts";

let above = "";
let folder = "";
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), "portal-folder-"));
  folder = join(above, "data");
});
afterEach(() => rmSync(above, { recursive: true }));

const asRoot = process.getuid?.() === 0;
/**
 * A root process gives the folder to another account's group. Any other process uses its own group, since only root may give a folder away.
 */
const lent: Account = asRoot
  ? { name: "nobody", uid: 65534, gid: 65534 }
  : { name: "me", uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const mode = () => statSync(folder).mode & 0o7777;

function left(bits: number, ...names: string[]) {
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), "");
  chmodSync(folder, bits);
}

test("a new folder is its owner's alone", () => {
  expect(closeDataFolder(folder, null)).toBeNull();
  expect(mode()).toBe(0o700);
});

test("a lent account may pass through a new one by its group, and nobody else at all", () => {
  expect(closeDataFolder(folder, lent)).toBeNull();
  expect([mode(), statSync(folder).gid]).toEqual([0o710, lent.gid]);
});

test.each([0o755, 0o775, 0o711, 0o750, 0o777])("one that was left %o is closed, which is reported once", (bits) => {
  left(bits, "secret.key", "boot-ids", "lock");
  expect(closeDataFolder(folder, null)).toContain(`(0${bits.toString(8)}); it is closed to them now (0700)`);
  expect(mode()).toBe(0o700);
  expect(closeDataFolder(folder, null)).toBeNull();
});

test("the right that lets an account pass lets its group alone pass", () => {
  left(0o755, "secret.key");
  expect(closeDataFolder(folder, lent)).toContain("closed to them now (0710)");
  expect([mode(), statSync(folder).gid]).toEqual([0o710, lent.gid]);
  expect(closeDataFolder(folder, lent)).toBeNull();
});

test("a folder that somebody closed is not opened for an account", () => {
  left(0o700, "secret.key");
  expect(closeDataFolder(folder, lent)).toBeNull();
  expect(mode()).toBe(0o700);
});

test("a folder with somebody else's things in it is left alone, and what to do is said", () => {
  left(0o755, "secret.key", "log");
  expect(closeDataFolder(folder, null)).toMatch(
    /left so, since it holds log, .* Give PORTAL_DATA_DIR a folder of its own/,
  );
  expect(mode()).toBe(0o755);
});

test.runIf(asRoot)("so is one that belongs to another account", () => {
  left(0o755, "secret.key");
  chownSync(folder, 65534, 65534);
  expect(closeDataFolder(folder, null)).toContain("it belongs to another account");
  expect(existsSync(folder) && mode()).toBe(0o755);
});

test("a path below a file is refused by name", () => {
  writeFileSync(join(above, "a-file"), "");
  expect(() => closeDataFolder(join(above, "a-file", "data"), null)).toThrow(
    /a-file\/data går inte att skriva i.*PORTAL_DATA_DIR/,
  );
});

// Only root may mount a disk.
test.runIf(asRoot && process.platform === "linux").each(["made before", "new"])(
  "on a disk that can only be read, one that is %s is refused by name",
  (which) => {
    if (which === "made before") left(0o700);
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "none", which === "new" ? above : folder]);
    try {
      const refused = expect.objectContaining({
        name: "ConfigError",
        message: expect.stringMatching(/skriva i \((EROFS|ENOENT)\)/),
      });
      expect(() => closeDataFolder(folder, null)).toThrow(refused);
    } finally {
      execFileSync("umount", [which === "new" ? above : folder]);
    }
  },
);
