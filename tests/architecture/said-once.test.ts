// Checks rules that stand in one place: a second version of their text fails here.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-imports.ts";

const files = globSync("{contract,server,drivers,database,web}/**/*.{ts,tsx,sql}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.startsWith("database/migrations/") && !/\.test\.tsx?$|conformance-/.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const holding = (text: RegExp) => files.filter((file) => text.test(texts.get(file) ?? "")).toSorted();

test.each<[string, RegExp, string[]]>([
  [
    "the form of a device token, once in TypeScript and once in SQL",
    /wp-[uc]-/,
    ["database/reconcile/device-tokens.function.sql", "server/reconcile/worker/tokens.ts"],
  ],
  [
    "when a validity is over",
    /valid_to\s*[<>]=?\s*now\(\)|now\(\)\s*[<>]=?\s*(\w+\.)?\w*valid_to/,
    ["database/reconcile/is-desired.function.sql"],
  ],
  ["exponential back-off", /\b2 \*\* \(|Math\.pow\(2|(delay|pause) \* 2\b/, ["contract/back-off.ts"]],
  [
    "the drivers that are kept open",
    /new Map<string, (\{ [^}]*(device|driver): |\w*(Device|Driver)\w*>)/,
    ["server/devices/device-pool.ts"],
  ],
  ["a connection that listens", /`listen \$\{|\.query\("listen /, ["server/platform/database/listen.ts"]],
  [
    "a loop that runs until it is stopped, apart from those that are woken",
    /while \(![\w.]+\.aborted\)/,
    [
      "server/platform/database/listen.ts",
      "server/platform/jobs/run-jobs.ts",
      "server/platform/jobs/work-queue.ts",
      "server/reconcile/engine/schedule.ts",
    ],
  ],
  ["the wait for devices", /SYNC_WAIT_MS/, ["contract/limits.ts", "server/reconcile/engine/await-replicas.ts"]],
])("%s", (_what, text, places) => {
  expect(holding(text)).toEqual(places);
});

test("an id in a request of a function is that of contract/row-id.ts", () => {
  expect(holding(/z\.uuid\(/).filter((file) => file.startsWith("contract/functions/"))).toEqual([]);
});

test("a test opens its database's pool with tests/support/pool.ts, which survives the end of connections", () => {
  const tests = globSync("tests/**/*.ts", { cwd: root }).filter((file) => !file.startsWith("tests/architecture/"));
  const own = tests.filter((file) => /new (pg\.)?Pool\(\{/.test(readFileSync(join(root, file), "utf8")));
  expect(own).toEqual([]);
});
