// Limits on holding a door, and several people at one door at the same moment.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DOOR_OPENINGS_A_MINUTE, DOORS_WATCHED_MAX } from "#contract/door-states.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { addDoorController, doorsOf } from "./door-portal.ts";

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let device: AxisSimulator;
let entre: string;
let token: string;
let controllerId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
  device = await startAxisSimulator({ doors: [{ name: "Entré" }] });
  [token = ""] = device.doorTokens;
  controllerId = await addDoorController(system, { name: "Port A", device });
  entre = (await doorsOf(system, controllerId)).get("Entré") ?? "";
  await system
    .from("organization_controllers")
    .insert({ organization_id: portal.accounts.nord.organizationId, controller_id: controllerId });
});
afterAll(async () => {
  await portal.close();
  await device.close();
});
beforeEach(async () => {
  await portal.admin.query("delete from auth.rate_limits where key like 'door-%'");
});

const order = (client: SupabaseClient, action: "OPEN" | "HOLD" | "RELEASE", body: object = {}) =>
  callFunction(client, "door-control", {
    action,
    access_point_id: entre,
    reason: "leverans",
    request_id: randomUUID(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    ...body,
  });
const openings = (): number => device.state.doorState(token).openings;

test("a hold is bounded per person and door by a count of its own, and a refused hold leaves nothing", async () => {
  expect(await order(nord, "HOLD")).toMatchObject({ status: 200 });
  expect(await order(nord, "RELEASE")).toMatchObject({ status: 200 });
  const { rows } = await portal.admin.query<{ held: number }>(
    `update auth.rate_limits set taken = array_fill(taken[1], array[$1::int]) where key like 'door-hold:%' returning cardinality(taken) as held`,
    [DOOR_OPENINGS_A_MINUTE],
  );
  expect(rows).toEqual([{ held: DOOR_OPENINGS_A_MINUTE }]);
  const holds = () => portal.admin.query("select from door_holds");
  const { rowCount: before } = await holds();
  expect(await order(nord, "HOLD")).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  // Every spelling of an id names one door.
  expect(await order(nord, "HOLD", { access_point_id: entre.toUpperCase() })).toMatchObject({ status: 429 });
  expect((await holds()).rowCount).toBe(before);
  expect(await order(nord, "OPEN")).toMatchObject({ status: 200 });
  expect(await order(system, "HOLD")).toMatchObject({ status: 200 });
  // A request to lock is never refused.
  expect(await order(system, "RELEASE")).toMatchObject({ status: 200 });
});

test("a hold sent twice with one request id, from two browsers at the same moment, is one hold", async () => {
  const request_id = randomUUID();
  const other = await signedInClient(portal.url, portal.accounts.nord);
  const replies = await Promise.all([order(nord, "HOLD", { request_id }), order(other, "HOLD", { request_id })]);
  const { rows } = await portal.admin.query("select id from door_holds where request_id = $1", [request_id]);
  expect(rows).toHaveLength(1);
  for (const { status, body } of replies) {
    expect(status).toBe(200);
    expect(body["hold_id"]).toBe(rows[0]?.id);
  }
  await order(nord, "RELEASE");
});

test("a hold whose row another browser has just written, and not committed yet, is that one", async () => {
  const request_id = randomUUID();
  const first = await portal.admin.connect();
  try {
    await first.query("begin");
    const { rows } = await first.query<{ id: string }>(
      `insert into door_holds (request_id, access_point_id, organization_id, requested_by, requested_as, reason, until)
       values ($1, $2, $3, $4, 'Nora', 'leverans', now() + interval '1 hour') returning id`,
      [request_id, entre, portal.accounts.nord.organizationId, portal.accounts.nord.userId],
    );
    const reply = order(nord, "HOLD", { request_id });
    await vi.waitFor(async () => {
      const { rowCount } = await portal.admin.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%order_hold%'",
      );
      expect(rowCount).toBe(1);
    }, paced(60_000));
    await first.query("commit");
    expect(await reply).toMatchObject({ status: 200, body: { hold_id: rows[0]?.id } });
  } finally {
    first.release();
  }
  expect(await order(nord, "RELEASE")).toMatchObject({ status: 200 });
});

