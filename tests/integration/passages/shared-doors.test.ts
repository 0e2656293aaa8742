// A controller of several organisations: the owner of each event at a door, and the part of it that others see.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deleteOldPassages } from "#server/retention/delete-expired-logs.job.ts";
import { setDoorAlarm } from "#simulators/axis/door-state.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld, retryNow } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { readDoorLog } from "#tests/support/read-door-log.ts";

let portal: TestPortal;
let world: MainWorld;
let syd: SupabaseClient;
/** The door that only Nord uses, and the door that both use. */
let own: string;
let shared: string;

interface LogRow {
  id: string;
  kind: string;
  access_point_id: string | null;
  is_shared: boolean;
  [column: string]: unknown;
}

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  [own = "", shared = ""] = world.doorIds;
  const south = portal.accounts.syd.organizationId;
  await portal.admin.query("insert into organization_controllers values ($1, $2)", [south, world.controllerId]);
  await portal.admin.query(
    "insert into organization_access_points (organization_id, access_point_id) values ($1, $2)",
    [south, shared],
  );
});
afterAll(() => portal.close());
beforeEach(async () => {
  await readLog();
  await portal.admin.query("delete from door_events; delete from shared_door_events");
});

async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await portal.admin.query<{ value: T }>(text, values);
  if (!rows[0]) throw new Error(`no row: ${text}`);
  return rows[0].value;
}

