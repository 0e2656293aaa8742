// Tests that a file which replaces a module runs in a worker of its own: elsewhere another file may have loaded the module before.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#scripts/lib/paths.ts";

const MOCK = /\bvi\.(?:do)?mock\(/i;

test("a test that replaces a module is listed in APART", () => {
  const files = globSync("{server,web,drivers,rest,contract,scripts,simulators,tests}/**/*.test.{ts,tsx}", {
    cwd: root,
  });
  expect(files.length).toBeGreaterThan(500);
  const config = readFileSync(join(root, "vitest.config.ts"), "utf8");
  const mocking = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => MOCK.test(readFileSync(join(root, file), "utf8")));
  expect(mocking.length).toBeGreaterThan(0);
  expect(mocking.filter((file) => !config.includes(`"${file}"`))).toEqual([]);
});
