import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type VehicleRowResult, vehicleImport } from "#contract/functions/vehicle-import.ts";
import type { Vehicle } from "#contract/vehicle-csv.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

const DAY_MS = 86_400_000;

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let syd: SupabaseClient;
let gates: string[];
let nordId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  nordId = portal.accounts.nord.organizationId ?? "";
  // The rows are two gates of Nord, an unrelated door controller, and a gate without organisation.
  const made = await portal.admin.query<{ id: string; name: string }>(
    `insert into controllers (name, device_type, device_ip, organization_id)
     values ('Infart', 'axxon_lpr', '192.0.2.1', $1), ('Utfart', 'axxon_lpr', '192.0.2.2', $1),
       ('Porten', 'axis', '192.0.2.3', $1), ('Andras', 'axxon_lpr', '192.0.2.4', $1) returning id, name`,
    [nordId],
  );
  gates = made.rows.filter(({ name }) => ["Infart", "Utfart"].includes(name)).map(({ id }) => id);
  await portal.admin.query(
    "insert into organization_controllers (organization_id, controller_id) select $1, id from controllers where name <> 'Andras'",
    [nordId],
  );
});

afterAll(async () => {
  await portal.close();
});

beforeEach(async () => {
  await portal.admin.query("delete from end_users");
});

const vehicle = (row: number, fields: Partial<Vehicle> = {}): Vehicle => ({
  row,
  plate: `ABC${String(row).padStart(3, "0")}`,
  first_name: "Anna",
  last_name: `Berg ${row}`,
  vehicle_type: "Personbil",
  ...fields,
});

