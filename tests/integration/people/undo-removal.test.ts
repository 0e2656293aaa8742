// Undoing the removal of a person: by the same account, within a minute, with every row as it was.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ofPersonFields, personFields } from "#contract/person-fields.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

const pin = (value: string) => ({ value, validity_period: "12_months", access_point_ids: world.doorIds.slice(0, 1) });
const vehicle = (plate_number: string) => ({
  plate_number,
  vehicle_type: "Personbil",
  validity_period: "12_months",
  controller_ids: [world.gateId],
});
const create = (change: Record<string, unknown>) =>
  callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Doris",
      last_name: "Låtsasberg",
      ...change,
    },
  });
/** A value of each kind. An undo brings every optional text back, a new one too. */
const SAMPLES = { text: "1203", lines: "Ringer", email: "doris@exempel.example", tel: "070-123 45 67" };
const TEXTS = ofPersonFields((field) => SAMPLES[personFields[field].input]);
const opens = (code: string) => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen(code, door)).length;
const done = (id: unknown) => expect.objectContaining({ end_user_id: id, refused: null });
// A new table that refers to people or credentials is kept and brought back too, or is derived from one that is.
test("nothing else goes with a removed person", async () => {
  const { rows } = await portal.admin.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confdeltype = 'c' and confrelid in ('end_users'::regclass, 'credentials'::regclass, 'controller_assignments'::regclass,
       'plate_aliases'::regclass, 'access_group_members'::regclass) order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "access_group_members",
    "access_group_rights",
    "controller_assignments",
    "credentials",
    "plate_aliases",
    "plate_near_miss_candidates",
    "private.pin_checks",
  ]);
});

const undo = (...ids: unknown[]) => callFunction(world.nord, "end-user-manager", { action: "UNDO_DELETE", ids });
const tooLate = { outcomes: [{ refused: { code: "not_found" } }] };

test("an undone removal brings back every row as it was, on the devices too, once and for the same account", async () => {
  const made = await create({ pin: pin("4831"), vehicle: vehicle("MLB 73C"), ...TEXTS });
  const id = String(made.body["end_user_id"]);
  await portal.admin.query(
    `insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
     select $2, organization_id, id, 'MLB 73G' from credentials where end_user_id = $1 and credential_type = 'license_plate'`,
    [id, world.gateId],
  );
  await portal.admin.query(
    `with made as (insert into access_groups (organization_id, name) select organization_id, 'Boende' from end_users where id = $1 returning *),
       doors as (insert into access_group_doors (group_id, organization_id, controller_id, access_point_id)
         select m.id, m.organization_id, a.controller_id, a.id from made m, access_points a where a.id = $2)
     insert into access_group_members (group_id, organization_id, end_user_id) select id, organization_id, $1 from made`,
    [id, world.doorIds[1]],
  );
  const rows = async () => {
    const { rows: found } = await portal.admin.query<{ all: unknown }>(
      `select jsonb_build_object('person', (select to_jsonb(u) from end_users u where id = $1),
         'credentials', (select jsonb_agg(to_jsonb(c) order by c.id) from credentials c where c.end_user_id = $1),
         'assignments', (select jsonb_agg(to_jsonb(a) - 'axis_user_token' - 'axis_credential_token' order by a.id)
           from controller_assignments a join credentials c on c.id = a.credential_id where c.end_user_id = $1),
         'memberships', (select jsonb_agg(to_jsonb(m) order by m.id) from access_group_members m where m.end_user_id = $1),
         'rights', (select jsonb_agg(to_jsonb(r)) from access_group_rights r join credentials c on c.id = r.credential_id
           where c.end_user_id = $1),
         'aliases', (select jsonb_agg(to_jsonb(l) order by l.id) from plate_aliases l join credentials c on c.id = l.credential_id
           where c.end_user_id = $1)) as all`,
      [id],
    );
    return found[0]?.all;
  };
  const before = await rows();
  expect(before).toMatchObject({ person: TEXTS });
  await callFunction(world.nord, "end-user-manager", { action: "DELETE", id });
  expect(opens("4831")).toBe(0);
  for (const other of [portal.accounts.syd, portal.accounts.system]) {
    const client = await signedInClient(portal.url, other);
    expect(await callFunction(client, "end-user-manager", { action: "UNDO_DELETE", ids: [id] })).toMatchObject({
      body: tooLate,
    });
  }
  expect(await undo(id)).toMatchObject({ status: 200, body: { state: "synced", outcomes: [done(id)] } });
  expect(await rows()).toEqual(before);
  expect(opens("4831")).toBe(2);
  expect(await undo(id)).toMatchObject({ body: tooLate });
  const { rows: left } = await portal.admin.query(
    `select id from removed_people where id = $1 union all select id from removed_credentials where end_user_id = $1
     union all select id from private.undoable_removals where id = $1
     union all select credential_id from credential_versions v where removed and exists
       (select from credentials c where c.id = v.credential_id and c.end_user_id = $1)`,
    [id],
  );
  expect(left).toEqual([]);
  const { rows: events } = await portal.admin.query(
    "select action, actor is not null as named from audit where action = 'people_restored' and organization_id = $1",
    [portal.accounts.nord.organizationId],
  );
  expect(events).toEqual([{ action: "people_restored", named: true }]);
});

