// After PostgreSQL's own point-in-time recovery an operator runs one line of docs/deploy.md; the test runs it from there.
import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restoreControl } from "#contract/functions/restore-control.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

// Covers: running.8
test("the line of docs/deploy.md holds every door controller and every gate until a system admin goes on", async () => {
  const text = await readFile(new URL("../../../docs/deploy.md", import.meta.url), "utf8");
  const [, sql = ""] = /`(set role portal_engine; [^`]+)`/.exec(text) ?? [];
  expect(sql).not.toBe("");
  await portal.axxon.drive("MLB 84A");
  await portal.axxon.openedTimes(1);

  const owner = new Client({ connectionString: portal.database.adminUrl });
  await owner.connect();
  await owner.query(sql);
  await owner.end();

  await portal.admin.query("delete from gate_passages"); // Without this the next read would be a repeat.
  const read = await portal.axxon.drive("MLB 84A");
  expect(JSON.parse(read.answer)).toMatchObject({ granted: false, reason: "invalid_configuration" });
  await world.savePerson({ firstName: "Efter", lastName: "Återgången", pin: "730961" });
  const door = portal.axis.doorTokens[0] ?? "";
  expect(portal.axis.wouldOpen("730961", door)).toBe(false);
  const found = await callFunction(world.system, "restore-control", { action: "INSPECT" });
  expect(found.body).toMatchObject({
    restored: { taken_at: expect.any(String) },
    controllers: [{ held: true, items: [{ kind: "missing_on_device", label: "Efter Återgången" }] }],
  });
  expect(portal.axxon.openings).toHaveLength(1);

  const [item] = restoreControl.STATUS.reply.parse(found.body).controllers[0]?.items ?? [];
  const gone = await callFunction(world.system, "restore-control", {
    action: "CONFIRM",
    grant_again: item && "source_id" in item ? [item.source_id] : [],
  });
  expect(gone).toMatchObject({ status: 200, body: { still_held: [] } });
  await expect.poll(() => portal.axis.wouldOpen("730961", door)).toBe(true);
  await portal.axxon.drive("MLB 84A");
  await portal.axxon.openedTimes(2);
});