async function send(client: SupabaseClient, body: object): Promise<VehicleRowResult[]> {
  const answer = await callFunction(client, "vehicle-import", body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return vehicleImport.IMPORT.reply.parse(answer.body).results;
}

async function count(table: "end_users" | "credentials" | "controller_assignments"): Promise<number> {
  const { rows } = await portal.admin.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? -1;
}

const counts = async () => [
  await count("end_users"),
  await count("credentials"),
  await count("controller_assignments"),
];

// Covers: 9.3
test("an org admin's vehicles get twelve months and all of the organisation's gates, and no door", async () => {
  const results = await send(nord, { import_id: randomUUID(), rows: [vehicle(2, { plate: "mlb 84a" })] });
  const { data } = await nord
    .from("end_users")
    .select("id, first_name, last_name, organization_id, credentials(*, controller_assignments(*))");
  const [person] = data ?? [];
  expect(results).toEqual([{ row: 2, end_user_id: person?.id }]);
  expect(person).toMatchObject({ first_name: "Anna", last_name: "Berg 2", organization_id: nordId });
  const credential = person?.credentials[0];
  expect(credential).toMatchObject({
    credential_type: "license_plate",
    credential_value: "MLB 84A",
    vehicle_type: "Personbil",
    validity_period: "12_months",
    enabled: true,
  });
  const days = (Date.parse(credential.valid_to) - Date.parse(credential.valid_from)) / DAY_MS;
  expect(Math.round(days)).toBeGreaterThanOrEqual(365);
  expect(Math.round(days)).toBeLessThanOrEqual(366);
  const assigned = credential.controller_assignments.map((one: { controller_id: string }) => one.controller_id);
  expect(assigned.sort()).toEqual([...gates].sort());
});

test("vehicles join the group that the import names, and no other organisation's, and an undo takes all off", async () => {
  const { rows } = await portal.admin.query<{ id: string }>(
    "insert into access_groups (organization_id, name, is_default) values ($1, 'Boende', true), ($2, 'Syd', true) returning id",
    [nordId, portal.accounts.syd.organizationId],
  );
  const [own, foreign] = rows.map(({ id }) => id);
  const body = { import_id: randomUUID(), organization_id: nordId, rows: [vehicle(1), vehicle(2)] };
  for (const client of [nord, system])
    expect(await callFunction(client, "vehicle-import", { ...body, group_ids: [own, foreign] })).toMatchObject({
      status: 400,
      body: { code: "invalid_body", field: "group_ids" },
    });
  const members = async () => (await portal.admin.query("select from access_group_members")).rowCount;
  await send(nord, { ...body, import_id: randomUUID() });
  expect([await count("end_users"), await members()]).toEqual([2, 0]);
  await send(nord, { ...body, group_ids: [own] });
  await send(nord, { ...body, group_ids: [own] });
  expect([await count("end_users"), await members()]).toEqual([4, 2]);
  const undone = await callFunction(nord, "vehicle-import", { action: "UNDO", import_id: body.import_id });
  expect(undone.body).toMatchObject({ removed: 2, kept: 0 });
  await portal.admin.query("delete from access_groups");
});

test("a chunk that is sent again, also at the same time, adds nobody and answers the same", async () => {
  const body = { import_id: randomUUID(), rows: [vehicle(1), vehicle(2), vehicle(3)] };
  const [first, second] = await Promise.all([send(nord, body), send(nord, body)]);
  expect(second).toEqual(first);
  expect(await send(nord, body)).toEqual(first);
  expect(await counts()).toEqual([3, 3, 6]);
});

test("a repeat leaves a person whom somebody has changed meanwhile as they are", async () => {
  const body = { import_id: randomUUID(), rows: [vehicle(1)] };
  const [result] = await send(nord, body);
  const id = result && "end_user_id" in result ? result.end_user_id : "";
  await nord.from("end_users").update({ last_name: "Gift" }).eq("id", id);
  await nord.from("credentials").delete().eq("end_user_id", id);
  await send(nord, body);
  const { data } = await nord.from("end_users").select("last_name, credentials(id)");
  expect(data).toEqual([{ last_name: "Gift", credentials: [] }]);
});

test("the same row numbers of another import are other people", async () => {
  await send(nord, { import_id: randomUUID(), rows: [vehicle(1)] });
  await send(nord, { import_id: randomUUID(), rows: [vehicle(1)] });
  expect(await counts()).toEqual([2, 2, 4]);
});

test("a row that cannot be imported is answered by number and reason, and the others are imported", async () => {
  const results = await send(nord, {
    import_id: randomUUID(),
    rows: [
      vehicle(2),
      vehicle(3, { plate: " " }),
      vehicle(4, { last_name: "" }),
      vehicle(5, { plate: "?" }),
      vehicle(6, { first_name: "x".repeat(101) }),
      vehicle(7, { last_name: "a\u0000b" }),
      vehicle(8, { vehicle_type: "x".repeat(101) }),
      vehicle(9, { last_name: "<b>مرحبا</b> 👩‍🚒" }),
    ],
  });
  expect(results.map((result) => ("error" in result ? result.error : "ok"))).toEqual([
    "ok",
    "Rad 3: Saknar nummerplåt",
    "Rad 4: Saknar användare",
    "Rad 5: Ogiltigt registreringsnummer",
    "Rad 6: Namnet är för långt eller innehåller otillåtna tecken",
    "Rad 7: Namnet är för långt eller innehåller otillåtna tecken",
    "Rad 8: Fordonstypen är för lång eller innehåller otillåtna tecken",
    "ok",
  ]);
  expect(await counts()).toEqual([2, 2, 4]);
});

test("a row that only the database refuses is left out whole, and the others are imported", async () => {
  await portal.admin.query(
    "alter table credentials add constraint test_refusal check (credential_value <> 'BAD666') not valid",
  );
  try {
    const body = { import_id: randomUUID(), rows: [vehicle(1), vehicle(2, { plate: "BAD666" }), vehicle(3)] };
    const results = await send(nord, body);
    expect(results.map((result) => ("error" in result ? result.error : "ok"))).toEqual([
      "ok",
      "Rad 2: Okänt fel",
      "ok",
    ]);
    expect(await counts()).toEqual([2, 2, 4]);
  } finally {
    await portal.admin.query("alter table credentials drop constraint test_refusal");
  }
});

test("an org admin cannot import into another organisation, and a system admin can", async () => {
  const body = { import_id: randomUUID(), organization_id: nordId, rows: [vehicle(1)] };
  expect(await callFunction(syd, "vehicle-import", body)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(await counts()).toEqual([0, 0, 0]);
  await send(system, body);
  const { data } = await nord.from("end_users").select("organization_id");
  expect(data).toEqual([{ organization_id: nordId }]);
  expect((await syd.from("end_users").select("id")).data).toEqual([]);
});

// Covers: 8.11
test("a system admin must name an organisation that exists", async () => {
  const rows = [vehicle(1)];
  for (const extra of [{}, { organization_id: randomUUID() }]) {
    const answer = await callFunction(system, "vehicle-import", { import_id: randomUUID(), rows, ...extra });
    expect(answer).toMatchObject({ status: 400, body: { error: "Organisation saknas", code: "no_organization" } });
  }
});

test("an organisation without gates is refused and nothing is kept", async () => {
  const answer = await callFunction(syd, "vehicle-import", { import_id: randomUUID(), rows: [vehicle(1)] });
  expect(answer.status).toBe(409);
  expect(answer.body["error"]).toBe("Inga styrenheter hittades för denna organisation");
  expect(await counts()).toEqual([0, 0, 0]);
});

test("nobody imports without signing in, more than a hundred rows at once, or one row twice", async () => {
  const anonymous = await fetch(`${portal.url}/functions/v1/vehicle-import`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ import_id: randomUUID(), rows: [vehicle(1)] }),
  });
  expect(anonymous.status).toBe(401);
  const many = Array.from({ length: 101 }, (_, index) => vehicle(index + 1));
  for (const rows of [many, [vehicle(1), vehicle(1)], []]) {
    expect((await callFunction(nord, "vehicle-import", { import_id: randomUUID(), rows })).status).toBe(400);
  }
  expect(await counts()).toEqual([0, 0, 0]);
});

