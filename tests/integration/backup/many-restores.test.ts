// Restores one after the other while connections, leases and the device fail: each ends in the file's rows or leaves the former
// ones, and after the confirmation the device holds what the database says. RESTORES=50 for a longer run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backupControl } from "#contract/functions/backup-control.ts";
import { restoreControl } from "#contract/functions/restore-control.ts";
import { databaseOf } from "#server/backup/databases.store.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld, retryNow } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { BACKUP_KEY, digests } from "./backup-rig.ts";

const ROUNDS = Number(process.env["RESTORES"] ?? 5);
/** Failures during a restore; each in turn. */
const FAULTS = ["loading cut", "connections cut", "lease taken", "device away", "none"] as const;
type Fault = (typeof FAULTS)[number];
/** Rows that only people change. */
const COMPARED = ["end_users", "credentials", "organizations", "organization_controllers", "profiles", "user_roles"];

const patient = { timeout: paced(120_000) };
let portal: TestPortal;
let folder: string;
let world: MainWorld;
let system: SupabaseClient;
let nord: SupabaseClient;
const pins = new Map([["Exempelsson", "4816"]]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "access-portal-many-restores-"));
  portal = await startTestPortal({ env: { BACKUP_DIR: folder, PORTAL_BACKUP_KEY: BACKUP_KEY } });
  world = await mainWorld(portal);
  await signIn();
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(): Promise<void> {
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
}

const ask = (action: string, more: object = {}) => callFunction(system, "backup-control", { action, ...more });
const status = async () => backupControl.STATUS.reply.parse((await ask("STATUS")).body);
const rows = async () =>
  Object.fromEntries(
    [...(await digests(portal.database.adminUrl))].filter(([table]) => COMPARED.includes(table.slice(7))),
  );

async function add(): Promise<void> {
  const lastName = `Rond ${pins.size}`;
  const value = String(731_204 + 137 * pins.size);
  pins.set(lastName, value);
  const pin = { value, validity_period: "12_months", access_point_ids: world.doorIds };
  const { organizationId: organization_id } = portal.accounts.nord;
  await call(nord, "end-user-manager", {
    action: "CREATE",
    payload: { organization_id, first_name: "Test", last_name: lastName, pin },
  });
}

async function removeOldest(): Promise<void> {
  const { rows: found } = await portal.admin.query<{ id: string }>(
    "select id from end_users where last_name like 'Rond %' order by created_at limit 1",
  );
  if (found[0]) await call(nord, "end-user-manager", { action: "DELETE", id: found[0].id });
}

/** Returns the PINs that should open by the database, and those that open at the device. */
async function opening(): Promise<{ desired: string[]; held: string[] }> {
  const { rows: enabled } = await portal.admin.query<{ name: string }>(
    `select e.last_name as name from credentials c join end_users e on e.id = c.end_user_id
     where c.credential_type = 'pin' and c.enabled order by 1`,
  );
  const held = [...pins].filter(([, pin]) => portal.axis.wouldOpen(pin, portal.axis.doorTokens[0] ?? ""));
  return { desired: enabled.map(({ name }) => name).toSorted(), held: held.map(([name]) => name).toSorted() };
}
async function devicesEqual(): Promise<void> {
  await expect
    .poll(async () => {
      await retryNow(portal);
      const { desired, held } = await opening();
      return {
        missing: desired.filter((name) => !held.includes(name)),
        left: held.filter((name) => !desired.includes(name)),
      };
    }, patient)
    .toEqual({ missing: [], left: [] });
}

async function makeBackup(): Promise<string> {
  const known = new Set((await status()).backups.map(({ id }) => id));
  expect(await ask("MAKE")).toMatchObject({ status: 200 });
  const made = async () => (await status()).backups.find(({ id, state }) => !known.has(id) && state === "done");
  await expect.poll(made, patient).toMatchObject({ verified_at: expect.any(String) });
  return (await made())?.id ?? "";
}

