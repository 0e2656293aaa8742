// An org admin calls each function that bypasses row security with another tenant's ids, of every kind. The answer equals that for an
// unknown id, and nothing of the other tenant changes. The catalogue gives the functions, so a new one fails until it has a row.
import { randomUUID } from "node:crypto";
import { DatabaseError } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ids, north, openWorld, type World } from "#tests/integration/platform/world.ts";

let world: World;
const found = {
  miss: randomUUID(),
  hold: randomUUID(),
  log: randomUUID(),
  account: ids.southAdmin,
  own: ids.direct,
  group: randomUUID(),
  schedule: randomUUID(),
  calendar: randomUUID(),
};

/** Calls by function name; every `:id` is another's. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  audit_gone: ["private.audit_gone(:id, :id)"],
  check_pin: [
    "private.check_pin(null, :id, array[:id], array['0'])",
    `private.check_pin(:id, '${ids.north}', array[:id], array['0'])`,
  ],
  dismiss_near_miss: [`private.dismiss_near_miss(:id, array['${ids.svenCar}']::uuid[], true)`],
  end_hold: ["private.end_hold(:id, 'skäl', gen_random_uuid())"],
  end_near_miss: ["private.end_near_miss(:id)"],
  erase_person: ["private.erase_person(:id)"],
  erasure_states: ["private.erasure_states(:id)"],
  export_person: ["private.export_person(:id)"],
  find_audit: [
    "private.find_audit(array['%'], :id, null, null, null, null)",
    "private.find_audit(array['%'], null, null, :id, null, null)",
  ],
  find_people: ["private.find_people(array['%sven%'], '%XYZ%', array['x'], :id, true)"],
  fits_reader: [`private.fits_reader(:id, '${ids.sharedDoor}')`],
  has_pin_with: ["private.has_pin_with(:id, array['x'])"],
  keep_removal: ["private.keep_removal(:id)"],
  newly_reserved: ["private.newly_reserved(:id)"],
  known_release: ["private.known_release(:id, :id)"],
  link_near_miss: [`private.link_near_miss(:id, '${ids.svenCar}')`, `private.link_near_miss('${found.miss}', :id)`],
  lock_near_miss: [`private.lock_near_miss(:id, '${ids.svenCar}')`, `private.lock_near_miss('${found.miss}', :id)`],
  remove_access_group: ["private.remove_access_group(:id, true)"],
  save_access_group: [
    "private.save_access_group(:id, :id, 'Ny', '1_day', array[]::uuid[], array[]::uuid[], false)",
    `private.save_access_group(null, '${ids.north}', 'Ny', '1_day', array[:id], array[]::uuid[], true)`,
    `private.save_access_group(null, '${ids.north}', 'Ny', '1_day', array[]::uuid[], array[:id], true)`,
    `private.save_access_group(null, '${ids.north}', 'Ny', '1_day', array[]::uuid[], array['${ids.northGate}']::uuid[], true, jsonb_build_object('${ids.northGate}', :id))`,
  ],
  set_default_group: ["private.set_default_group(:id, true)", "private.set_default_group(:id, false)"],
  places_at: ["private.places_at(array[:id], '2099-01-01')"],
  passings_then: ["private.passings_then(:id, null, now())", "private.passings_then(null, :id, now())"],
  places_then: ["private.places_then(array[:id], now())"],
  unfit_pins: ["private.unfit_pins(:id, null)", "private.unfit_pins(null, :id)"],
  open_schedules: ["private.open_schedules(array[:id], now())"],
  hours_kept: ["private.hours_kept(:id, array[:id])"],
  common_codes_at: ["private.common_codes_at(:id)"],
  remove_calendar: ["private.remove_calendar(:id)"],
  remove_schedule: ["private.remove_schedule(:id)"],
  save_calendar: [
    `private.save_calendar(:id, '${ids.south}', 'Ny', '[]')`,
    `private.save_calendar(:id, '${ids.north}', 'Ny', '[]')`,
    "private.save_calendar(:id, null, 'Ny', '[]')",
  ],
  save_schedule: [
    `private.save_schedule(:id, '${ids.south}', 'Ny', '[]', array[]::uuid[])`,
    `private.save_schedule(:id, '${ids.north}', 'Ny', '[]', array[]::uuid[])`,
    "private.save_schedule(:id, null, 'Ny', '[]', array[]::uuid[])",
    `private.save_schedule(null, '${ids.north}', 'Ny', '[]', array[:id])`,
  ],
  set_group_members: [
    "private.set_group_members(:id, array[]::uuid[], array[]::uuid[])",
    `private.set_group_members('${found.own}', array[:id], array[:id])`,
  ],
  set_groups_of_person: [
    "private.set_groups_of_person(:id, array[]::uuid[])",
    `private.set_groups_of_person('${ids.anna}', array[:id])`,
  ],
  put_back_near_miss: [`private.put_back_near_miss(gen_random_uuid(), '${ids.northGate}', 'XYZ 78', now(), :id)`],
  record_pins_mailed: [
    "private.record_pins_mailed(gen_random_uuid(), gen_random_uuid(), array[:id])",
    `private.record_pins_mailed(gen_random_uuid(), :id, array['${ids.svenPin}']::uuid[])`,
  ],
  undo_removal: ["private.undo_removal(:id)"],
  waiting_pins: ["private.waiting_pins(array[:id])"],
};

const OWN = "asks for nothing by an id: only of the caller's own organisation or account";
const READ = "asked of controllers and rows that the caller's own policies have shown; says whether, and nothing else";
const CHECKED = "the function that calls it as the caller has asked whether the door or gate is offered";
const WITHOUT: Readonly<Record<string, string>> = {
  begin_bulk: "the id is hashed with the organisation before it is an event's",
  begin_watch: CHECKED,
  place_gate_opening: CHECKED,
  place_hold: CHECKED,
  place_opening: CHECKED,
  controller_cause: READ,
  controller_facts: OWN,
  controllers_pending: "ids of controllers, which sync_states reads beside the caller's rows",
  find_logged_people: OWN,
  find_named_people: OWN,
  find_removed_places: OWN,
  first_opening: "public.first_steps passes the caller's organisation",
  granted_passages_until: OWN,
  had_door: "the policy of door_users_then passes the caller's organisation",
  is_kept_time: OWN,
  keeps_plate_list: READ,
  workers_paused_at: OWN,
  record_event: "writes an event of the caller's own organisation; the row is named as it was sent",
  record_import: "an import of the caller's own (people/vehicle-import.test.ts)",
  is_offered_pin: OWN,
  pin_mark: OWN,
  record_pin_collision: OWN,
  other_replica_desired: READ,
  own_offered_doors: OWN,
  own_sole_controllers: OWN,
  consume_pin_attempts: OWN,
  answer_pin_attempt: OWN,
  reports_openings: READ,
};

beforeAll(async () => {
  world = await openWorld();
  const run = (sql: string) => world.admin.query(sql);
  // Beside the rows of the world, the south has a near miss and a hold, each at a place that the north uses too.
  await run(`insert into organization_controllers values ('${ids.south}', '${ids.northGate}')`);
  await run(
    `insert into access_groups (id, organization_id, name) values ('${found.own}', '${ids.north}', 'Norr'), ('${found.group}', '${ids.south}', 'Syd')`,
  );
  await run(
    `insert into access_group_members (group_id, organization_id, end_user_id) values ('${found.group}', '${ids.south}', '${ids.sven}')`,
  );
  await run(`insert into schedules (id, organization_id, name) values ('${found.schedule}', '${ids.south}', 'Syd')`);
  await run(`insert into calendars (id, organization_id, name) values ('${found.calendar}', '${ids.south}', 'Syd')`);
  await run(`insert into access_group_doors values ('${found.group}', '${ids.south}', '${ids.southGate}', null)`);
  await run(
    `insert into plate_near_misses (id, controller_id, plate_number, last_read_at) values ('${found.miss}', '${ids.northGate}', 'XYZ78O', now())`,
  );
  await run(
    `insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place) values ('${found.miss}', '${ids.south}', '${ids.svenCar}', 1)`,
  );
  await run(
    `insert into door_holds (id, access_point_id, organization_id, requested_by, requested_as, request_id, reason, until)
     values ('${found.hold}', '${ids.sharedDoor}', '${ids.south}', '${ids.southAdmin}', 'Sy D', gen_random_uuid(), 'Flytt', now() + interval '1 hour')`,
  );
  await run(
    `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
     select '${ids.week}', credential_value, 48, 2026, now(), now() + interval '7 days' from credentials where id = '${ids.svenPin}'`,
  );
  await run(
    `insert into audit (organization_id, actor, action, subject_table, subject_id, subject_name)
     select '${ids.south}', '${ids.southAdmin}', 'door_opened', 'access_points', s, 'Sven Svensson'
     from unnest(array['${ids.sharedDoor}', '${ids.sven}', '${ids.svenPin}', '${ids.southAdmin}']::uuid[]) s`,
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const foundOthers = () => ({
  miss: found.miss,
  hold: found.hold,
  log: found.log,
  account: found.account,
  group: found.group,
  schedule: found.schedule,
  calendar: found.calendar,
});
const others = (): Record<string, string> => ({
  person: ids.sven,
  pin: ids.svenPin,
  car: ids.svenCar,
  controller: ids.southern,
  gate: ids.southGate,
  door: ids.southernDoor,
  "weekly code": ids.week,
  organisation: ids.south,
  "system admin": ids.systemAdmin,
  ...foundOthers(),
});

/** Returns the north's answer, committed so that its effects stay. */
async function said(call: string, id: string): Promise<string> {
  try {
    const answer = await world.as(
      north,
      async (client) => (await client.query(`select ${call.replaceAll(":id", `'${id}'::uuid`)} as said`)).rows,
    );
    return JSON.stringify(answer)
      .replaceAll(id, "ID")
      .replace(/"exported_at":"[^"]*"/, "");
  } catch (error) {
    if (error instanceof DatabaseError) return String(error.code);
    throw error;
  }
}

