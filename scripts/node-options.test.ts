import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SERVER_FLAGS, withCompileCache } from "./node-options.mjs";

test("somebody who takes the systemd unit of deploy/ runs the server as npm start does", () => {
  const guide = readFileSync(new URL("../deploy/portal.service", import.meta.url), "utf8");
  expect(guide).toContain(`/bin/node ${SERVER_FLAGS.join(" ")} scripts/start.ts`);
  const folder = withCompileCache({}).NODE_COMPILE_CACHE?.split("/node_modules/")[1];
  expect(guide).toContain(`NODE_COMPILE_CACHE=/opt/portal/node_modules/${folder}\n`);
});

test("this Node knows the flags and uses the cache's folder", () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [...SERVER_FLAGS, "-p", "require('node:module').getCompileCacheDir()"],
    { env: withCompileCache({}), encoding: "utf8" },
  );
  expect(status).toBe(0);
  expect(stdout).toContain("node_modules/.cache/portal-node");
});

test("a cache that somebody has chosen stays", () => {
  expect(withCompileCache({ NODE_COMPILE_CACHE: "/var/cache/node" })).toEqual({
    NODE_COMPILE_CACHE: "/var/cache/node",
  });
});
