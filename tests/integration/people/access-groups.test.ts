// Access groups over the wire: each role's operations, the devices' contents afterwards, and the refusals.
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { accessGroups } from "#contract/functions/access-groups.ts";
import { accessPreview } from "#contract/functions/access-preview.ts";
import { personExport } from "#contract/functions/person-data.ts";
import { schedules as scheduleCalls } from "#contract/functions/schedules.ts";
import { PREVIEWS_PER_MINUTE } from "#contract/limits.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld, retryNow } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

let portal: TestPortal;
let world: MainWorld;
let syd: MainWorld["nord"];
let organization = "";

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  organization = String(portal.accounts.nord.organizationId);
});
afterAll(() => portal.close());

const ask = (body: object, client = world.nord) => callFunction(client, "access-groups", body);
const preview = (body: object, client = world.nord) =>
  callFunction(client, "access-preview", { call: "access-groups", body: { action: "SAVE", ...body } });
const group = (more: object = {}) => ({
  organization_id: organization,
  name: "Boende",
  validity_period: "6_months",
  doors: world.doorIds,
  gates: [],
  ...more,
});

async function make(more: object, people: readonly string[] = []): Promise<string> {
  const { status, body } = await ask({ action: "SAVE", ...group(more) });
  expect(body).toMatchObject({ success: true });
  expect(status).toBe(200);
  const id = String(body["id"]);
  if (people.length > 0)
    expect(await ask({ action: "SET_MEMBERS", id, add: people, remove: [] })).toMatchObject({ status: 200 });
  return id;
}
const list = async (client = world.nord) =>
  accessGroups.LIST.reply.parse((await ask({ action: "LIST" }, client)).body).groups;
const listed = async (id: string) => (await list()).find((one) => one.id === id);

const day = (days: number) => stockholmDay(new Date(Date.now() + days * 86_400_000));
const opens = (code: string) => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen(code, door)).length;
const opensAt = (code: string, doors: number) =>
  expect
    .poll(
      async () => {
        await retryNow(portal);
        return opens(code);
      },
      { timeout: paced(20_000) },
    )
    .toBe(doors);

/** Saves a person with a PIN at the first door, or only in groups. */
async function person(name: string, pin: string, more: object = {}, doors = world.doorIds.slice(0, 1)) {
  const { status, body } = await callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: organization,
      first_name: name,
      last_name: "Gruppsson",
      pin: { value: pin, validity_period: "12_months", access_point_ids: doors },
      ...more,
    },
  });
  expect(body).toMatchObject({ success: true });
  expect(status).toBe(200);
  return String(body["end_user_id"]);
}
const update = (id: string, name: string, more: object, doors = world.doorIds.slice(0, 1)) =>
  callFunction(world.nord, "end-user-manager", {
    action: "UPDATE",
    id,
    payload: {
      organization_id: organization,
      first_name: name,
      last_name: "Gruppsson",
      pin: { validity_period: "12_months", access_point_ids: doors },
      ...more,
    },
  });
const assigned = async (personId: string) => {
  const { rows } = await portal.admin.query<{ via: string; rights: number }>(
    `select case when a.group_id is null then 'direct' else 'group' end as via, count(*)::int as rights
     from access_rights a join credentials c on c.id = a.credential_id where c.end_user_id = $1 group by 1 order by 1`,
    [personId],
  );
  return Object.fromEntries(rows.map(({ via, rights }) => [via, rights]));
};

test("a door gets the PIN of a member through the group, and loses it with the membership", async () => {
  const bo = await person("Bo", "3917");
  await opensAt("3917", 1);
  const id = await make({ name: "Trapphus A" }, [bo]);
  await opensAt("3917", 2);
  expect(await listed(id)).toMatchObject({
    name: "Trapphus A",
    validity_period: "6_months",
    members: 1,
    gates: [],
    doors: world.doorIds.map(() => ({ controller: "Garage Kajen", effective: true })),
    without_effect_total: 0,
  });
  await ask({ action: "SET_MEMBERS", id, add: [], remove: [bo] });
  await opensAt("3917", 1);
  await ask({ action: "REMOVE", id });
  expect(await listed(id)).toBeUndefined();
});