test("two people who open at once, even with one request id, make two openings with a row and name each", async () => {
  const before = openings();
  const request_id = randomUUID();
  const replies = await Promise.all([order(nord, "OPEN", { request_id }), order(system, "OPEN", { request_id })]);
  expect(replies).toMatchObject([{ body: { outcome: "executed" } }, { body: { outcome: "executed" } }]);
  expect(openings()).toBe(before + 2);
  const { rows } = await portal.admin.query(
    "select requested_by, outcome from door_commands where request_id = $1 order by requested_by",
    [request_id],
  );
  const people = [portal.accounts.nord.userId, portal.accounts.system.userId].toSorted();
  expect(rows).toEqual(people.map((requested_by) => ({ requested_by, outcome: true })));
});

test("two people who hold one door at once make one hold, and the other hears of it", async () => {
  const replies = await Promise.all([order(nord, "HOLD"), order(system, "HOLD")]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await portal.admin.query("select from door_holds where ended_at is null")).rowCount).toBe(1);
  expect(await order(system, "RELEASE")).toMatchObject({ status: 200 });
});

describe("locking a held door again", () => {
  const held = async () => expect(await order(nord, "HOLD")).toMatchObject({ status: 200 });
  const press = (body: object) =>
    callFunction(nord, "door-control", { action: "RELEASE", access_point_id: entre, ...body });
  const noted = async (): Promise<unknown[]> => {
    const { rows } = await portal.admin.query<{ after: unknown }>(
      "select nullif(after - array['controller', 'controller_id'], '{}') as after from audit where action = 'door_hold_released' and subject_id = $1 order by at, id",
      [entre],
    );
    return rows.map(({ after }) => after);
  };

  test("keeps why and by which press, and wants neither", async () => {
    const before = (await noted()).length;
    await held();
    const request_id = randomUUID();
    expect(await press({ reason: "  hantverkare:  klar ", request_id })).toMatchObject({ status: 200 });
    await held();
    expect(await press({})).toMatchObject({ status: 200 });
    await held();
    expect(await press({ reason: "   " })).toMatchObject({ status: 200 });
    await held();
    expect(await press({ reason: "x".repeat(10_000) })).toMatchObject({ status: 200 });
    expect((await noted()).slice(before)).toEqual([
      { reason: "hantverkare: klar", request_id },
      null,
      null,
      { reason: "x".repeat(200) },
    ]);
  });

  test("sent twice with one request id, at once or later, is one, and ends no later hold", async () => {
    await held();
    const before = (await noted()).length;
    const request_id = randomUUID();
    const replies = await Promise.all([press({ request_id }), press({ request_id })]);
    expect(replies).toMatchObject([{ status: 200 }, { status: 200 }]);
    await held();
    expect(await press({ request_id })).toMatchObject({ status: 200, body: { locked: true } });
    expect((await portal.admin.query("select from door_holds where ended_at is null")).rowCount).toBe(1);
    expect((await noted()).length).toBe(before + 1);
    expect(await press({ request_id: randomUUID() })).toMatchObject({ status: 200 });
  });

  test("with a request id that was another door's is refused, and one where nothing is held too", async () => {
    const request_id = randomUUID();
    await held();
    expect(await press({ request_id })).toMatchObject({ status: 200 });
    const { rows } = await portal.admin.query<{ id: string }>(
      "insert into access_points (controller_id, name, device_door_token) values ($1, 'Gård', 'yard') returning id",
      [controllerId],
    );
    expect(await press({ request_id, access_point_id: rows[0]?.id })).toMatchObject({
      status: 409,
      body: { field: "request_id" },
    });
    expect(await press({ request_id: randomUUID() })).toMatchObject({ status: 409 });
  });
});

