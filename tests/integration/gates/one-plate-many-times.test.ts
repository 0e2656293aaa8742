// The number of credentials with one plate is limited. A gate checks all of them, and forty thousand kept a car waiting for two seconds.
import { afterAll, expect, test } from "vitest";
import { SAME_PLATE_MAX } from "#contract/limits.ts";
import { GATE_FACTS_SQL } from "#server/gates/gate.store.ts";
import { openRuleWorld, type Reply } from "#tests/integration/security/rules/world.ts";

const world = await openRuleWorld();
afterAll(() => world.close());

const held = async (plate: string) =>
  (await world.sql("select count(*)::int as n from credentials where plate_key = $1", [plate]))[0]?.["n"];

async function give(plate: string, times: number): Promise<Reply> {
  const end_user_id = await world.person();
  const car = { end_user_id, credential_type: "license_plate", credential_value: plate, valid_to: "2036-01-01" };
  return world.rest("north", "credentials", { body: Array.from({ length: times }, () => car) });
}

test("an organisation holds one plate twenty times at most, however it is written and by whichever call", async () => {
  expect(await give("MLB 84A", SAME_PLATE_MAX + 1)).toMatchObject({ status: 409, code: "conflict" });
  expect(await held("MLB84A")).toBe(0);
  expect(await give("MLB 84A", SAME_PLATE_MAX)).toMatchObject({ status: 201 });
  expect(await give("mlb-84a", 1)).toMatchObject({ status: 409 });
  expect(await give("NYB 111", SAME_PLATE_MAX)).toMatchObject({ status: 201 });

  const [other] = await world.sql("select id from credentials where plate_key = 'NYB111' limit 1");
  const id = String(other?.["id"]);
  const change = { method: "PATCH", body: { credential_value: "MLB84A" } };
  expect(await world.rest("north", `credentials?id=eq.${id}`, change)).toMatchObject({ status: 409 });
  const saved = await world.call("north", "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: world.north,
      first_name: "En",
      last_name: "Till",
      vehicle: {
        plate_number: "MLB84A",
        vehicle_type: "Personbil",
        validity_period: "12_months",
        controller_ids: [world.gate],
      },
    },
  });
  expect(saved).toMatchObject({ status: 409, code: "conflict" });
  expect(await held("MLB84A")).toBe(SAME_PLATE_MAX);
});

test("a gate asks few schedules of a car in hundreds of groups, since its plate may be another's", async () => {
  const [row] = await world.sql(
    `with p as (insert into end_users (organization_id, first_name, last_name) values ($1, 'Annan', 'Bil') returning id),
       c as (insert into credentials (end_user_id, credential_type, credential_value, valid_to) select p.id, 'license_plate', 'GRP 777', '2036-01-01' from p returning id)
     select p.id as person, c.id as car from p, c`,
    [world.north],
  );
  await world.sql(
    `with s as (insert into schedules (name, organization_id) select 'S' || n, $1 from generate_series(1, 100) n returning id, name),
       h as (insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) select id, 1, 0, 1, '2026-01-05' from s),
       g as (insert into access_groups (name, organization_id) select name || '/' || n, $1 from s, generate_series(1, 3) n returning id, name)
     insert into access_group_doors (group_id, organization_id, controller_id, schedule_id)
     select g.id, $1, $2, s.id from g join s on s.name = split_part(g.name, '/', 1)`,
    [world.north, world.gate],
  );
  await world.sql(
    "insert into access_group_members (group_id, organization_id, end_user_id) select id, $1, $2 from access_groups where name ~ '^S[0-9]+/'",
    [world.north, row?.["person"]],
  );
  expect(
    await world.sql("select count(*)::int as n from access_group_rights where credential_id = $1", [row?.["car"]]),
  ).toEqual([{ n: 300 }]);
  const client = await world.portal.admin.connect();
  try {
    await client.query("begin");
    await client.query("set local track_functions = 'pl'");
    const { rows } = await client.query(GATE_FACTS_SQL, [null, world.gate, "GRP777"]);
    expect(rows[0].candidates).toMatchObject([{ id: row?.["car"], scheduled: true }]);
    const asked = await client.query("select calls::int from pg_stat_xact_user_functions where funcname = 'is_open'");
    expect(asked.rows).toEqual([{ calls: 20 }]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("others' use of a plate keeps nobody from it, and another change costs nothing", async () => {
  const south = world.portal.accounts.syd.organizationId;
  await world.sql(
    `with p as (insert into end_users (organization_id, first_name, last_name) values ($1, 'Sven', 'Syd') returning id)
     insert into credentials (end_user_id, credential_type, credential_value) select p.id, 'license_plate', 'SYD 999' from p, generate_series(1, 30)`,
    [south],
  );
  expect(await give("SYD 999", 1)).toMatchObject({ status: 201 });
  expect(
    await world.rest("system", "credentials?plate_key=eq.SYD999", { method: "PATCH", body: { enabled: false } }),
  ).toMatchObject({ status: 204 });
});
