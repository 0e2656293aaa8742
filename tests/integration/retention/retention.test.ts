import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { DEFAULT_PURPOSES } from "#contract/forms/organization.ts";
import { DEFAULT_LOG_DAYS, ORGANIZATION_KINDS } from "#contract/tables/organizations.ts";
import { startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { deleteOldPassages } from "#server/retention/delete-expired-logs.job.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";

let portal: TestPortal;
let world: MainWorld;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  await become("housing");
});
afterAll(() => portal.close());

const forget = () => {
  const { pools, clock, log } = portal.server.deps;
  return deleteOldPassages({ engine: pools.engine, clock, log });
};
const one = async <T>(text: string, values: unknown[] = []) =>
  (await portal.admin.query<{ value: T }>(text, values)).rows[0]?.value;
const nord = () => portal.accounts.nord.organizationId;
/** Sets the kind of the north's organisation, which says how long its passages are kept. */
const become = (kind: string) =>
  portal.admin.query("update organizations set kind = $2, log_days = null where id = $1", [nord(), kind]);
const log = (days: number, { gate = world.gateId, credential = null as string | null, plate = "TST 001" } = {}) =>
  portal.admin.query(
    `insert into access_logs (plate_number, controller_id, credential_id, organization_id, access_granted, access_reason, detected_at)
     values ($1, $2, $3, (select organization_id from credentials where id = $3), $4, case when $4 then 'valid_credential' else 'no_match' end,
       now() - $5 * interval '1 day')`,
    [plate, gate, credential, credential !== null, days],
  );
const ages = async () =>
  one<number[]>(
    "select array_agg(extract(day from now() - detected_at)::int order by detected_at desc) as value from access_logs where plate_number = 'TST 001'",
  );