test("a person who is to be added and removed at once is refused by name, and keeps the dates", async () => {
  const bo = await person("Bosse", "8362");
  const id = await make({ name: "Trapphus B" }, []);
  const stored = async () =>
    (await portal.admin.query("select valid_to from access_group_members where group_id = $1", [id])).rows;
  await ask({ action: "SET_MEMBERS", id, add: [bo], remove: [], end_date: day(200) });
  const before = await stored();
  expect(before).toHaveLength(1);
  const { status, body } = await ask({ action: "SET_MEMBERS", id, add: [bo], remove: [bo] });
  expect({ status, body }).toMatchObject({ status: 400, body: { code: "invalid_body", field: "remove" } });
  expect(JSON.stringify(body)).toContain("Bosse Gruppsson");
  expect(await stored()).toEqual(before);
  await ask({ action: "REMOVE", id });
});

test("a person is saved with groups alone, keeps them in a save that does not name them, and stays out of direct rights", async () => {
  const id = await make({ name: "Städ" });
  const disa = await person("Disa", "5283", { group_ids: [id] }, []);
  await opensAt("5283", 2);
  expect(await assigned(disa)).toEqual({ group: 2 });
  const plain = await update(disa, "Disa", {});
  expect(plain.status).toBe(200);
  expect(await assigned(disa)).toEqual({ direct: 1, group: 2 });
  expect(await update(disa, "Disa", { group_ids: [] })).toMatchObject({ status: 200 });
  expect(await assigned(disa)).toEqual({ direct: 1 });
  await opensAt("5283", 1);
  for (const more of [{}, { group_ids: [] }])
    expect(await update(disa, "Disa", more, [])).toMatchObject({
      status: 400,
      body: { field: "payload.pin.access_point_ids" },
    });
  expect(await update(disa, "Disa", { group_ids: [crypto.randomUUID()] })).toMatchObject({
    status: 400,
    body: { code: "invalid_body", field: "group_ids" },
  });
  expect(await assigned(disa)).toEqual({ direct: 1 });
});

test("a generated PIN fits the group's doors", async () => {
  await portal.admin.query("update access_points set pin_min = 4, pin_max = 4 where id = $1", [world.doorIds[1]]);
  const id = await make({ name: "Fyra siffror", doors: world.doorIds.slice(1) });
  const { body } = await callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: organization,
      first_name: "Fia",
      last_name: "Gruppsson",
      pin: { validity_period: "12_months", access_point_ids: [] },
      group_ids: [id],
    },
  });
  expect(String(body["generated_pin"])).toMatch(/^\d{4}$/);
  const six = await person("Gun", "739105", { group_ids: [id] });
  expect(await assigned(six)).toEqual({ direct: 1 });
  expect(await listed(id)).toMatchObject({
    members: 2,
    without_effect: [{ end_user_id: six, person: "Gun Gruppsson", access_point_id: world.doorIds[1] }],
    without_effect_total: 1,
  });
  await portal.admin.query("update access_points set pin_min = null, pin_max = null");
});

