import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeEnvironment, SERVER_FLAGS } from "./node-options.mjs";

test("somebody who takes the systemd unit of deploy/ runs the server as npm start does", () => {
  const guide = readFileSync(new URL("../deploy/portal.service", import.meta.url), "utf8");
  expect(guide).toContain(`/bin/node ${SERVER_FLAGS.join(" ")} scripts/start.ts`);
  // The unit's own cache: ProtectSystem=strict closes /opt/portal.
  expect(guide).toContain("NODE_COMPILE_CACHE=/var/cache/portal/node\n");
  expect(guide).toContain("CacheDirectory=portal\n");
  expect(guide).toContain(`MALLOC_TRIM_THRESHOLD_=${nodeEnvironment({}).MALLOC_TRIM_THRESHOLD_}\n`);
});

test("this Node knows the flags and uses the cache's folder", () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [...SERVER_FLAGS, "-p", "require('node:module').getCompileCacheDir()"],
    { env: nodeEnvironment({}), encoding: "utf8" },
  );
  expect(status).toBe(0);
  expect(stdout).toContain("node_modules/.cache/portal-node");
});

test("a chosen option stays", () => {
  const chosen = { NODE_COMPILE_CACHE: "/var/cache/node", MALLOC_TRIM_THRESHOLD_: "1048576" };
  expect(nodeEnvironment(chosen)).toEqual(chosen);
});