describe("the retention of passages", () => {
  beforeEach(() => portal.admin.query("delete from access_logs"));

  test.each(["nord", "syd"] as const)("of one organisation that fails keeps no other's: %s", async (broken) => {
    await portal.admin.query(
      `insert into access_logs (plate_number, controller_id, organization_id, access_granted, access_reason, detected_at)
       select 'TST 001', $1, o, true, 'valid_credential', now() - interval '6 days' from unnest($2::uuid[]) o`,
      [world.gateId, [portal.accounts.nord.organizationId, portal.accounts.syd.organizationId]],
    );
    await portal.admin.query("update organizations set log_days = 5");
    await portal.admin.query(`create function public.fails() returns trigger language plpgsql as $$ begin
        if old.organization_id = '${portal.accounts[broken].organizationId}' then raise exception 'broken'; end if; return old; end $$;
      create trigger fails before delete on access_logs for each row execute function public.fails()`);
    try {
      await forget();
      const left = await one(
        "select json_agg(organization_id) as value from access_logs where plate_number = 'TST 001'",
      );
      expect(left).toEqual([portal.accounts[broken].organizationId]);
    } finally {
      await portal.admin.query("drop trigger fails on access_logs; drop function public.fails()");
      await portal.admin.query("update organizations set log_days = null");
    }
  });

  test("of one kind of versions that fails keeps no other kind", async () => {
    const id = "00000000-0000-4000-8000-0000000000aa";
    await portal.admin.query(
      `insert into membership_versions (group_id, end_user_id, since, removed)
       values ($1, $1, now() - interval '200 days', false), ($1, $1, now() - interval '110 days', true)`,
      [id],
    );
    await portal.admin.query(`create function public.fails() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger fails before delete on door_versions for each statement execute function public.fails()`);
    try {
      await forget();
    } finally {
      await portal.admin.query("drop function public.fails() cascade");
    }
    expect(await one("select count(*)::int as value from membership_versions where group_id = $1", [id])).toBe(0);
  });

  test("is one rule for the database and the page", async () => {
    for (const kind of ORGANIZATION_KINDS)
      expect(await one("select private.log_days($1, null) as value", [kind])).toBe(DEFAULT_LOG_DAYS[kind]);
    expect(await one("select private.log_days('housing', 30) as value")).toBe(30);
  });

  // Covers: running.10
  test("is 14 days for housing and 90 for others, as a system admin says and nobody else", async () => {
    await become("other");
    expect((await world.nord.from("organizations").update({ log_days: 3650 }).eq("id", nord())).error).toMatchObject({
      code: "42501",
    });
    for (const days of [1, 13, 15, 89, 91]) await log(days);
    expect(await forget()).toMatchObject({ rows: 1 });
    expect(await ages()).toEqual([1, 13, 15, 89]);
    const changed = await world.system.from("organizations").update({ kind: "housing" }).eq("id", nord());
    expect(changed.error).toBeNull();
    expect(await forget()).toMatchObject({ rows: 2 });
    expect(await ages()).toEqual([1, 13]);
    expect(
      await one("select count(*)::int as value from audit where action = 'organizations.update' and actor = $1", [
        portal.accounts.system.userId,
      ]),
    ).toBe(1);
    expect(
      await one("select row_count as value from audit where action = 'access_logs_forgotten' order by at desc limit 1"),
    ).toBe(2);
  });

  test("at a shared gate is each organisation's own, and the strictest for what was nobody's", async () => {
    const { data } = await world.nord
      .from("credentials")
      .select("id")
      .eq("credential_type", "license_plate")
      .limit(1)
      .single();
    const mine = (data as { id: string } | null)?.id ?? "";
    const syd = portal.accounts.syd.organizationId;
    await portal.admin.query("insert into organization_controllers values ($1, $2)", [syd, world.gateId]);
    const { rows } = await portal.admin.query<{ id: string }>(
      `with p as (insert into end_users (organization_id, first_name, last_name) values ($1, 'Syd', 'Ett') returning id)
       insert into credentials (end_user_id, organization_id, credential_type, credential_value) select id, $1, 'license_plate', 'SYD 001' from p returning id`,
      [syd],
    );
    const theirs = rows[0]?.id ?? "";
    for (const credential of [mine, theirs, null]) for (const days of [10, 20]) await log(days, { credential });
    expect(await forget()).toMatchObject({ rows: 2 });
    const kept = await portal.admin.query(
      "select credential_id, extract(day from now() - detected_at)::int as days from access_logs where plate_number = 'TST 001' order by 2, 1 nulls last",
    );
    expect(
      kept.rows
        .map(({ credential_id: id, days }) => `${id === mine ? "nord" : id === theirs ? "syd" : "nobody"} ${days}`)
        .sort(),
    ).toEqual(["nobody 10", "nord 10", "syd 10", "syd 20"]);
    await portal.admin.query("delete from organization_controllers where organization_id = $1", [syd]);
  });

  // Covers: running.10
  test("follows the organisation of the passage, at any gate and even if the plate is deleted", async () => {
    const syd = portal.accounts.syd.organizationId;
    const noted = (organization: string | null | undefined, gate: string | null) =>
      portal.admin.query(
        `insert into access_logs (plate_number, controller_id, organization_id, access_granted, access_reason, detected_at)
         select 'TST 001', $1, $2, false, 'expired', now() - days * interval '1 day' from unnest(array[10, 20, 100]) days`,
        [gate, organization],
      );
    // Only the housing association has the gate; the other organisation, which had it, keeps 120 days.
    await portal.admin.query("update organizations set log_days = 120 where id = $1", [syd]);
    for (const gate of [world.gateId, null]) for (const whose of [nord(), syd, null]) await noted(whose, gate);
    expect(await forget()).toMatchObject({ rows: 2 + 2 + 2 + 1 });
    const { rows } = await portal.admin.query<{ whose: string | null; gone: boolean; days: number[] }>(
      `select organization_id as whose, controller_id is null as gone, array_agg(extract(day from now() - detected_at)::int order by detected_at desc) as days
       from access_logs where plate_number = 'TST 001' group by 1, 2`,
    );
    const kept = (whose: string | null | undefined, gone: boolean) =>
      rows.find((row) => row.whose === whose && row.gone === gone)?.days;
    for (const gone of [false, true]) {
      expect(kept(nord(), gone)).toEqual([10]);
      expect(kept(syd, gone)).toEqual([10, 20, 100]);
    }
    expect([kept(null, false), kept(null, true)]).toEqual([[10], [10, 20]]);
    await portal.admin.query("update organizations set log_days = null where id = $1", [syd]);
  });

  // Covers: running.10
  test("lets whole months go at once when nobody keeps them, and takes any number of rows in batches", async () => {
    await portal.admin.query(`set role portal_owner; drop table access_logs_past;
      select private.create_access_log_partition('access_logs_past', '-infinity', date_trunc('month', now() - interval '7 months', 'UTC'));
      select private.create_access_log_partition('access_logs_old', date_trunc('month', now() - interval '7 months', 'UTC'), date_trunc('month', now() - interval '6 months', 'UTC'));
      select private.create_access_log_partition('access_logs_newer', date_trunc('month', now() - interval '6 months', 'UTC'), date_trunc('month', now(), 'UTC')); reset role`);
    await portal.admin.query(
      `insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at)
       values ('TST 001', $1, false, 'no_match', date_trunc('month', now() - interval '7 months', 'UTC') + interval '1 day')`,
      [world.gateId],
    );
    await portal.admin.query(
      `insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at)
       select 'TST 001', $1, false, 'no_match', now() - interval '40 days' from generate_series(1, 5001)`,
      [world.gateId],
    );
    expect(await forget()).toEqual({ rows: 5001, months: 2 });
    expect(await one("select to_regclass('public.access_logs_old') is null as value")).toBe(true);
    expect(await ages()).toBeNull();
    expect(await forget()).toEqual({ rows: 0, months: 0 });
  });

  test("is the same for events of doors, by whose they are, and what explains them goes a day later", async () => {
    const doorEvent = (days: number, organization: string | null, controller: string | null) =>
      portal.admin.query(
        `insert into door_events (id, occurred_at, device_time, controller_id, organization_id, kind)
         values (gen_random_uuid(), now() - make_interval(days => $1), now(), $2, $3, 'tamper')`,
        [days, controller, organization],
      );
    const left = (organization: string | null, controller: string | null = world.controllerId) =>
      one<number[]>(
        `select array_agg(extract(day from now() - occurred_at)::int order by 1) as value from door_events
         where organization_id is not distinct from $1 and controller_id is not distinct from $2 and kind = 'tamper'`,
        [organization, controller],
      );
    const syd = portal.accounts.syd.organizationId;
    for (const days of [1, 13, 15, 89, 91]) {
      for (const whose of [nord(), syd, null]) await doorEvent(days, whose ?? null, world.controllerId);
      await doorEvent(days, null, null);
    }
    const version =
      "insert into credential_versions select id, now() - make_interval(days => $1), true, null, null, '{}' from credentials where credential_type = 'pin'";
    for (const days of [200, 150, 120, 30]) await portal.admin.query(version, [days]);
    for (const days of [150, 120, 30])
      await portal.admin.query(
        "insert into controller_delays values ($1, 'unreachable', now() - interval '200 days' - make_interval(days => $2), now() - make_interval(days => $2))",
        [world.controllerId, days],
      );
    const group = "00000000-0000-4000-8000-0000000000aa";
    for (const days of [200, 150, 120, 30])
      await portal.admin.query(
        `with g as (insert into access_group_versions (group_id, since, name, places) values ($1, now() - make_interval(days => $2), 'Grupp', '{}')),
           m as (insert into membership_versions (group_id, end_user_id, since) values ($1, $1, now() - make_interval(days => $2))),
           s as (insert into schedule_versions (schedule_id, since, name, hours, calendars) values ($1, now() - make_interval(days => $2), 'Tider', '[]', '[]')),
           w as (insert into weekly_code_versions values ($1, now() - make_interval(days => $2), 48, 2026, now(), now(), '{}'))
         insert into gate_versions select id, now() - make_interval(days => $2), true, false, '{}' from controllers where device_type <> 'axis'`,
        [group, days],
      );
    // A membership that ended before the oldest passage explains nothing.
    await portal.admin.query(
      "insert into membership_versions (group_id, end_user_id, since, removed) values ($1, gen_random_uuid(), now() - interval '200 days', false), ($1, $1, now() - interval '110 days', true)",
      [group],
    );
    const known =
      (await one<number>("select count(*)::int as value from credentials where credential_type = 'pin'")) ?? 0;
    expect(await forget()).toMatchObject({ rows: 3 + 1 + 3 + 1 });
    // The rows are those of the housing association, of the other organisation, and nobody's at two controllers, one of them gone.
    expect(await left(nord() ?? null)).toEqual([1, 13]);
    expect(await left(syd ?? null)).toEqual([1, 13, 15, 89]);
    expect(await left(null)).toEqual([1, 13]);
    expect(await left(null, null)).toEqual([1, 13, 15, 89]);
    const ages =
      "select array_agg(distinct extract(day from now() - since)::int) as value from credential_versions where since < now() - interval '10 days'";
    expect(await one(ages)).toEqual([30, 120]);
    expect(known).toBeGreaterThan(0);
    for (const table of ["access_group_versions", "schedule_versions", "weekly_code_versions", "gate_versions"])
      expect([table, await one(ages.replace("credential_versions", table))]).toEqual([table, [30, 120]]);
    expect(await one(ages.replace("credential_versions", "membership_versions"))).toEqual([30, 200]);
    expect(
      await one(
        "select array_agg(extract(day from now() - until)::int) as value from controller_delays where cause = 'unreachable' and until < now() - interval '10 days'",
      ),
    ).toEqual([30]);
    await portal.admin.query(
      "delete from door_events; delete from credential_versions where since < now() - interval '10 days'",
    );
  });

  test("has its months for events of doors too, made ahead and dropped whole", async () => {
    const months = () =>
      one<string[]>(
        "select array_agg(inhrelid::regclass::text order by 1) as value from pg_inherits where inhparent = 'door_events'::regclass",
      );
    const engine = (text: string, values: unknown[]) => portal.server.deps.pools.engine.query(text, values);
    await engine("select private.ensure_door_event_partitions(2, '2031-01-10')", []);
    expect(await months()).toEqual(
      expect.arrayContaining([
        "door_events_2031_01",
        "door_events_2031_02",
        "door_events_2031_03",
        "door_events_other",
      ]),
    );
    // After a standstill over the turn of a month, that month's rows are in the default partition and stay there.
    await portal.admin.query(
      "insert into door_events (id, occurred_at, device_time, kind) values (gen_random_uuid(), '2032-05-05', now(), 'tamper')",
    );
    await engine("select private.ensure_door_event_partitions(1, '2032-05-10')", []);
    expect(await months()).toContain("door_events_2032_06");
    expect(await months()).not.toContain("door_events_2032_05");
    await portal.admin.query("delete from door_events");
    await engine("select private.drop_door_events_before('2032-07-01')", []);
    expect(await months()).toEqual(["door_events_other"]);
    await engine("select private.ensure_door_event_partitions()", []);
    expect(await months()).toHaveLength(4);
  });

  // Covers: running.10
  test("is seen to by every server as it starts, without anybody asking", async () => {
    await log(400);
    const folder = await mkdtemp(join(tmpdir(), "access-portal-forgets-"));
    const another = await startServer({
      config: loadConfig({
        PORT: "0",
        PORTAL_DATA_DIR: folder,
        PORTAL_SECRET_KEY: TEST_SECRET_KEY,
        LOG_LEVEL: "silent",
        BACKUP_AT: "off",
      }),
      adminUrl: portal.database.adminUrl,
      pageDir: null,
    });
    await expect.poll(ages).toBeNull();
    await another.close();
    await rm(folder, { recursive: true });
  });
});