test("a preview counts what the save then does, and leaves nothing behind", async () => {
  const [first, second] = world.doorIds;
  const eva = await person("Eva", "6149");
  const ture = await person("Ture", "8527", {}, [...world.doorIds]);
  const id = await make({ name: "Styrelse", doors: [first] }, [eva, ture]);
  // Only these two people and this group are compared, because devices confirm other tests' changes at the same time.
  const state = async () =>
    (
      await portal.admin.query(
        `with own as (select id from credentials where end_user_id = any ($1))
         select (select count(*)::int from audit where subject_name = 'Styrelse') as audit,
           (select count(*)::int from access_group_doors where group_id = $2) as doors,
           (select count(*)::int from access_group_members where group_id = $2) as members,
           (select sum(desired_gen)::int from device_sync where source_id in (select id from own)) as generations,
           (select count(*)::int from access_rights where credential_id in (select id from own)) as rights,
           (select count(*)::int from controller_pins where source_id in (select id from own)) as pins,
           (select count(*)::int from private.pin_claims) as claims`,
        [[eva, ture], id],
      )
    ).rows[0];
  const before = await state();
  const change = group({ id, name: "Styrelse", doors: [second] });
  const previewed = accessPreview.reply.parse((await preview(change)).body);
  // Both people have the first door directly; Ture also has the second one.
  const always = { door: null, rights: [{ schedule: null, from: null, until: null }] };
  expect(previewed).toMatchObject({
    people: { gain: 1, lose: 0, hours: 0, dates: 0, total: 1 },
    places: [
      {
        access_point_id: second,
        changes: [{ kind: "gain", people: 1, names: ["Eva Gruppsson"], had: null, has: always }],
      },
    ],
    places_total: 1,
  });
  expect(await state()).toEqual(before);

  const access = async () =>
    (
      await portal.admin.query<{ person: string; door: string }>(
        `select distinct c.end_user_id as person, e.access_point_id as door from private.effective_access e join credentials c on c.id = e.credential_id
         where c.end_user_id = any ($1)`,
        [[eva, ture]],
      )
    ).rows.length;
  const had = await access();
  await ask({ action: "SAVE", ...change });
  expect((await access()) - had).toBe(1);
  expect(await preview(group({ id, name: "Styrelse", doors: [], follow: false }))).toMatchObject({
    body: { people: { total: 0 }, places: [] },
  });
  expect(await preview(group({ id, name: "Styrelse", doors: [] }))).toMatchObject({
    body: { people: { lose: 1, total: 1 } },
  });
  await ask({ action: "SAVE", ...group({ id, name: "Styrelse", doors: [first], follow: false }) });
  expect(await listed(id)).toMatchObject({ members: 0 });
  expect(await assigned(eva)).toEqual({ direct: 2 });
});

test("a preview looks again while somebody holds the group, and answers once it is free", async () => {
  const id = await make({ name: "Upptagen" }, [await person("Ester", "5937")]);
  const holder = await portal.admin.connect();
  await holder.query("begin");
  await holder.query("select from access_groups where id = $1 for update", [id]);
  const asked = preview(group({ id, name: "Upptagen", doors: [] }));
  const tries = new Set<string>();
  while (tries.size < 3) {
    const { rows } = await portal.admin.query<{ began: string }>(
      "select xact_start::text as began from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    for (const { began } of rows) tries.add(began);
  }
  await holder.query("commit");
  holder.release();
  expect(await asked).toMatchObject({ status: 200, body: { people: { lose: 1 } } });
});

test("an account has 120 previews a minute, and its saves go on", async () => {
  const { data } = await syd.auth.getUser();
  const key = `access-preview:${data.user?.id}`;
  const ofSyd = { organization_id: portal.accounts.syd.organizationId, name: "Sista", doors: [] };
  const { status } = await preview(group(ofSyd), syd);
  expect(status).toBe(200);
  const { rowCount } = await portal.admin.query(
    `update auth.rate_limits set taken = array(select clock_timestamp() + n * interval '1 microsecond' from generate_series(1, $2::integer - 1) n)
     where key = $1`,
    [key, PREVIEWS_PER_MINUTE],
  );
  expect(rowCount).toBe(1);
  expect(await preview(group(ofSyd), syd)).toMatchObject({ status: 200 });
  expect(await preview(group(ofSyd), syd)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(await preview(group({ name: "Annans" }))).toMatchObject({ status: 200 });
  expect(await ask({ action: "SAVE", ...group(ofSyd) }, syd)).toMatchObject({ status: 200 });
  await portal.admin.query("delete from auth.rate_limits where key = $1", [key]);
});

test("a PIN that somebody else has at the new door is refused by the member's name, in preview and save", async () => {
  const { rows } = await portal.admin.query<{ id: string; door: string }>(
    `with k as (insert into controllers (name, device_type, device_ip, username, password_encrypted, enabled, organization_id) select 'Annan port', 'axis', '127.0.0.1', 'x', password_encrypted, false, organization_id
       from controllers where id = $1 returning id),
     d as (insert into access_points (controller_id, name) select id, 'Port' from k returning id, controller_id)
     select controller_id as id, id as door from d`,
    [world.controllerId],
  );
  const other = rows[0] ?? { id: "", door: "" };
  await portal.admin.query("insert into organization_controllers values ($1, $2)", [organization, other.id]);
  const hugo = await person("Hugo", "2746");
  await portal.admin.query(
    "insert into controller_pins select $1, unnest(pin_hmacs), null, null from credentials where end_user_id = $2",
    [other.id, hugo],
  );
  const id = await make({ name: "Port" }, [hugo]);
  const change = group({ id, name: "Port", doors: [...world.doorIds, other.door] });
  for (const answer of [preview(change), ask({ action: "SAVE", ...change })]) {
    const { status, body } = await answer;
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "pin_in_use" });
    expect(String(body["error"])).toContain("Hugo Gruppsson");
    expect(String(body["error"])).toContain("Annan port");
  }
  expect((await listed(id))?.doors).toHaveLength(2);
});