describe("doors that one person watches", () => {
  let doors: string[];
  beforeAll(async () => {
    const { rows } = await portal.admin.query<{ id: string }>(
      `insert into access_points (controller_id, name, device_door_token)
       select $1, 'Dörr ' || n, 'watched-' || n from generate_series(1, 3 * $2::int) n returning id`,
      [controllerId, DOORS_WATCHED_MAX],
    );
    doors = rows.map(({ id }) => id);
  });
  beforeEach(() => portal.admin.query("delete from door_watches"));

  const some = (from: number, count = DOORS_WATCHED_MAX) => doors.slice(from, from + count);
  const watch = (client: SupabaseClient, access_point_ids: string[]) =>
    callFunction(client, "door-control", { action: "STATE", access_point_ids });
  const watchedBy = async ({ userId }: { userId: string }): Promise<string[]> => {
    const { rows } = await portal.admin.query<{ id: string }>(
      "select access_point_id as id from door_watches where watched_by = $1 and until > now()",
      [userId],
    );
    return rows.map(({ id }) => id).toSorted();
  };

  test("are twenty whatever the calls: the oldest are let go, and another person's stand", async () => {
    expect(await watch(system, some(40))).toMatchObject({ body: { watched: 20 } });
    expect(await watch(nord, some(0))).toMatchObject({ body: { watched: 20 } });
    expect(await watchedBy(portal.accounts.nord)).toEqual(some(0).toSorted());
    expect(await watch(nord, some(20, 5))).toMatchObject({ body: { watched: 5 } });
    expect(await watchedBy(portal.accounts.nord)).toHaveLength(DOORS_WATCHED_MAX);
    expect(await watchedBy(portal.accounts.nord)).toEqual(expect.arrayContaining(some(20, 5)));
    await watch(nord, some(25));
    expect(await watchedBy(portal.accounts.nord)).toEqual(some(25).toSorted());
    expect(await watchedBy(portal.accounts.system)).toEqual(some(40).toSorted());
  });

  test("are twenty though another browser has just asked for others, and its watches are not committed yet", async () => {
    const first = await portal.admin.connect();
    try {
      await first.query("begin");
      await first.query("select set_config('app.sub', $1, true)", [portal.accounts.nord.userId]);
      await first.query("select private.begin_watch($1, 20, 20)", [some(0)]);
      const reply = watch(nord, some(20));
      await vi.waitFor(async () => {
        const { rowCount } = await portal.admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%watch_doors%'",
        );
        expect(rowCount).toBe(1);
      }, paced(60_000));
      await first.query("commit");
      expect(await reply).toMatchObject({ body: { watched: 20 } });
    } finally {
      first.release();
    }
    expect(await watchedBy(portal.accounts.nord)).toEqual(some(20).toSorted());
  });

  test("wake their controller, unless others are let go for them", async () => {
    // The rows are written in a transaction that is rolled back, since the worker reads at once.
    const client = await portal.admin.connect();
    const wakes = async (ids: string[]): Promise<boolean> => {
      await client.query("update door_event_cursors set next_read_at = 'infinity', states_at = 'infinity'");
      await client.query("select private.begin_watch($1, 20, 20)", [ids]);
      const { rowCount } = await client.query(
        "select from door_event_cursors where controller_id = $1 and next_read_at < 'infinity'",
        [controllerId],
      );
      return rowCount === 1;
    };
    try {
      await client.query("begin");
      await client.query("insert into door_event_cursors (controller_id) values ($1) on conflict do nothing", [
        controllerId,
      ]);
      await client.query("select set_config('app.sub', $1, true)", [portal.accounts.nord.userId]);
      expect(await wakes(some(0))).toBe(true);
      expect(await wakes(some(0))).toBe(true);
      expect(await wakes(some(20))).toBe(false);
      // A watch that has lapsed does not count.
      await client.query("update door_watches set until = '-infinity'");
      expect(await wakes(some(40))).toBe(true);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
