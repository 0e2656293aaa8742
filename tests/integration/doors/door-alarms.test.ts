// A held door that is not locked again: the alert's facts, and the filters and counts of the doors page.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DOOR_RELOCK_SECONDS } from "#contract/door-states.ts";
import { readNotRelocked, type UnlockedDoor } from "#server/alerts/alert-facts.store.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { commandDoor } from "#simulators/axis/door-state.ts";
import type { AxisSimulator } from "#simulators/axis/server.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { ALARM_PARTS, onlyAlarms } from "#web/lib/doors/door-alarms.ts";
import { type DoorFixture, openDoorFixture } from "./door-portal.ts";

let fixture: DoorFixture;
let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let syd: SupabaseClient;
let device: AxisSimulator;
let [entre, garage] = ["", ""];

beforeAll(async () => {
  fixture = await openDoorFixture();
  ({ portal, system, nord, syd, device, entre, garage } = fixture);
});
afterAll(() => fixture.close());

const alarmsOf = async (client: SupabaseClient): Promise<string[]> => {
  const { data, error } = await onlyAlarms(
    client.from("access_points").select<string, { id: string }>(`id, ${ALARM_PARTS}`),
    Date.now(),
  );
  if (error) throw error;
  return data.map(({ id }) => id);
};
const notRelocked = (seconds = DOOR_RELOCK_SECONDS): Promise<UnlockedDoor[]> =>
  transaction(portal.admin, async (client) => {
    await client.query("set local role portal_engine");
    return await readNotRelocked(client, seconds);
  });

/** Seconds from now; null where the column is null. */
interface Written {
  until: number;
  ended?: number | null;
  sent?: number | null;
  confirmed?: number | null;
}
async function writeHold({ until, ended = null, sent = -500, confirmed = null }: Written, door = entre): Promise<void> {
  await portal.admin.query(
    `insert into door_holds (request_id, access_point_id, requested_by, requested_as, reason, created_at, until, sent_at, ended_at, end_cause, end_confirmed_at)
     select $1, $2, $1, 'Sara', 'leverans', now() - interval '10 minutes', now() + make_interval(secs => $3), now() + make_interval(secs => $4),
       now() + make_interval(secs => $5), case when $5::float8 is not null then 'released' end, now() + make_interval(secs => $6)`,
    [randomUUID(), door, until, sent, ended, confirmed],
  );
}
const writeState = (set: string, door = entre) =>
  portal.admin.query(`update door_states set ${set} where access_point_id = $1`, [door]);

describe("alarms in stored rows", () => {
  beforeAll(async () => {
    // Nobody reads the doors during the test.
    await system.from("controllers").update({ enabled: false }).eq("name", "Port A");
  });
  beforeEach(async () => {
    await portal.admin.query("delete from door_holds");
    await portal.admin.query("update controller_sync set next_try_at = now() + interval '9 minutes'");
    await portal.admin.query(
      "update door_states set mode = 'locked', alarm = 'normal', physical = 'closed', read_at = now()",
    );
  });

  test.each<[string, Written[], boolean]>([
    ["ended by its time, unconfirmed", [{ until: -61 }], true],
    ["released, unconfirmed", [{ until: 500, ended: -61 }], true],
    ["released before its time came, unconfirmed", [{ until: -10, ended: -61 }], true],
    ["ended half a minute ago", [{ until: -30 }], false],
    ["lasting", [{ until: 500 }], false],
    ["ended and read locked", [{ until: -61, ended: -61, confirmed: -50 }], false],
    ["ended before the device was asked to unlock", [{ until: -61, sent: null }], false],
    ["ended, and the door is held anew", [{ until: 500, ended: -61 }, { until: 500 }], false],
    ["ended, and the next one is over as well", [{ until: 500, ended: -90 }, { until: -61 }], true],
  ])("a hold %s: the alert %#", async (_what, holds, isRaised) => {
    for (const one of holds) await writeHold(one);
    const found = await notRelocked();
    expect(found.map(({ id, name }) => [id, name])).toEqual(isRaised ? [[entre, "Entré"]] : []);
    if (isRaised) expect(Date.now() - (found[0]?.since.getTime() ?? 0)).toBeGreaterThan(60_000);
  });

  test.each<[string, string, Written | null, boolean]>([
    ["forced", "alarm = 'forced'", null, true],
    ["open too long", "alarm = 'held_open'", null, true],
    ["forced, but read too long ago", "alarm = 'forced', read_at = now() - interval '2 minutes'", null, false],
    ["not locked again", "mode = 'unlocked'", { until: -61 }, true],
    ["not locked again, with a lost answer to its unlocking", "mode = 'unlocked'", { until: 500, ended: -1 }, true],
    [
      "not locked again, but read too long ago",
      "mode = 'unlocked', read_at = now() - interval '2 minutes'",
      { until: -61 },
      false,
    ],
    ["held", "mode = 'unlocked'", { until: 500 }, false],
    ["unlocked by others", "mode = 'unlocked'", null, false],
    ["unlocked by others after a hold that never began", "mode = 'unlocked'", { until: -61, sent: null }, false],
    ["locked again", "mode = 'locked'", { until: -61, ended: -61, confirmed: -50 }, false],
    ["locked, unconfirmed", "mode = 'locked'", { until: -61 }, false],
  ])("a door %s: the filter and the count %#", async (_what, state, written, isListed) => {
    await writeState(state);
    if (written) await writeHold(written);
    expect(await alarmsOf(nord)).toEqual(isListed ? [entre] : []);
    expect(await alarmsOf(system)).toEqual(isListed ? [entre] : []);
    expect(await alarmsOf(syd)).toEqual([]);
    const call = nord.from("access_points").select(`id, ${ALARM_PARTS}`, { count: "exact", head: true });
    expect((await onlyAlarms(call, Date.now())).count).toBe(Number(isListed));
  });

  test("an alarm at one door and a hold at another are two doors", async () => {
    await writeState("alarm = 'forced'", garage);
    await writeState("mode = 'unlocked'");
    await writeHold({ until: -5 });
    expect((await alarmsOf(system)).toSorted()).toEqual([entre, garage].toSorted());
  });
});

test("a door whose device does not carry out the locking is shown as it stands, not as unknown", async () => {
  await portal.admin.query("delete from door_holds; update door_states set alarm = 'normal', mode = 'locked'");
  await system.from("controllers").update({ enabled: true }).eq("name", "Port A");
  const ask = (action: string, body: object = {}) =>
    callFunction(nord, "door-control", { action, access_point_id: entre, ...body });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const within = { timeout: paced(60_000), interval: 100 };
  await ask("HOLD", { reason: "leverans", request_id: randomUUID(), until });
  const [token = ""] = device.doorTokens;
  await vi.waitFor(() => expect(device.state.doorState(token).mode).toBe("Unlocked"), within);
  // Somebody locks the door open at the device, which then refuses every other command.
  commandDoor(device.state, token, "LockOpenDoor");
  const sent = device.requests.count("tdc:LockDoor");
  await ask("RELEASE");
  await vi.waitFor(() => expect(device.requests.count("tdc:LockDoor")).toBeGreaterThan(sent), within);
  await vi.waitFor(async () => {
    expect(await notRelocked(0)).toMatchObject([{ id: entre }]);
    expect(await alarmsOf(nord)).toEqual([entre]);
  }, within);
  commandDoor(device.state, token, "LockOpenReleaseDoor");
  await vi.waitFor(async () => expect(await notRelocked(0)).toEqual([]), within);
  expect(await alarmsOf(nord)).toEqual([]);
});