/** Returns the number of others' attempts that an organisation sees under row security alone. */
async function byPoliciesAlone(organizationId: string | null): Promise<number | null> {
  const client = await portal.admin.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.org', $1, true)", [organizationId]);
    await client.query("set local role org_admin");
    return (await client.query("select id from shared_door_events where kind = 'access'")).rowCount;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const readLog = () => readDoorLog(portal.admin);
const inStep = () => untilInStep(portal);

async function log(client: SupabaseClient): Promise<LogRow[]> {
  const { data, error } = await client.from("door_log").select("*").order("occurred_at");
  if (error) throw new Error(error.message);
  return data;
}

async function punch(door: string, pin: string): Promise<void> {
  portal.axis.punch(await one("select device_door_token as value from access_points where id = $1", [door]), pin);
  await readLog();
}
const attempts = async (client: SupabaseClient) => (await log(client)).filter(({ kind }) => kind === "access");

describe("at a controller of several organisations", () => {
  test("an unknown code is the organisation's that alone uses the door, and nobody's at a shared one", async () => {
    await punch(own, "408627");
    await punch(shared, "408627");
    expect(await attempts(world.nord)).toMatchObject([{ access_point_id: own, reason: "unknown_code" }]);
    expect(await attempts(syd)).toEqual([]);
    expect(await attempts(world.system)).toHaveLength(2);
  });

  test("so is a door that was forced or held open", async () => {
    for (const door of [own, shared]) {
      const token = await one<string>("select device_door_token as value from access_points where id = $1", [door]);
      setDoorAlarm(portal.axis.state, token, "DoorForcedOpen");
      setDoorAlarm(portal.axis.state, token, "Normal");
      setDoorAlarm(portal.axis.state, token, "DoorOpenTooLong");
      setDoorAlarm(portal.axis.state, token, "Normal");
    }
    await readLog();
    const alarms = async (client: SupabaseClient) =>
      (await log(client)).filter(({ kind }) => kind === "door_forced" || kind === "door_held_open");
    expect((await alarms(world.nord)).map((row) => [row.access_point_id, row.kind])).toEqual(
      expect.arrayContaining([
        [own, "door_forced"],
        [own, "door_held_open"],
      ]),
    );
    expect(await alarms(world.nord)).toHaveLength(2);
    expect(await alarms(syd)).toEqual([]);
    expect(await alarms(world.system)).toHaveLength(4);
  });

  test("a gap and a restart are seen by each of them, once, and by no other", async () => {
    portal.axis.faults.wipe();
    await punch(own, "408627");
    const gaps = async (client: SupabaseClient) => (await log(client)).filter(({ kind }) => kind === "gap");
    for (const client of [world.nord, syd])
      expect(await gaps(client)).toMatchObject([
        { gap_cause: "reset", gap_from: expect.any(String), access_point_id: null, is_shared: true },
      ]);
    expect(await gaps(world.system)).toMatchObject([{ is_shared: false }]);
    await portal.admin.query("delete from organization_controllers where organization_id = $1", [
      portal.accounts.syd.organizationId,
    ]);
    expect(await log(syd)).toEqual([]);
    const south = portal.accounts.syd.organizationId;
    await portal.admin.query("insert into organization_controllers values ($1, $2)", [south, world.controllerId]);
    await portal.admin.query(
      "insert into organization_access_points (organization_id, access_point_id) values ($1, $2)",
      [south, shared],
    );
    await portal.admin.query("update controller_sync set verify_at = now()");
    await callFunction(world.system, "axis-proxy", {
      action: "SYNC_ACCESS_POINTS",
      controller_id: world.controllerId,
    });
    await inStep();
  });
});

describe("a door that has another organisation by now", () => {
  /** The former organisation's door logged these rows while it was out of reach; the portal reads them after it was given to the other. */
  test("shows the other nothing of before, in any log, and what was whose stays so", async () => {
    const north = portal.accounts.nord.organizationId;
    const south = portal.accounts.syd.organizationId;
    const token = await one<string>("select device_door_token as value from access_points where id = $1", [own]);
    portal.axis.punch(token, "408627");
    await readLog();
    await portal.axis.faults.offline();
    portal.axis.punch(token, "519738");
    setDoorAlarm(portal.axis.state, token, "DoorForcedOpen");
    setDoorAlarm(portal.axis.state, token, "Normal");
    const { rows } = await portal.admin.query(
      `insert into access_logs (plate_number, controller_id, organization_id, access_granted, access_reason)
       values ('MLB84A', $1, $2, false, 'expired'), ('ZZZ999', $1, null, false, 'no_match') returning id`,
      [world.gateId, north],
    );
    const gates = rows.map(({ id }: { id: string }) => id);
    await portal.admin.query("delete from organization_controllers where organization_id = $1", [south]);
    const move = `with gone as (delete from organization_controllers where organization_id = $1 returning controller_id)
       insert into organization_controllers select $2, controller_id from gone`;
    await portal.admin.query(move, [north, south]);
    await portal.axis.faults.online();
    await retryNow(portal);
    await readLog();

    const events = (await log(world.system)).filter(({ access_point_id: door }) => door === own);
    const kinds = events.map(({ kind, organization_id }) => [kind, organization_id]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ["access", north],
        ["door_forced", north],
      ]),
    );
    expect(events.filter(({ kind }) => kind === "access")).toHaveLength(2);
    for (const table of ["door_log", "door_events", "shared_door_events", "access_logs", "merged_log", "passages"]) {
      const { data, error } = await syd.from(table).select("*");
      expect({ table, data, error }).toEqual({ table, data: [], error: null });
    }
    for (const { id } of events)
      expect(await callFunction(syd, "explain-passage", { source: "door", id })).toMatchObject({ status: 404 });
    for (const id of gates)
      expect(await callFunction(syd, "explain-passage", { source: "gate", id })).toMatchObject({ status: 404 });
    expect((await log(world.nord)).filter(({ kind }) => kind === "access")).toHaveLength(2);

    portal.axis.punch(token, "408627");
    await readLog();
    expect(await attempts(syd)).toMatchObject([{ access_point_id: own, organization_id: south }]);
    expect((await attempts(world.nord)).map(({ organization_id }) => organization_id)).toEqual([north, north]);
    // Puts the log back as it was.
    await portal.admin.query("delete from access_logs");
    await portal.admin.query(move, [south, north]);
    await portal.admin.query("insert into organization_controllers values ($1, $2)", [south, world.controllerId]);
    await portal.admin.query(
      "insert into organization_access_points (organization_id, access_point_id) values ($1, $2)",
      [south, shared],
    );
    await inStep();
  });
});