test("existing plates are shown with their people's last names, to their own organisation only", async () => {
  await send(nord, {
    import_id: randomUUID(),
    rows: [
      vehicle(1, { plate: "MLB 84A", last_name: "Berg" }),
      vehicle(2, { plate: "mlb84a", last_name: "Ek" }),
      vehicle(3),
    ],
  });
  const body = { action: "CHECK_PLATES", plates: ["mlb-84a", "XYZ999"] };
  const own = vehicleImport.CHECK_PLATES.reply.parse((await callFunction(nord, "vehicle-import", body)).body);
  expect(own.existing).toEqual([{ plate_key: "MLB84A", last_names: ["Berg", "Ek"] }]);
  const others = vehicleImport.CHECK_PLATES.reply.parse((await callFunction(syd, "vehicle-import", body)).body);
  expect(others.existing).toEqual([]);
  const named = { ...body, organization_id: nordId };
  expect((await callFunction(syd, "vehicle-import", named)).status).toBe(403);
  const asSystem = vehicleImport.CHECK_PLATES.reply.parse((await callFunction(system, "vehicle-import", named)).body);
  expect(asSystem.existing).toHaveLength(1);
});

test("an import of several chunks leaves one audit entry of its own, in the importer's name", async () => {
  const importId = randomUUID();
  for (const rows of [[vehicle(1)], [vehicle(2)], [vehicle(1)]]) {
    await send(nord, { import_id: importId, total: 2, rows });
  }
  const { rows } = await portal.admin.query(
    "select organization_id, actor, after from audit where action = 'vehicles_imported' and subject_id = $1",
    [importId],
  );
  expect(rows).toEqual([{ organization_id: nordId, actor: portal.accounts.nord.userId, after: { rows: 2 } }]);
});

/** Returns the import events of the organisation's log, each with the number of people it added. */
const eventsOf = async (importId: string) => {
  const { rows } = await portal.admin.query(
    `select e.organization_id, e.actor, e.after, (select coalesce(sum(p.row_count), 0)::int from audit p
       where p.part_of = e.id and p.action = 'end_users.insert') as people
     from audit e where e.action = 'vehicles_imported' and e.subject_id = $1 order by e.at, e.id`,
    [importId],
  );
  return rows;
};

test("an import's id that somebody else used is another import, in the name of who sends it", async () => {
  const importId = randomUUID();
  await send(system, { import_id: importId, organization_id: nordId, total: 1, rows: [vehicle(1)] });
  await send(nord, { import_id: importId, total: 2, rows: [vehicle(1, { plate: "EVL 66X" }), vehicle(777)] });
  expect(await eventsOf(importId)).toEqual([
    { organization_id: nordId, actor: portal.accounts.system.userId, after: { rows: 1 }, people: 1 },
    { organization_id: nordId, actor: portal.accounts.nord.userId, after: { rows: 2 }, people: 2 },
  ]);
});