test("the check of members' PINs at a shared controller is charged as typed ones are", async () => {
  await portal.admin.query("insert into organization_controllers values ($1, $2)", [
    portal.accounts.syd.organizationId,
    world.controllerId,
  ]);
  await portal.admin.query("delete from private.pin_attempts");
  const ida = await person("Ida", "1693");
  const id = await make({ name: "Delad", doors: [] }, [ida]);
  const { rows: places } = await portal.admin.query<{ controller_id: string; id: string }>(
    "select p.controller_id, p.id from access_points p join controllers k on k.id = p.controller_id where k.name = 'Annan port'",
  );
  const shared = places[0] ?? { controller_id: "", id: "" };
  const spent = async () =>
    (await portal.admin.query("select coalesce(sum(rows), 0)::int as rows from private.pin_attempts")).rows[0].rows;
  const before = await spent();
  expect(await ask({ action: "SAVE", ...group({ id, name: "Delad", doors: [shared.id] }) })).toMatchObject({
    status: 200,
  });
  expect((await spent()) - before).toBe(1);

  // A preview without a refusal shows that the PINs are free, as a save does.
  await ask({ action: "SAVE", ...group({ id, name: "Delad", doors: [] }) });
  const free = "delete from controller_pins where controller_id = $1 and source_id is not null";
  await portal.admin.query(free, [shared.controller_id]);
  expect(await preview(group({ id, name: "Delad", doors: [shared.id] }))).toMatchObject({
    status: 200,
    body: { people: { gain: 1, total: 1 }, waiting: 0 },
  });
  const { rows: charged } = await portal.admin.query("select rows, reported from private.pin_attempts order by at");
  expect(charged).toEqual([
    { rows: 1, reported: false },
    { rows: 1, reported: false },
  ]);
  // The preview was charged for the comparison, so the save within the hour is not.
  await ask({ action: "SAVE", ...group({ id, name: "Delad", doors: [shared.id] }) });
  expect((await listed(id))?.doors).toHaveLength(1);
  expect(await spent()).toBe(2);

  await portal.admin.query("delete from private.pin_attempts");
  await portal.admin.query(
    "insert into private.pin_attempts (quota_owner, organization_id, rows) values ($1, $1, 30)",
    [organization],
  );
  await ask({ action: "SAVE", ...group({ id, name: "Delad", doors: [] }) });
  await portal.admin.query(free, [shared.controller_id]);
  await portal.admin.query("delete from private.pin_offers");
  const door = group({ id, name: "Delad", doors: [shared.id] });
  expect(await preview(door)).toMatchObject({ status: 200, body: { people: { gain: 0 }, waiting: 1 } });
  // The job that compares waiting PINs comes every ten seconds.
  const holder = await portal.admin.connect();
  await holder.query("select pg_advisory_lock(hashtextextended('private.pin_checks/' || $1, 0))", [organization]);
  const saved = [await ask({ action: "SAVE", ...door }), await listed(id)];
  holder.release(true);
  expect(saved).toMatchObject([{ status: 200 }, { waiting: 1, without_effect_total: 0 }]);
  await expect.poll(async () => (await listed(id))?.waiting, { timeout: paced(30_000) }).toBe(0);
  await portal.admin.query("delete from private.pin_attempts");
});