describe("another organisation's person at a shared door", () => {
  test("is a row that says when, where and whether, and nothing else", async () => {
    await punch(shared, "4816");
    const [seen, ...more] = await attempts(syd);
    expect(more).toEqual([]);
    expect(seen).toEqual({
      id: expect.any(String),
      occurred_at: expect.any(String),
      received_at: expect.any(String),
      controller_id: world.controllerId,
      access_point_id: shared,
      kind: "access",
      granted: true,
      is_shared: true,
      search_text: expect.stringContaining("Garage Kajen"),
      ...Object.fromEntries(HIDDEN.map((column) => [column, null])),
    });
    expect(String(seen?.["search_text"])).not.toMatch(/Alva|Exempelsson/);
    expect(await attempts(world.nord)).toMatchObject([{ is_shared: false, granted: true }]);
  });

  test("at a door of the other alone is no row", async () => {
    await punch(own, "4816");
    expect(await attempts(syd)).toEqual([]);
    expect(await attempts(world.nord)).toHaveLength(1);
  });

  test("cannot be learned from the table, by an embedded one, or by asking for an explanation", async () => {
    await punch(shared, "4816");
    const [seen] = await attempts(syd);
    const id = seen?.id ?? "";
    expect((await syd.from("door_events").select("*").eq("id", id)).data).toEqual([]);
    expect((await syd.from("shared_door_events").select("organization_ids")).error?.code).toBe("42501");
    expect((await syd.from("shared_door_events").select("*").contains("organization_ids", [])).error?.code).toBe(
      "42501",
    );
    const { data } = await syd
      .from("door_log")
      .select("id, credentials(id, end_users(first_name)), door_commands(reason), door_holds(reason)")
      .eq("id", id);
    expect(data).toEqual([{ id, credentials: null, door_commands: null, door_holds: null }]);
    for (const column of HIDDEN)
      expect((await syd.from("door_log").select("id").eq("id", id).not(column, "is", null)).data).toEqual([]);
    expect((await syd.from("door_log").select("id").ilike("search_text", "%Alva%")).data).toEqual([]);
    expect(await callFunction(syd, "explain-passage", { source: "door", id })).toMatchObject({ status: 404 });
  });

  test("is not shown to a housing association that has given no reason, as its own are not", async () => {
    await portal.admin.query("update organizations set kind = 'housing'");
    await punch(shared, "4816");
    expect(await attempts(syd)).toEqual([]);
    await callFunction(syd, "granted-passages", { reason: "investigation" });
    expect(await attempts(syd)).toHaveLength(1);
    await portal.admin.query("update organizations set kind = 'other'");
  });

  test("is in the other's file without the person, in a housing association after a reason alone", async () => {
    await punch(shared, "4816");
    // Sends the query that the page sends (web/features/passages/api/get-events.ts).
    const file = async (client: SupabaseClient, view: string) => {
      const { data, error } = await client
        .from(view)
        .select("id, kind, is_shared, credentials(end_users(first_name, last_name, organizations(name)))")
        .lte("occurred_at", "9999-01-01")
        .or('occurred_at.lt."9999-01-01",id.gt.00000000-0000-0000-0000-000000000000')
        .eq("kind", "access")
        .order("occurred_at", { ascending: false })
        .order("id");
      if (error) throw new Error(error.message);
      return data;
    };
    for (const view of ["door_log", "merged_log"]) {
      const known = [{ is_shared: false, credentials: { end_users: { organizations: { name: expect.any(String) } } } }];
      expect(await file(world.nord, view)).toMatchObject(known);
      expect(await file(world.system, view)).toMatchObject(known);
      expect(await file(syd, view)).toMatchObject([{ is_shared: true, credentials: null }]);
      await portal.admin.query("update organizations set kind = 'housing'");
      await portal.admin.query("begin; set local session_replication_role = replica; delete from audit; commit");
      for (const client of [world.nord, syd]) expect(await file(client, view)).toEqual([]);
      expect(await file(world.system, view)).toHaveLength(1);
      for (const client of [world.nord, syd])
        await callFunction(client, "granted-passages", { reason: "investigation" });
      for (const client of [world.nord, syd]) expect(await file(client, view)).toHaveLength(1);
      await portal.admin.query("update organizations set kind = 'other'");
    }
  });

  test("is not shown any more to an organisation that has lost the door, and keeps another of the controller", async () => {
    const south = portal.accounts.syd.organizationId;
    const exchange = async (given: string, taken: string) => {
      const offers = "organization_access_points";
      await portal.admin.query(`insert into ${offers} (organization_id, access_point_id) values ($1, $2)`, [
        south,
        given,
      ]);
      await portal.admin.query(`delete from ${offers} where organization_id = $1 and access_point_id = $2`, [
        south,
        taken,
      ]);
    };
    await punch(shared, "4816");
    expect(await attempts(syd)).toHaveLength(1);
    await exchange(own, shared);
    expect(await attempts(syd)).toEqual([]);
    // With the service's own guard on, the row would be hidden anyway.
    expect(await byPoliciesAlone(south)).toBe(0);
    await exchange(shared, own);
    expect(await byPoliciesAlone(south)).toBe(1);
    expect(await attempts(syd)).toHaveLength(1);
  });

  test("is not shown to an organisation that came to the door afterwards", async () => {
    const south = portal.accounts.syd.organizationId;
    // A third organisation is there already, so that something is shared.
    const third = await one<string>("insert into organizations (name) values ('Tredje') returning id as value");
    await portal.admin.query("delete from organization_controllers where organization_id = $1", [south]);
    await portal.admin.query("insert into organization_controllers values ($1, $2)", [third, world.controllerId]);
    await punch(shared, "4816");
    expect(await one("select organization_ids as value from shared_door_events where kind = 'access'")).toEqual([
      third,
    ]);
    await portal.admin.query("insert into organization_controllers values ($1, $2)", [south, world.controllerId]);
    await portal.admin.query("delete from organization_controllers where organization_id = $1", [third]);
    await portal.admin.query("delete from organizations where id = $1", [third]);
    await portal.admin.query(
      "insert into organization_access_points (organization_id, access_point_id) values ($1, $2)",
      [south, shared],
    );
    expect(await attempts(syd)).toEqual([]);
  });

  test("is pushed to the other's open page without a word of the person", async () => {
    const heard: Record<string, unknown>[] = [];
    const channel = syd.channel("log");
    for (const table of ["door_events", "shared_door_events"])
      channel.on("postgres_changes", { event: "*", schema: "public", table }, (change) => {
        heard.push({ table: change.table, new: change.new });
      });
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === "SUBSCRIBED") resolve();
        else if (status === "CHANNEL_ERROR") reject(error ?? new Error(status));
      });
    });
    await punch(shared, "4816");
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: paced(60_000), interval: 50 });
    expect(heard).toEqual([
      {
        table: "shared_door_events",
        new: {
          id: expect.any(String),
          occurred_at: expect.any(String),
          received_at: expect.any(String),
          controller_id: world.controllerId,
          access_point_id: shared,
          kind: "access",
          granted: true,
          gap_cause: null,
          gap_from: null,
        },
      },
    ]);
    await syd.removeAllChannels();
  });

  test("is forgotten with its event", async () => {
    await punch(shared, "4816");
    await portal.admin.query(
      `with moved as (update door_events set occurred_at = occurred_at - interval '400 days', id = $1 where id in (select id from shared_door_events) returning id)
       update shared_door_events set id = $1 from moved`,
      [randomUUID()],
    );
    const { pools, clock, log } = portal.server.deps;
    await deleteOldPassages({ engine: pools.engine, clock, log });
    expect(await one("select count(*)::int as value from shared_door_events")).toBe(0);
  });
});

const HIDDEN = [
  "device_time",
  "organization_id",
  "reason",
  "device_reason",
  "credential_id",
  "is_weekly_code",
  "gap_cause",
  "gap_from",
  "command_id",
  "hold_id",
  "removed_controller",
  "removed_door",
];
