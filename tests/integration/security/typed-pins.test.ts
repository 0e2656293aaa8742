// A slice of npm run fuzz:typed; docs/security.md has the counts of the full run.
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzzTypedPins } from "#tests/fuzz/typed-pins.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";

const log: string[] = [];
let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ env: { LOG_LEVEL: "trace" }, logTo: (line) => log.push(line) });
});
afterAll(() => portal.close());

// Covers: tenant.3
test("none of 300 PINs typed at doors is in the database, the log, an answer, the channel or the kit", async () => {
  const found = await fuzzTypedPins(portal, { seed: 7, count: 300, log, wholeCluster: false });
  expect(found.found).toEqual([]);
  expect(found.collected).toBeGreaterThanOrEqual(300);
  expect(found.granted).toBeGreaterThan(0);
  expect(found.heard).toBeGreaterThan(300);
  expect(found.scanned["transcripts"]).toBe(2);
});