test("an own old import gets nothing more: what comes a day later is an import of that day", async () => {
  const importId = randomUUID();
  await send(nord, { import_id: importId, total: 2, rows: [vehicle(1)] });
  await portal.admin.query("alter table audit disable trigger all");
  await portal.admin.query("update audit set at = at - interval '25 hours' where subject_id = $1", [importId]);
  await portal.admin.query("alter table audit enable trigger all");
  for (const row of [2, 3]) await send(nord, { import_id: importId, total: 2, rows: [vehicle(row)] });
  expect((await eventsOf(importId)).map(({ people }) => people)).toEqual([1, 2]);
});

test("rows beyond the announced total are refused and not kept, also when those before are deleted", async () => {
  const importId = randomUUID();
  await send(nord, { import_id: importId, total: 2, rows: [vehicle(1), vehicle(2)] });
  await nord.from("end_users").delete().eq("first_name", "Anna");
  const body = { import_id: importId, total: 5_000, rows: [vehicle(3)] };
  expect(await callFunction(nord, "vehicle-import", body)).toMatchObject({ status: 409, body: { field: "rows" } });
  expect(await counts()).toEqual([0, 0, 0]);
  expect((await eventsOf(importId)).map(({ people }) => people)).toEqual([2]);
});

test("chunks without a total are imports of their own", async () => {
  const importId = randomUUID();
  for (const row of [1, 2, 1]) await send(nord, { import_id: importId, rows: [vehicle(row)] });
  expect((await eventsOf(importId)).map(({ after, people }) => [after, people])).toEqual([
    [{ rows: 1 }, 1],
    [{ rows: 1 }, 1],
  ]);
});

test("an import is undone in one organisation at a time, each in its own log", async () => {
  const importId = randomUUID();
  const sydId = portal.accounts.syd.organizationId;
  await portal.admin.query(
    "insert into organization_controllers select $1, id from controllers where name = 'Andras'",
    [sydId],
  );
  await send(system, { import_id: importId, organization_id: nordId, total: 1, rows: [vehicle(1)] });
  await send(syd, { import_id: importId, total: 1, rows: [vehicle(1)] });
  await portal.admin.query("delete from organization_controllers where organization_id = $1", [sydId]);
  const undo = async () => (await callFunction(system, "vehicle-import", { action: "UNDO", import_id: importId })).body;
  expect(await undo()).toMatchObject({ removed: 1, left: 1 });
  expect(await undo()).toMatchObject({ removed: 1, left: 0 });
  const { rows } = await portal.admin.query(
    "select organization_id, after from audit where action = 'import_undone' and subject_id = $1 order by at",
    [importId],
  );
  expect(rows.map(({ organization_id }) => organization_id)).toEqual([nordId, sydId]);
});

// Covers: files.7
test("five thousand vehicles are whole people when the import ends, and also when it was cut short", async () => {
  const importId = randomUUID();
  const rows = Array.from({ length: 5_000 }, (_, index) =>
    vehicle(index + 1, { plate: `T${String(index).padStart(5, "0")}` }),
  );
  const started = performance.now();
  for (let at = 0; at < rows.length; at += 100) {
    const results = await send(nord, { import_id: importId, total: rows.length, rows: rows.slice(at, at + 100) });
    expect(results.every((result) => "end_user_id" in result)).toBe(true);
    // A closed browser leaves these rows behind.
    if (at === 2_000) expect(await counts()).toEqual([2_100, 2_100, 4_200]);
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`5,000 vehicles in ${seconds.toFixed(2)} s\n`);
  expect(await counts()).toEqual([5_000, 5_000, 10_000]);
  const body = { action: "CHECK_PLATES", plates: rows.map((row) => row.plate) };
  const { existing } = vehicleImport.CHECK_PLATES.reply.parse((await callFunction(nord, "vehicle-import", body)).body);
  expect(existing).toHaveLength(5_000);
});