describe("a person's own data", () => {
  const PERSON = { firstName: "Rakel", lastName: "Rättighet", pin: "640913", plate: "RAK 640" };
  const request = (client: MainWorld["nord"], action: string, id: string) =>
    callFunction(client, "person-data", { action, end_user_id: id });

  /** Saves a person, whose PIN the door has, with passages at the gate and one at the door. */
  async function savePerson(person: typeof PERSON): Promise<string> {
    const id = await world.savePerson(person);
    await untilInStep(portal);
    const { data } = await world.nord
      .from("credentials")
      .select("id")
      .eq("end_user_id", id)
      .eq("credential_type", "license_plate")
      .single();
    await log(3, { credential: (data as { id: string } | null)?.id ?? "", plate: person.plate });
    await log(2, { plate: person.plate });
    await portal.admin.query(
      `insert into door_events (id, occurred_at, device_time, controller_id, organization_id, kind, granted, credential_id)
       select gen_random_uuid(), now(), now(), $2, organization_id, 'access', true, id from credentials where end_user_id = $1 and credential_type = 'pin'`,
      [id, world.controllerId],
    );
    return id;
  }

  // Covers: running.11
  test("are all in one answer without the PIN, for the own organisation's admin, and the audit has it", async () => {
    const id = await savePerson({ firstName: "Ulla", lastName: "Utdrag", pin: "640914", plate: "ULL 641" });
    const { status, body } = await request(world.nord, "EXPORT", id);
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    for (const part of ["Ulla", "Utdrag", "ULL 641", "Garage Kajen", "Infart Norr", '"••••"', "end_users.insert"])
      expect(text).toContain(part);
    expect(spelledOut(text)).not.toContain("640914");
    expect(body["person"]).toMatchObject({
      passages_kept_days: 14,
      purposes: DEFAULT_PURPOSES,
      passages: [{ granted: true }],
      door_events: [{ granted: true, controller: "Garage Kajen" }],
      receipts: [{ kind: "grant" }],
    });
    expect(
      await one(
        "select count(*)::int as value from audit where action = 'person_exported' and subject_id = $1 and actor = $2",
        [id, portal.accounts.nord.userId],
      ),
    ).toBe(1);
  });

  test("are no other organisation's to see or to erase", async () => {
    const id = await world.savePerson({ firstName: "Egon", lastName: "Egen", plate: "EGE 123" });
    const syd = await signedInClient(portal.url, portal.accounts.syd);
    for (const action of ["EXPORT", "ERASE"]) expect(await request(syd, action, id)).toMatchObject({ status: 404 });
    expect(await one("select count(*)::int as value from end_users where id = $1", [id])).toBe(1);
  });

  // Covers: running.11
  test("once erased are in no log and on no device, and receipts without a name stay with the installation", async () => {
    const id = await savePerson(PERSON);
    await portal.axis.faults.offline();
    const erased = await request(world.nord, "ERASE", id);
    expect(erased).toMatchObject({
      status: 200,
      body: { erasure: { log_rows: 3, replicas_remaining: 1, waiting_for: ["Garage Kajen"] } },
    });
    const waiting = await world.nord.from("sync_states").select("label, state").eq("state", "pending_removal");
    expect(waiting.data).toEqual([{ label: "Raderad person", state: "pending_removal" }]);
    await portal.axis.faults.online();
    await call(world.system, "sync-control", { action: "SYNC_NOW" });
    const states = async () => (await callFunction(world.nord, "person-data", { action: "ERASURES" })).body["erasures"];
    await expect.poll(states).toMatchObject([{ replicas_remaining: 0, waiting_for: [], receipts: 1 }]);
    expect(portal.axis.wouldOpen(PERSON.pin, portal.axis.doorTokens[0] ?? "")).toBe(false);
    expect(JSON.stringify(portal.axis.credentials())).not.toContain(PERSON.pin);
    expect(
      await one(
        "select count(*)::int as value from access_logs where plate_number = 'RADERAD' and credential_id is null",
      ),
    ).toBe(2);
    for (const table of ["access_logs", "end_users", "credentials", "device_sync", "gate_passages", "erasures"])
      expect(
        await one(`select count(*)::int as value from ${table} t where t::text ~ 'Rakel|Rättighet|RAK 640|RAK640'`),
        table,
      ).toBe(0);
    expect(
      await one("select count(*)::int as value from sync_receipts where kind = 'revocation' and label ~ 'Rakel'"),
    ).toBe(0);
    const syd = await signedInClient(portal.url, portal.accounts.syd);
    expect((await callFunction(syd, "person-data", { action: "ERASURES" })).body["erasures"]).toEqual([]);

    // Rows left by an erasure do not prevent the deletion either.
    const { data } = await world.system.from("organizations").insert({ name: "Brf Kort Tid" }).select("id").single();
    const organization = z.object({ id: z.string() }).parse(data).id;
    const person = await one<string>(
      "insert into end_users (organization_id, first_name, last_name) values ($1, 'Kort', 'Boende') returning id as value",
      [organization],
    );
    const another = await request(world.system, "ERASE", person ?? "");
    expect(another.body["erasure"]).toMatchObject({
      organization_name: "Brf Kort Tid",
      replicas_remaining: 0,
      receipts: 0,
    });
    expect((await world.system.from("organizations").delete().eq("id", organization)).error).toBeNull();
    const left = async (client: MainWorld["nord"]) =>
      (await callFunction(client, "person-data", { action: "ERASURES" })).body["erasures"];
    expect(await left(world.system)).toMatchObject([
      { organization_id: null, organization_name: null },
      { organization_name: "Brf Norrgården" },
    ]);
    expect(await left(world.nord)).toMatchObject([{ organization_name: "Brf Norrgården" }]);
  });
});