/** Waits until the restore has a lease, in its step of saving or loading where there is time for that. */
async function underWay(steps: readonly string[]): Promise<void> {
  const state = async () =>
    (await portal.admin.query<{ state: string }>("select state from restores")).rows[0]?.state ?? "gone";
  await expect
    .poll(state, { ...patient, interval: 5 })
    .toMatch(new RegExp(`^(${[...steps, "failed", "gone"].join("|")})$`));
}

async function cause(fault: Fault): Promise<void> {
  switch (fault) {
    case "none":
      return;
    case "device away":
      await portal.axis.faults.offline();
      return;
    case "connections cut":
      await underWay(["saving", "loading"]);
      return portal.database.cut();
    case "lease taken":
      await underWay(["checking", "saving"]);
      return void (await portal.admin.query(
        "update restores set lease_owner = gen_random_uuid() where state <> 'failed'",
      ));
    case "loading cut":
      await underWay(["loading"]);
      // A small file may be loaded before it can be cut.
      await expect
        .poll(
          async () =>
            (await cutLoading()) ||
            (await portal.admin.query("select from restores where state = 'loading'")).rowCount === 0,
          {
            ...patient,
            interval: 5,
          },
        )
        .toBe(true);
  }
}

async function cutLoading(): Promise<boolean> {
  const cut = await portal.admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    `${databaseOf(portal.database.adminUrl)}_restoring`,
  ]);
  return (cut.rowCount ?? 0) > 0;
}

/** Restores; returns false when it failed, which changes nothing. */
async function restores(id: string, fault: Fault): Promise<boolean> {
  const { pools } = portal.server.deps;
  const before = await rows();
  await portal.admin.query(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint))`,
  );
  expect(await ask("RESTORE", { id })).toMatchObject({ status: 200 });
  await cause(fault);
  const ended = async () => {
    if (portal.server.deps.pools !== pools) return "restored";
    const { rows: found } = await portal.admin
      .query<{ state: string }>("select state from restores")
      .catch(() => ({ rows: [] }));
    return found[0]?.state ?? "unknown";
  };
  // Another server's lease that nobody prolongs ends by itself after a minute.
  const end = "update restores set lease_until = now() where lease_owner is not null and lease_until is not null";
  await expect
    .poll(async () => {
      if (fault === "lease taken") await portal.admin.query(end).catch(() => undefined);
      return ended();
    }, patient)
    .toMatch(/^(restored|failed)$/);
  const restored = portal.server.deps.pools !== pools;
  if (!restored) expect(await rows()).toEqual(before);
  return restored;
}

// Covers: running.28, running.29
test(
  `${ROUNDS} restores, each under a fault: the file's rows, and after the confirmation the device's too`,
  async ({ annotate }) => {
    const counts = { restored: 0, failed: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const fault = FAULTS[round % FAULTS.length] ?? "none";
      await add();
      if (round % 2 === 1) await removeOldest();
      await devicesEqual();
      const id = await makeBackup();
      const inFile = await rows();
      // The device is newer than the file: it has one more person and lacks another.
      await add();
      await removeOldest();
      await devicesEqual();
      if (!(await restores(id, fault))) {
        counts.failed += 1;
        expect(await restores(id, "none")).toBe(true);
      }
      counts.restored += 1;
      const ready = () =>
        fetch(`${portal.url}/readyz`).then(
          ({ status: code }) => code,
          () => 0,
        );
      await expect.poll(ready, patient).toBe(200);
      expect(await rows()).toEqual(inFile);
      await portal.axis.faults.online();
      await signIn();
      const report = restoreControl.STATUS.reply.parse(await call(system, "restore-control", { action: "INSPECT" }));
      const remove = report.controllers.flatMap(({ controller_id, items }) =>
        items.flatMap((item) =>
          item.kind === "unknown_to_database" ? [{ controller_id, source_id: item.source_id }] : [],
        ),
      );
      expect(await call(system, "restore-control", { action: "CONFIRM", remove })).toMatchObject({ still_held: [] });
      await devicesEqual();
    }
    expect(counts.restored).toBe(ROUNDS);
    await annotate(`${counts.restored} restores, ${counts.failed} of them after one that failed and changed nothing`);
  },
  ROUNDS * paced(60_000),
);