test("an undo restores nobody after a minute, after an erasure, or with a PIN that another has got meanwhile", async () => {
  const [late, erased, taken, free] = [
    await create({ pin: pin("4832") }),
    await create({ pin: pin("4833") }),
    await create({ pin: pin("4834") }),
    await create({ pin: pin("4835") }),
  ];
  const ids = [late, erased, taken, free].map(({ body }) => String(body["end_user_id"]));
  await callFunction(world.nord, "end-user-manager", { action: "DELETE_MANY", ids });
  await portal.admin.query(
    "update private.undoable_removals set removed_at = removed_at - interval '61 seconds' where id = $1",
    [ids[0]],
  );
  await callFunction(world.nord, "person-data", { action: "ERASE", end_user_id: ids[1] });
  const got = await create({ pin: pin("4834") });
  expect(got).toMatchObject({ status: 200 });
  expect(await undo(...ids)).toMatchObject({
    status: 200,
    body: {
      outcomes: [
        { refused: { code: "not_found" } },
        { refused: { code: "not_found" } },
        { refused: { code: "pin_in_use" } },
        done(ids[3]),
      ],
    },
  });
  expect(["4832", "4833", "4834", "4835"].map(opens)).toEqual([0, 0, 1, 1]);
});

test("a removal whose controller is away is undone before it was carried out", async () => {
  const { body } = await create({ pin: pin("4836") });
  await portal.axis.faults.offline();
  try {
    await callFunction(world.nord, "end-user-manager", { action: "DELETE", id: body["end_user_id"] });
    expect(await undo(body["end_user_id"])).toMatchObject({ body: { outcomes: [done(body["end_user_id"])] } });
  } finally {
    await portal.axis.faults.online();
  }
  await expect
    .poll(async () => {
      const { rows } = await portal.admin.query(
        "select state from sync_states s join credentials c on c.id = s.source_id where c.end_user_id = $1",
        [body["end_user_id"]],
      );
      return rows.map((row) => String(row["state"]));
    })
    .toEqual(["synced"]);
  expect(opens("4836")).toBe(1);
});

test("an undo brings back what no rule would let anybody save today, as it would have stayed", async () => {
  const [withdrawn, length, plate, far, endless, unlinked, gone] = [
    await create({ pin: { ...pin("483701"), access_point_ids: world.doorIds.slice(0, 2) } }),
    await create({ pin: pin("483702") }),
    await create({ vehicle: vehicle("MLB 73P") }),
    await create({ pin: pin("483703") }),
    await create({ pin: pin("483704") }),
    await create({ vehicle: vehicle("MLB 73R") }),
    await create({ pin: pin("483705"), vehicle: vehicle("MLB 73S") }),
  ].map(({ body }) => String(body["end_user_id"]));
  const all = [withdrawn, length, plate, far, endless, unlinked, gone];
  await portal.admin.query(`begin; set local session_replication_role = replica;
    update credentials set credential_value = 'ABC123, DEF456' where end_user_id = '${plate}';
    update credentials set valid_to = now() + interval '30 years' where end_user_id = '${far}';
    update credentials set valid_to = null where end_user_id = '${endless}';
    insert into plate_aliases (id, controller_id, organization_id, credential_id, plate_number)
      select gen_random_uuid(), '${world.gateId}', organization_id, id, 'MLB 73T' from credentials where credential_value = 'MLB 73S';
    update access_points set pin_max = 4 where id = '${world.doorIds[0]}';
    insert into organization_access_points (organization_id, access_point_id, controller_id)
      select '${portal.accounts.nord.organizationId}', id, controller_id from access_points where id = '${world.doorIds[1]}'; commit`);
  await callFunction(world.nord, "end-user-manager", { action: "DELETE_MANY", ids: all });
  await create({ vehicle: vehicle("MLB 73T") });
  await portal.admin.query("delete from organization_controllers where controller_id = $1", [world.gateId]);
  expect(await undo(...all)).toMatchObject({ body: { outcomes: all.map(done) } });
  const { rows } = await portal.admin.query(
    `select (select count(*)::int from controller_assignments a join credentials c on c.id = a.credential_id where c.end_user_id = any ($1)) as rights,
       (select count(*)::int from plate_aliases where plate_number = 'MLB 73T') as aliases`,
    [all],
  );
  expect(rows).toEqual([{ rights: 9, aliases: 0 }]);
  // The rule is suspended for the undo only.
  expect(await create({ pin: pin("483706") })).not.toMatchObject({ status: 200 });
});
