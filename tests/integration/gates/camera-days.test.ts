// Figures of a camera's day: counted from the log once, and shown to the only organisation that uses the gate.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { lookForNearMisses } from "#server/gates/look-for-near-misses.job.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { looked } from "./near-miss-rig.ts";

let portal: TestPortal;
let world: MainWorld;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());
// Both steps are one transaction, because the server's own job looks too and must count no reading twice.
beforeEach(() =>
  portal.admin.query("delete from private.near_miss_progress; delete from access_logs; delete from camera_days"),
);

/** Writes readings: minutes ago, and the plate as the camera sent it. */
async function reads(...rows: [minutesAgo: number, plate: string][]): Promise<void> {
  await portal.admin.query(
    `insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at)
     select plate, $1, false, 'no_match', date_trunc('minute', now()) - make_interval(mins => ago) + n * interval '1 second'
     from unnest($2::int[], $3::text[]) with ordinality as r (ago, plate, n)`,
    [world.gateId, rows.map(([ago]) => ago), rows.map(([, plate]) => plate)],
  );
  await looked(portal);
}

const counted = async () =>
  (
    await portal.admin.query(
      "select sum(reads)::int as reads, sum(unread)::int as unread, sum(unclear)::int as unclear from camera_days where controller_id = $1",
      [world.gateId],
    )
  ).rows[0];

test("a car counts once a minute: unread without a whole plate, unclear near a known or linked one", async () => {
  // The neighbour's car stands still and is read three times. Then come no plate, half a plate, Alva's plate with B instead of 8,
  // and an unknown plate.
  await reads(
    [30, "ZZZ 999"],
    [30, "ZZZ 999"],
    [30, "ZZZ 999"],
    [25, ""],
    [20, "ML?84A"],
    [15, "MLB B4A"],
    [10, "XYZ 123"],
  );
  expect(await counted()).toEqual({ reads: 5, unread: 2, unclear: 1 });
  await lookForNearMisses(portal.server.deps.pools.engine);
  expect(await counted()).toEqual({ reads: 5, unread: 2, unclear: 1 });

  await portal.admin.query(
    `with car as (select organization_id, id from credentials where plate_key = 'MLB84A'),
       alias as (insert into plate_aliases (controller_id, organization_id, credential_id, plate_number) select $1, organization_id, id, 'MLBB4A' from car)
     insert into access_logs (plate_number, controller_id, access_granted, access_reason, credential_id, detected_at)
     select 'MLB B4A', $1, true, 'valid_credential', id, now() - interval '5 minutes' from car`,
    [world.gateId],
  );
  await looked(portal);
  expect(await counted()).toEqual({ reads: 6, unread: 2, unclear: 2 });
});

const row = z.object({ controller_id: z.string() });
const seenBy = async (who: MainWorld["system"]) => {
  const { data, error } = await who.from("camera_days").select("*").eq("controller_id", world.gateId);
  if (error) throw new Error(error.message);
  return z.array(row).parse(data).length > 0;
};

test("nobody learns to the minute when a camera last read something", async () => {
  await reads([1, "QQQ 333"]);
  const { data } = await world.nord.from("camera_days").select("last_read_at").eq("controller_id", world.gateId);
  expect(data).not.toEqual([]);
  for (const { last_read_at } of data ?? []) expect(Date.parse(last_read_at) % 3_600_000).toBe(0);
});

test("an organisation sees the camera of a gate that is its alone, and of none that it shares", async () => {
  await reads([3, "QQQ 111"]);
  expect([await seenBy(world.system), await seenBy(world.nord)]).toEqual([true, true]);
  await portal.admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
    portal.accounts.syd.organizationId,
    world.gateId,
  ]);
  expect([await seenBy(world.system), await seenBy(world.nord)]).toEqual([true, false]);
});

test("two weeks are kept, and of a camera that is silent its last day", async () => {
  await portal.admin.query(
    `insert into camera_days (controller_id, day, reads, last_read_at)
     select $1, current_date - ago, 1, now() - make_interval(days => ago) from unnest(array[14, 16, 40]) ago`,
    [world.gateId],
  );
  const { rows: gates } = await portal.admin.query<{ id: string }>(
    `insert into controllers (name, device_type, device_ip, organization_id) select 'Tyst grind', 'axxon_lpr', '192.0.2.77', organization_id
     from controllers where id = $1 returning id`,
    [world.gateId],
  );
  await portal.admin.query(
    "insert into camera_days (controller_id, day, reads, last_read_at) values ($1, current_date - 40, 1, now() - interval '40 days')",
    [gates[0]?.id],
  );
  await reads([2, "QQQ 222"]);
  const { rows } = await portal.admin.query(
    "select controller_id = $1 as mine, current_date - day as ago from camera_days where day < current_date - 2 order by 2",
    [world.gateId],
  );
  expect(rows).toEqual([
    { mine: true, ago: 14 },
    { mine: false, ago: 40 },
  ]);
});