/** Returns by table a digest of the rows that name one of the south's ids. */
async function ofTheSouth(): Promise<Record<string, string>> {
  const { rows } = await world.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await world.admin.query<{ digest: string }>(
      `select md5(coalesce(string_agg(r, ' ' order by r), '')) as digest from (select to_jsonb(t)::text as r from ${name} t) rows where r like any ($1)`,
      [Object.values(others()).map((id) => `%${id}%`)],
    );
    digests[name] = found[0]?.digest ?? "";
  }
  return digests;
}

test("each definer function that an org admin may execute has a row, and the lists name none that is gone", async () => {
  const { rows } = await world.admin.query<{ name: string }>(
    `select distinct p.proname as name from pg_proc p where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
       and p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege('org_admin', p.oid, 'execute') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(ASKED), ...Object.keys(WITHOUT)].sort());
});

test.each(Object.entries(ASKED))("%s answers of another's id as of nobody's", async (_, calls) => {
  const before = await ofTheSouth();
  for (const call of calls) {
    const ofNobody = await said(call, randomUUID());
    for (const [kind, id] of Object.entries(others()))
      expect(`${kind}: ${await said(call, id)}`).toBe(`${kind}: ${ofNobody}`);
  }
  expect(await ofTheSouth()).toEqual(before);
});

test("a person with another's id is exported without what happened to the other", async () => {
  for (const id of Object.values(others())) {
    await world.admin.query("delete from end_users where last_name = 'Egen'");
    const made = await world.admin.query(
      "insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Egen', 'Egen') on conflict do nothing",
      [id, ids.north],
    );
    if (made.rowCount === 0) continue;
    const { rows } = await world.as(north, (client) => client.query("select private.export_person($1) as data", [id]));
    expect(rows[0]?.data).toMatchObject({ changes: [], receipts: [], replicas_on_devices: [], door_events: [] });
  }
});

test("an event is in the org admin's own organisation, whatever the call names", async () => {
  await world.as(north, (client) =>
    client.query("select private.record_event('exported', 'end_users', $1, $2)", [ids.sven, ids.south]),
  );
  const { rows } = await world.admin.query("select organization_id from audit where action = 'exported'");
  expect(rows).toEqual([{ organization_id: ids.north }]);
});
