// After PostgreSQL's own point-in-time recovery an operator runs `npm run admin -- recovered-to TIME`.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restoreControl } from "#contract/functions/restore-control.ts";
import { nodeEnvironment } from "#scripts/node-options.mjs";
import { type RunningServer, startServer } from "#server/main.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/admin.ts");

let portal: TestPortal;
let world: MainWorld;
/** The portal starts after the recovery. */
let again: RunningServer | undefined;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  await untilInStep(portal);
});
afterAll(async () => {
  await again?.close();
  await portal.close();
});

/** Runs the command as a separate process, because this one's portal must keep answering. */
function recoveredTo(time: string): Promise<{ status: number; stderr: string }> {
  const env = nodeEnvironment({ PATH: process.env["PATH"], DATABASE_URL: portal.database.adminUrl });
  const args = [SCRIPT, "recovered-to", ...time.split(" ")];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, _stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stderr });
    });
  });
}

test("a running server, and a time that is none or to come, are refused by name and change nothing", async () => {
  expect(await recoveredTo("2026-11-22 09:15:00+01")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/still has \d+ connections/),
  });
  for (const time of ["igår", "2999-01-01", "infinity"])
    expect(await recoveredTo(time)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`"${time}" is no time`),
    });
  const { rows } = await portal.admin.query("select from restore_state");
  expect(rows).toEqual([]);
});

// Covers: running.8
test("recovered-to holds every door controller and every gate until a system admin goes on", async () => {
  const before = await portal.axxon.drive("MLB 84A");
  expect(JSON.parse(before.answer)).toMatchObject({ granted: true });
  await portal.axxon.openedTimes(1);

  await portal.server.close();
  expect(await recoveredTo("2026-11-22 09:15:00+01")).toMatchObject({ status: 0, stderr: "" });
  const { config } = portal.server.deps;
  again = await startServer({ config, adminUrl: portal.database.adminUrl, pageDir: null, patience: paced(2) });
  const [system, nord] = [
    await signedInClient(portal.url, portal.accounts.system),
    await signedInClient(portal.url, portal.accounts.nord),
  ];

  await portal.admin.query("delete from gate_passages"); // Without this the next read would be a repeat.
  const read = await portal.axxon.drive("MLB 84A");
  expect(JSON.parse(read.answer)).toMatchObject({ granted: false, reason: "invalid_configuration" });
  await callFunction(nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Efter",
      last_name: "Återgången",
      pin: { value: "730961", validity_period: "12_months", access_point_ids: world.doorIds },
    },
  });
  const door = portal.axis.doorTokens[0] ?? "";
  expect(portal.axis.wouldOpen("730961", door)).toBe(false);
  const found = await callFunction(system, "restore-control", { action: "INSPECT" });
  expect(found.body).toMatchObject({
    restored: { taken_at: expect.stringContaining("2026-11-22T08:15:00") },
    controllers: [{ held: true, items: [{ kind: "missing_on_device", label: "Efter Återgången" }] }],
  });
  expect(portal.axxon.openings).toHaveLength(1);

  const [item] = restoreControl.STATUS.reply.parse(found.body).controllers[0]?.items ?? [];
  const gone = await callFunction(system, "restore-control", {
    action: "CONFIRM",
    grant_again: item && "source_id" in item ? [item.source_id] : [],
  });
  expect(gone).toMatchObject({ status: 200, body: { still_held: [] } });
  await expect.poll(() => portal.axis.wouldOpen("730961", door)).toBe(true);
  const after = await portal.axxon.drive("MLB 84A");
  expect(JSON.parse(after.answer)).toMatchObject({ granted: true });
  await portal.axxon.openedTimes(2);
});