test("a membership has days, which are said, kept and refused like other dates", async () => {
  const lo = await person("Lo", "7204", {}, world.doorIds.slice(0, 1));
  const id = await make({ name: "Hantverkare" });
  const set = (more: object) => ask({ action: "SET_MEMBERS", id, add: [lo], remove: [], ...more });
  for (const [more, field, error] of [
    [{ end_date: day(-2) }, "end_date", /^Slutdatumet har passerat/],
    [{ end_date: "2999-01-01" }, "end_date", /^Slutdatumet får vara högst 10 år fram/],
    [{ from_date: "2999-01-01" }, "from_date", /^Startdatumet får vara högst 10 år fram/],
    [{ from_date: day(5), end_date: day(3) }, "end_date", /^Slutdatumet är före startdatumet/],
    [{ end_date: "i morgon" }, "end_date", /Kontrollera fältet end_date/],
  ] as const)
    expect(await set(more), JSON.stringify(more)).toMatchObject({
      status: 400,
      body: { code: "invalid_body", field, error: expect.stringMatching(error) },
    });
  expect(await listed(id)).toMatchObject({ members: 0 });
  expect(await set({ from_date: day(2), end_date: day(9) })).toMatchObject({ status: 200 });
  const { rows } = await portal.admin.query<{ from: string; to: string }>(
    `select to_char(valid_from at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI:SS') as from, to_char(valid_to at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI:SS') as to
     from access_group_members where group_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ from: `${day(2)} 00:00:00`, to: `${day(9)} 23:59:59` }]);
  const { data } = await world.nord.from("access_rights").select("group_id, valid_from").eq("group_id", id);
  expect(data).toHaveLength(2);
  await opensAt("7204", 1);
  expect(await set({ from_date: day(0), end_date: day(9) })).toMatchObject({ status: 200 });
  await opensAt("7204", 2);
  // A call without dates keeps a member's dates; null removes them.
  const end = async () =>
    (await portal.admin.query("select valid_to from access_group_members where group_id = $1", [id])).rows[0]?.valid_to;
  expect(await set({})).toMatchObject({ status: 200 });
  expect(await end()).not.toBeNull();
  expect(await set({ from_date: null, end_date: null })).toMatchObject({ status: 200 });
  expect(await end()).toBeNull();
});

test("an organisation sees and changes its own groups only, and a name is its own", async () => {
  const id = await make({ name: " Förråd " });
  expect(await listed(id)).toMatchObject({ name: "Förråd" });
  expect(await ask({ action: "SAVE", ...group({ name: "förråd" }) })).toMatchObject({
    status: 409,
    body: { code: "conflict", field: "name" },
  });
  expect((await list(syd)).some((one) => one.id === id)).toBe(false);
  expect((await list(world.system)).some((one) => one.id === id)).toBe(true);
  expect((await ask({ action: "LIST", organization_id: organization }, syd)).body).toMatchObject({ groups: [] });
  for (const body of [
    { action: "SAVE", ...group({ id }) },
    { action: "SAVE", ...group({ id, organization_id: portal.accounts.syd.organizationId, doors: [] }) },
    { action: "SAVE", ...group() },
    { action: "REMOVE", id },
    { action: "SET_MEMBERS", id, add: [], remove: [] },
  ])
    expect(await ask(body, syd), JSON.stringify(body)).toMatchObject({ status: 404 });
  expect(await preview(group({ id }), syd)).toMatchObject({ status: 404 });
  const stranger = await portal.admin.query<{ id: string }>(
    "insert into end_users (organization_id, first_name, last_name) values ($1, 'Syd', 'Syd') returning id",
    [portal.accounts.syd.organizationId],
  );
  expect(await ask({ action: "SET_MEMBERS", id, add: [stranger.rows[0]?.id], remove: [] })).toMatchObject({
    status: 400,
    body: { field: "add" },
  });
});

test("an organisation has one default group, which its own admins choose, and which gives nobody anything by itself", async () => {
  const [first, second] = [await make({ name: "Ny ett" }), await make({ name: "Ny två" })];
  const choose = (id: string, isDefault: boolean, client = world.nord) =>
    ask({ action: "SET_DEFAULT", id, is_default: isDefault }, client);
  const defaults = async () => (await list()).filter((one) => one.is_default).map(({ name }) => name);
  expect(await choose(first, true)).toMatchObject({ status: 200 });
  expect(await defaults()).toEqual(["Ny ett"]);
  expect(await choose(second, true, world.system)).toMatchObject({ status: 200 });
  expect(await defaults()).toEqual(["Ny två"]);
  // Ending a default that somebody has replaced leaves the new one alone.
  expect(await choose(first, false)).toMatchObject({ status: 200 });
  expect(await defaults()).toEqual(["Ny två"]);
  for (const isDefault of [true, false])
    expect(await choose(second, isDefault, syd)).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await choose(crypto.randomUUID(), true)).toMatchObject({ status: 404 });
  expect(await defaults()).toEqual(["Ny två"]);
  const { rows } = await portal.admin.query(
    "select before -> 0 -> 'is_default' as had, after -> 0 -> 'is_default' as has, subject_name from audit where action = 'access_groups.update' and subject_name like 'Ny %' order by at, id",
  );
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({ had: true, has: false, subject_name: "Ny ett" });
  expect(rows).toContainEqual({ had: false, has: true, subject_name: "Ny två" });

  // A client that knows nothing of groups meets no membership, by table calls and by the function.
  const { data } = await world.nord
    .from("end_users")
    .insert({ organization_id: organization, first_name: "Utan", last_name: "Grupp" })
    .select("*")
    .single();
  const created = await person("Utan", "7196");
  const joined = "select from access_group_members where end_user_id = any ($1)";
  expect((await portal.admin.query(joined, [[data?.id, created]])).rowCount).toBe(0);
  expect(await assigned(created)).toEqual({ direct: 1 });

  // Without its default group the organisation has none. Who still names it is refused, and nothing is saved.
  expect(await ask({ action: "REMOVE", id: second })).toMatchObject({ status: 200 });
  expect(await defaults()).toEqual([]);
  expect(await update(created, "Utan", { group_ids: [second] })).toMatchObject({
    status: 400,
    body: { code: "invalid_body", field: "group_ids" },
  });
  await ask({ action: "REMOVE", id: first });
});

test("of two admins who choose a default group at once both are answered, and one group is the default", async () => {
  const [first, second] = [await make({ name: "Samtidig ett" }), await make({ name: "Samtidig två" })];
  const holder = await portal.admin.connect();
  await holder.query("begin");
  await holder.query("select from organizations where id = $1 for update", [organization]);
  const asked = [first, second].map((id, at) =>
    ask({ action: "SET_DEFAULT", id, is_default: true }, at === 0 ? world.nord : world.system),
  );
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%set_default_group%'";
  await expect.poll(async () => (await portal.admin.query(waiting)).rowCount, { timeout: paced(10_000) }).toBe(2);
  await holder.query("commit");
  holder.release();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await list()).filter((one) => one.is_default)).toHaveLength(1);
  for (const id of [first, second]) await ask({ action: "REMOVE", id });
});

test("a group of the installation is the system admins' to change, and each organisation's at its own doors", async () => {
  const common = { action: "SAVE", ...group({ organization_id: null, name: "Fastighetsskötsel" }) };
  for (const client of [world.nord, syd]) expect(await ask(common, client)).toMatchObject({ status: 404 });
  const { body } = await ask(common, world.system);
  const id = String(body["id"]);
  const seen = async (client: typeof syd) =>
    (await list(client)).filter(({ name }) => name === "Fastighetsskötsel").map((one) => one.organization_id);
  expect(await seen(world.system)).toEqual(expect.arrayContaining([null, organization]));
  expect(await seen(world.nord)).toEqual([organization]);
  expect((await seen(syd)).filter((owner) => owner !== portal.accounts.syd.organizationId)).toEqual([]);
  const own = (await list()).find((one) => one.installation_group_id === id);
  expect(own).toMatchObject({ doors: world.doorIds.map(() => ({ effective: true })), members: 0 });
  const tove = await person("Tove", "6318");
  expect(await ask({ action: "SET_MEMBERS", id: own?.id, add: [tove], remove: [] })).toMatchObject({ status: 200 });
  await opensAt("6318", 2);
  for (const sent of [
    { action: "SAVE", ...group({ id: own?.id }) },
    { action: "REMOVE", id: own?.id },
  ])
    for (const client of [world.nord, world.system])
      expect((await ask(sent, client)).body).toMatchObject({
        code: "conflict",
        reason: "access_group_of_installation",
      });
  for (const client of [world.nord, world.system])
    expect(await ask({ action: "SET_MEMBERS", id, add: [tove], remove: [] }, client)).toMatchObject({ status: 404 });
  const less = group({ id, organization_id: null, name: "Fastighetsskötsel", doors: world.doorIds.slice(0, 1) });
  expect((await preview(less, world.system)).body).toMatchObject({
    people: { lose: 1, total: 1 },
    places: [{ access_point_id: world.doorIds[1], changes: [{ names: ["Tove Gruppsson"] }] }],
  });
  expect(await preview(less)).toMatchObject({ status: 404 });
  expect(await ask({ action: "REMOVE", id })).toMatchObject({ status: 404 });
  expect(await ask({ action: "REMOVE", id }, world.system)).toMatchObject({ status: 200 });
  await opensAt("6318", 1);
  const { rows } = await portal.admin.query(
    "select distinct action, organization_id is null as common from audit where subject_name = 'Fastighetsskötsel' and subject_table in ('access_groups', 'installation_groups') order by 1",
  );
  expect(rows).toEqual([
    { action: "access_groups.delete", common: false },
    { action: "access_groups.insert", common: false },
    { action: "installation_groups.delete", common: true },
    { action: "installation_groups.insert", common: true },
  ]);
});

test("the event log and the data export name the group, and no single right of it", async () => {
  const kim = await person("Kim", "4058");
  const id = await make({ name: "Gym" }, [kim]);
  const { rows } = await portal.admin.query<{ action: string; name: string }>(
    "select action, subject_name as name from audit where subject_name = 'Gym' order by at",
  );
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    "access_group_doors.insert",
    "access_group_members.insert",
    "access_groups.insert",
  ]);
  const { rows: single } = await portal.admin.query(
    "select from audit where action = 'controller_assignments.insert' and (before::text like $1 or after::text like $1)",
    [`%${id}%`],
  );
  expect(single).toEqual([]);
  const exported = await callFunction(world.nord, "person-data", { action: "EXPORT", end_user_id: kim });
  const { groups, credentials } = personExport.parse(z.object({ person: z.unknown() }).parse(exported.body).person);
  expect(groups).toEqual([{ name: "Gym", valid_from: null, valid_to: null }]);
  expect(credentials[0]?.access).toHaveLength(2);
});

test("a door of a group has hours: they are saved, listed and audited by name, and their schedule is kept", async () => {
  const { body: made } = await callFunction(world.nord, "schedules", {
    action: "SAVE",
    organization_id: organization,
    name: "Städ varannan tisdag",
    hours: [{ weekday: 2, from: 420, to: 540, every_weeks: 2, anchor: "2026-11-23" }],
    calendars: [],
  });
  const clean = String(made["id"]);
  const [door = "", other = ""] = world.doorIds;
  const id = await make({ name: "Lokalvård", schedules: { [door]: clean } });
  const schedules = async () =>
    Object.fromEntries((await listed(id))?.doors.map((one) => [one.access_point_id, one.schedule?.name ?? null]) ?? []);
  expect(await schedules()).toEqual({ [door]: "Städ varannan tisdag", [other]: null });
  const users = async () => {
    const { body } = await callFunction(world.nord, "schedules", { action: "LIST" });
    return scheduleCalls.LIST.reply.parse(body).schedules.find((one) => one.id === clean)?.groups;
  };
  expect(await users()).toEqual(["Lokalvård"]);
  const { body: refused } = await callFunction(world.nord, "schedules", { action: "REMOVE", id: clean });
  expect([refused["reason"], refused["error"]]).toEqual([
    "schedule_in_use_by_group",
    "Schemat är tiderna för Lokalvård (Brf Norrgården). Inget har tagits bort. Ta bort det därifrån först.",
  ]);
  const changed = await ask({ action: "SAVE", ...group({ id, name: "Lokalvård" }), schedules: { [door]: null } });
  expect(changed.body).toMatchObject({ success: true });
  expect(await schedules()).toEqual({ [door]: null, [other]: null });
  expect(await users()).toEqual([]);
  const { rows } = await portal.admin.query(
    "select before -> 0 ->> 'schedule' as before, after -> 0 ->> 'schedule' as after, subject_name from audit where action = 'access_group_doors.update'",
  );
  expect(rows).toEqual([{ before: "Städ varannan tisdag", after: null, subject_name: "Lokalvård" }]);
  const gone = await ask({ action: "SAVE", ...group({ id, name: "Lokalvård" }), schedules: { [door]: organization } });
  expect([gone.status, gone.body["reason"], gone.body["field"]]).toEqual([
    400,
    "access_group_schedule_unknown",
    "schedules",
  ]);
});
