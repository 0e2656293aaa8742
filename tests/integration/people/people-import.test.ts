// Imports people by file: each row has its own outcome, typed PINs cost as much as in a save, and other organisations are out of
// reach.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PersonRowResult, peopleImport } from "#contract/functions/people-import.ts";
import { vehicleImport } from "#contract/functions/vehicle-import.ts";
import { PIN_ATTEMPTS } from "#contract/limits.ts";
import type { PersonRow } from "#contract/people-file.ts";
import { ofPersonFields } from "#contract/person-fields.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { endOfStockholmDay } from "#contract/validity.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let syd: SupabaseClient;
let nordId: string;
const entry = randomUUID();
const laundry = randomUUID();
const shared = randomUUID();
const southern = randomUUID();
const sql = (text: string, values: unknown[] = []) => portal.admin.query<Record<string, unknown>>(text, values);

beforeAll(async () => {
  portal = await startTestPortal();
  [system, nord, syd] = await Promise.all([
    signedInClient(portal.url, portal.accounts.system),
    signedInClient(portal.url, portal.accounts.nord),
    signedInClient(portal.url, portal.accounts.syd),
  ]);
  nordId = portal.accounts.nord.organizationId ?? "";
  const sydId = portal.accounts.syd.organizationId ?? "";
  await sql(
    `insert into controllers (name, device_type, device_ip, enabled, organization_id)
     values ('Port A', 'axis', '192.0.2.1', false, $1), ('Port B', 'axis', '192.0.2.2', false, $1),
       ('Garage', 'axis', '192.0.2.3', false, $1), ('Södra', 'axis', '192.0.2.4', false, $2), ('Infart', 'axxon_lpr', '192.0.2.5', false, $1)`,
    [nordId, sydId],
  );
  await sql(
    `insert into access_points (id, controller_id, name)
     select d.id, c.id, d.name from (values ($1::uuid, 'Port A', 'Entré'), ($2::uuid, 'Port A', 'Tvättstuga'), (gen_random_uuid(), 'Port B', 'Entré'),
       ($3::uuid, 'Garage', 'Garageport'), ($4::uuid, 'Södra', 'Södra dörren')) as d(id, controller, name) join controllers c on c.name = d.controller`,
    [entry, laundry, shared, southern],
  );
  await sql(
    `insert into organization_controllers (organization_id, controller_id)
     select $1::uuid, id from controllers where name <> 'Södra' union all select $2::uuid, id from controllers where name in ('Södra', 'Garage')`,
    [nordId, sydId],
  );
});
afterAll(() => portal.close());
beforeEach(async () => {
  await sql(
    "delete from end_users; delete from controller_pins; delete from private.pin_attempts; delete from private.pin_offers",
  );
});

const person = (row: number, fields: Partial<PersonRow> = {}): PersonRow => ({
  row,
  first_name: "Anna",
  last_name: `Berg ${row}`,
  ...ofPersonFields(() => ""),
  pin: String(482_000 + row * 7),
  doors: [],
  plate: "",
  validity: "12_months",
  ...fields,
});
const body = (rows: PersonRow[], more: object = {}) => ({
  action: "IMPORT",
  import_id: randomUUID(),
  total: 1_000,
  access_point_ids: [laundry],
  rows,
  ...more,
});
async function send(client: SupabaseClient, sent: object): Promise<PersonRowResult[]> {
  const answer = await callFunction(client, "people-import", sent);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return peopleImport.IMPORT.reply.parse(answer.body).results;
}
const said = (results: PersonRowResult[]) => results.map((one) => ("error" in one ? one.error : "ok"));
const count = async (table: string) => Number((await sql(`select count(*) as n from ${table}`)).rows[0]?.["n"]);
const counts = async () => [
  await count("end_users"),
  await count("credentials"),
  await count("controller_assignments"),
];

test("a person gets texts, PIN, doors by name, plate and validity, and is found by the PIN's digits", async () => {
  const lastDay = stockholmDay(new Date(Date.now() + 200 * 86_400_000));
  const row = person(2, {
    email: "anna@example.se",
    apartment: "1101",
    phone: "070-123 45 67",
    note: "Nyckel 7",
    pin: "482913",
    doors: ["port a: entré", "Tvättstuga"],
    plate: "mlb 84a",
    validity: lastDay,
  });
  const [result] = await send(nord, body([row], { access_point_ids: [] }));
  expect(result).toMatchObject({ row: 2, repeated: false });
  const { data } = await nord
    .from("end_users")
    .select(
      "first_name, email, apartment, phone, note, credentials(credential_type, credential_value, valid_to, validity_period, controller_assignments(access_point_id))",
    );
  expect(data).toMatchObject([
    { first_name: "Anna", email: "anna@example.se", apartment: "1101", phone: "070-123 45 67", note: "Nyckel 7" },
  ]);
  const credentials = data?.[0]?.credentials ?? [];
  const pin = credentials.find((one) => one.credential_type === "pin");
  const doors = pin?.controller_assignments.map((one) => one.access_point_id).toSorted();
  expect(doors).toEqual([entry, laundry].toSorted());
  expect(Date.parse(pin?.valid_to)).toBe(endOfStockholmDay(lastDay).getTime());
  expect(credentials.find((one) => one.credential_type === "license_plate")).toMatchObject({
    credential_value: "MLB 84A",
  });
  const id = result !== undefined && "end_user_id" in result ? result.end_user_id : "";
  const grams = await sql(
    "select cardinality(pin_grams) as n from credentials where credential_type = 'pin' and end_user_id = $1",
    [id],
  );
  expect(Number(grams.rows[0]?.["n"])).toBe(21);
});

test("a row of an open page that does not know a person's newest fields is imported without them", async () => {
  const { email, apartment, phone, note, ...older } = person(2);
  const answer = await callFunction(nord, "people-import", { ...body([]), rows: [older] });
  expect(answer.body).toMatchObject({ results: [{ row: 2, repeated: false }] });
  const { rows } = await sql("select email, apartment, phone, note from end_users");
  expect(rows).toEqual([{ email: null, apartment: null, phone: null, note: null }]);
  expect([email, apartment, phone, note]).toEqual(["", "", "", ""]);
});

test("a row's groups give it their doors, an unknown one is that row's error with what is spelt alike, and undo takes all off", async () => {
  const groups = await sql(
    "insert into access_groups (organization_id, name) values ($1, 'Boende'), ($1, 'Städ'), ($2, 'Syd') returning id, name",
    [nordId, portal.accounts.syd.organizationId],
  );
  const idOf = (name: string) => groups.rows.find((one) => one["name"] === name)?.["id"];
  await sql(`insert into access_group_doors select $1, $2, controller_id, id from access_points where id = any ($3)`, [
    idOf("Boende"),
    nordId,
    [entry],
  ]);
  const sent = body([
    person(1, { groups: [" boende ", "Städ"] }),
    person(2, { groups: ["Boende"], doors: ["Tvättstuga"] }),
    person(3, { groups: ["Boende", "Boendee"] }),
    person(4, { groups: ["Syd"] }),
    person(5, { groups: ["Städ"] }),
    person(6),
  ]);
  expect(said(await send(nord, sent))).toEqual([
    "ok",
    "ok",
    "Rad 3: Organisationen har ingen grupp som heter Boendee. Menade du: Boende?",
    "Rad 4: Organisationen har ingen grupp som heter Syd. Menade du: Boende, Städ?",
    "Rad 5: Ingen dörr är vald för PIN-koden.",
    "ok",
  ]);
  const { rows } = await sql(
    `select u.last_name as name, (select array_agg(g.name order by g.name) from access_group_members m join access_groups g on g.id = m.group_id where m.end_user_id = u.id) as groups,
       array(select concat(p.name, case when a.group_id is null then ' själv' end) from access_rights a join credentials c on c.id = a.credential_id
         join access_points p on p.id = a.access_point_id where c.end_user_id = u.id order by 1) as doors
     from end_users u order by 1`,
  );
  expect(rows).toEqual([
    { name: "Berg 1", groups: ["Boende", "Städ"], doors: ["Entré"] },
    { name: "Berg 2", groups: ["Boende"], doors: ["Entré", "Tvättstuga själv"] },
    { name: "Berg 6", groups: null, doors: ["Tvättstuga själv"] },
  ]);
  // A repeat adds nobody. A person who has joined another group since counts as changed, and stays.
  expect(said(await send(nord, sent)).filter((one) => one === "ok")).toHaveLength(3);
  await sql(
    "insert into access_group_members (group_id, organization_id, end_user_id) select $1, organization_id, id from end_users where last_name = 'Berg 6'",
    [idOf("Städ")],
  );
  const undone = await callFunction(nord, "vehicle-import", { action: "UNDO", import_id: sent.import_id });
  expect(undone.body).toMatchObject({ removed: 2, kept: 1 });
  expect([await count("end_users"), await count("access_group_members")]).toEqual([1, 1]);
  await sql("delete from access_groups");
});

test("rows that name no group join the import's, unless they say none, and a group of others is refused whole", async () => {
  const { rows: made } = await sql(
    `insert into access_groups (organization_id, name, is_default) values ($1, 'Boende', true), ($1, 'Städ', false), ($2, 'Syd', true) returning id, name`,
    [nordId, portal.accounts.syd.organizationId],
  );
  const idOf = (name: string) => String(made.find((one) => one["name"] === name)?.["id"]);
  await sql(`insert into access_group_doors select $1, $2, controller_id, id from access_points where id = any ($3)`, [
    idOf("Boende"),
    nordId,
    [entry],
  ]);
  const rows = [
    person(1),
    person(2, { groups: ["Städ"] }),
    person(3, { groups: ["Ingen"] }),
    person(4, { groups: [] }),
  ];
  const groups = async () =>
    (
      await sql(
        `select u.last_name || ': ' || coalesce(string_agg(g.name, ', ' order by g.name), '') as said from end_users u
         left join access_group_members m on m.end_user_id = u.id left join access_groups g on g.id = m.group_id group by u.id order by 1`,
      )
    ).rows.map((one) => one["said"]);
  for (const foreign of [idOf("Syd"), randomUUID()])
    for (const client of [nord, system]) {
      const sent = body(rows, { organization_id: nordId, group_ids: [idOf("Boende"), foreign] });
      const answer = await callFunction(client, "people-import", sent);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_body", field: "group_ids" } });
    }
  expect(await groups()).toEqual([]);
  // Whatever the default is, a call that names no group puts nobody in any.
  expect(said(await send(nord, body([person(9)])))).toEqual(["ok"]);
  expect(await groups()).toEqual(["Berg 9: "]);
  await sql("delete from end_users");
  const sent = body(rows, { group_ids: [idOf("Boende")] });
  expect(said(await send(nord, sent))).toEqual(["ok", "Rad 2: Ingen dörr är vald för PIN-koden.", "ok", "ok"]);
  expect(await groups()).toEqual(["Berg 1: Boende", "Berg 3: ", "Berg 4: Boende"]);
  const undone = await callFunction(nord, "vehicle-import", { action: "UNDO", import_id: sent.import_id });
  expect(undone.body).toMatchObject({ removed: 3, kept: 0 });
  await sql("delete from access_groups");
});

test("each row has its own outcome, and the others are imported", async () => {
  const results = await send(
    nord,
    body([
      person(1),
      person(2, { last_name: " " }),
      person(3, { email: "anna@" }),
      person(4, { phone: "ring Anna" }),
      person(5, { pin: "12a4" }),
      person(6, { pin: "1234" }),
      person(7, { doors: ["Källaren"] }),
      person(8, { doors: ["Entré"] }),
      person(9, { pin: "" }),
      person(10, { pin: "", doors: ["Tvättstuga"] }),
      person(11, { plate: "ABC 123 och DEF 456" }),
      person(12, { validity: "sommaren" }),
      person(13, { validity: "2020-01-01" }),
      person(14, { pin: person(1).pin }),
      person(15, { first_name: "x".repeat(101) }),
      person(16, { last_name: "a\u0000b" }),
      person(17),
    ]),
  );
  expect(said(results)).toEqual([
    "ok",
    "Rad 2: Förnamn eller efternamn saknas.",
    "Rad 3: E-postadressen är inte giltig.",
    "Rad 4: Telefonnumret ska ha siffror, till exempel 070-123 45 67.",
    "Rad 5: PIN-koden ska ha 4–6 siffror. Ett kalkylblad tar bort nollor i början om kolumnen inte är text.",
    "Rad 6: PIN-koden är för lätt att gissa. Ange en annan eller skriv generera.",
    "Rad 7: Organisationen har ingen dörr som heter Källaren.",
    "Rad 8: Flera dörrar heter Entré. Skriv styrenhetens namn före, till exempel Port A: Entré.",
    "Rad 9: Varken PIN-kod eller registreringsnummer. Ange minst ett av dem.",
    "Rad 10: Raden har dörrar men ingen PIN-kod. Ange en eller skriv generera.",
    "Rad 11: Fältet ser ut att ha flera registreringsnummer. Skriv en rad per fordon.",
    "Rad 12: Giltigheten går inte att läsa. Skriv till exempel 12 månader eller 2027-06-30.",
    "Rad 13: Slutdatumet har passerat.",
    "Rad 14: PIN-koden används redan vid Port A. Inget har sparats. Välj en annan kod eller låt portalen generera en.",
    "Rad 15: Namnet får ha högst 100 tecken.",
    "ok",
    "ok",
  ]);
  expect(await counts()).toEqual([3, 3, 3]);
  expect(await count("audit where action = 'pin_collision_reported'")).toBe(1);
});

test("a chunk that is sent again, also at the same time, adds nobody, and two imports are apart", async () => {
  const sent = body([person(1), person(2), person(3)]);
  const ids = (results: PersonRowResult[]) =>
    results.map((one) => ("end_user_id" in one ? one.end_user_id : one.error));
  const [first, second] = await Promise.all([send(nord, sent), send(nord, sent)]);
  expect(ids(second)).toEqual(ids(first));
  expect(await send(nord, sent)).toEqual(first.map((one) => ({ ...one, repeated: true })));
  expect(await counts()).toEqual([3, 3, 3]);
  const [others, more] = await Promise.all([
    send(nord, body([person(1, { pin: "592013" }), person(2, { pin: "592014" })])),
    send(nord, body([person(1, { pin: "592013" }), person(2, { pin: "592015" })])),
  ]);
  // Both rows have line 1's PIN, and only one of them gets it.
  expect(said([...others, ...more]).filter((one) => one === "ok")).toHaveLength(3);
  expect(await counts()).toEqual([6, 6, 6]);
});

test("the same import id of another account or organisation names other people", async () => {
  const import_id = randomUUID();
  await send(nord, body([person(1)], { import_id }));
  await send(syd, body([person(1)], { import_id, access_point_ids: [southern] }));
  await send(system, body([person(1, { pin: "592014" })], { import_id, organization_id: nordId }));
  expect(await counts()).toEqual([3, 3, 3]);
});

describe("another organisation", () => {
  test("is not imported to, looked up or offered PINs for", async () => {
    const named = { organization_id: nordId };
    for (const sent of [
      body([person(1)], { ...named, access_point_ids: [] }),
      { action: "CHECK_PEOPLE", ...named, rows: [] },
      { action: "SUGGEST_PINS", ...named, access_point_ids: [laundry], count: 1 },
    ]) {
      expect(await callFunction(syd, "people-import", sent)).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    }
    expect(await counts()).toEqual([0, 0, 0]);
  });

  test("keeps its doors: by name they do not exist, by id they are refused", async () => {
    const foreign = await send(
      nord,
      body([person(1, { doors: ["Södra dörren"] }), person(2, { doors: ["Södra: Södra dörren"] })]),
    );
    const unknown = await send(
      nord,
      body([person(1, { doors: ["Norra dörren"] }), person(2, { doors: ["Norra: Norra dörren"] })]),
    );
    expect(said(foreign)).toEqual(said(unknown).map((one) => one.replaceAll("Norra", "Södra")));
    for (const access_point_ids of [[southern], [randomUUID()]]) {
      const answer = await callFunction(nord, "people-import", body([person(1)], { access_point_ids }));
      expect(answer).toMatchObject({ status: 400, body: { field: "access_point_ids" } });
      const asked = { action: "SUGGEST_PINS", access_point_ids, count: 1 };
      expect(await callFunction(nord, "people-import", asked)).toMatchObject({
        status: 400,
        body: { field: "access_point_ids" },
      });
    }
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe("at a controller with others' codes", () => {
  beforeEach(async () => {
    await send(syd, body([person(1, { pin: "777123" })], { access_point_ids: [shared] }));
  });
  const many = (size: number) =>
    Array.from({ length: size }, (_, at) => person(at + 1, { pin: String(310_400 + at * 3) }));

  test("typed PINs cost one attempt each, and an empty quota refuses the other typed ones alone", async () => {
    const { hour } = PIN_ATTEMPTS.organization;
    const plates = [person(90, { pin: "", plate: "ABC 123" }), person(91, { doors: ["Tvättstuga"] })];
    const results = await send(nord, body([...many(hour + 2), ...plates], { access_point_ids: [shared] }));
    const refused = said(results).filter((one) => one !== "ok");
    expect(refused).toEqual(
      [hour + 1, hour + 2].map(
        (row) =>
          `Rad ${row}: Fler egna PIN-koder kan inte prövas just nu, eftersom styrenheten delas med andra. Inget har sparats. Låt portalen generera en kod, eller försök igen senare.`,
      ),
    );
    const spent = await sql(
      "select coalesce(sum(rows), 0)::int as n from private.pin_attempts where quota_owner = $1",
      [nordId],
    );
    expect(spent.rows).toEqual([{ n: hour }]);
    expect(await sql("select 1 from audit where action = 'pin_attempts_used_up'")).toMatchObject({ rowCount: 1 });
  });

  const collisions = () => count("audit where action = 'pin_collision_reported'");
  test("a taken PIN is refused, charged and audited as a typed one", async () => {
    const before = await collisions();
    const results = await send(nord, body([person(1, { pin: "777123" }), person(2)], { access_point_ids: [shared] }));
    expect(said(results)).toEqual([
      "Rad 1: PIN-koden används redan vid Garage. Inget har sparats. Välj en annan kod eller låt portalen generera en.",
      "ok",
    ]);
    const spent = await sql("select rows, reported from private.pin_attempts where quota_owner = $1 order by at", [
      nordId,
    ]);
    expect(spent.rows).toEqual([
      { rows: 1, reported: true },
      { rows: 1, reported: false },
    ]);
    expect((await collisions()) - before).toBe(1);
  });

  test("proposed PINs are saved without cost, and no more are proposed than one by one", async () => {
    const asked = { action: "SUGGEST_PINS", access_point_ids: [shared], count: 300 };
    const { pins } = peopleImport.SUGGEST_PINS.reply.parse((await callFunction(nord, "people-import", asked)).body);
    expect(pins).toHaveLength(200);
    expect(new Set(pins).size).toBe(200);
    const rows = pins.slice(0, 50).map((pin, at) => person(at + 1, { pin }));
    expect(said(await send(nord, body(rows, { access_point_ids: [shared] })))).toEqual(rows.map(() => "ok"));
    expect(await sql("select 1 from private.pin_attempts where quota_owner = $1", [nordId])).toMatchObject({
      rowCount: 0,
    });
    expect(
      await callFunction(nord, "end-user-manager", { action: "SUGGEST_PIN", access_point_ids: [shared] }),
    ).toMatchObject({
      status: 429,
    });
  });
});

test("people who are there already are found by name and apartment, or by email address, in the own organisation", async () => {
  await send(nord, body([person(1, { apartment: "1101", email: "Anna@example.se" })]));
  const rows = [
    { row: 1, first_name: "anna", last_name: "BERG 1", apartment: "1101", email: "" },
    { row: 2, first_name: "Anna", last_name: "Berg 1", apartment: "1102", email: "" },
    { row: 3, first_name: "Bo", last_name: "Ek", apartment: "", email: "anna@EXAMPLE.se" },
  ];
  const ask = async (client: SupabaseClient) =>
    peopleImport.CHECK_PEOPLE.reply.parse(
      (await callFunction(client, "people-import", { action: "CHECK_PEOPLE", rows })).body,
    ).existing;
  expect(await ask(nord)).toMatchObject([
    { row: 1, same: "name" },
    { row: 3, same: "email" },
  ]);
  expect(await ask(syd)).toEqual([]);
});

test("an import is one event with its people as parts, and more rows than announced are refused whole", async () => {
  const import_id = randomUUID();
  await send(nord, body([person(1), person(2)], { import_id, total: 2 }));
  const over = await callFunction(nord, "people-import", body([person(3)], { import_id, total: 2 }));
  expect(over).toMatchObject({ status: 409, body: { field: "rows" } });
  expect(await counts()).toEqual([2, 2, 2]);
  const { rows } = await sql(
    "select id, after, organization_id, actor from audit where action = 'people_imported' and subject_id = $1",
    [import_id],
  );
  expect(rows).toMatchObject([{ after: { rows: 2 }, organization_id: nordId }]);
  const parts = await sql("select action, row_count from audit where part_of = $1 order by action", [rows[0]?.["id"]]);
  expect(parts.rows).toEqual([
    { action: "controller_assignments.insert", row_count: 2 },
    { action: "credentials.insert", row_count: 2 },
    { action: "end_users.insert", row_count: 2 },
  ]);
  const texts = await sql("select before::text || after::text as kept from audit where part_of = $1", [
    rows[0]?.["id"],
  ]);
  expect(JSON.stringify(texts.rows)).not.toContain(person(1).pin);
});

describe("undo", () => {
  const undo = async (import_id: string) =>
    vehicleImport.UNDO.reply.parse((await callFunction(nord, "vehicle-import", { action: "UNDO", import_id })).body);

  test("removes the people, and names those whom somebody has changed since", async () => {
    const import_id = randomUUID();
    await send(
      nord,
      body([person(1), person(2, { plate: "UND 102" }), person(3, { email: "c@example.se" })], { import_id }),
    );
    const listed = await callFunction(nord, "vehicle-import", { action: "IMPORTS" });
    expect(vehicleImport.IMPORTS.reply.parse(listed.body).imports).toMatchObject([
      { import_id, kind: "people", unchanged: 3 },
    ]);
    await sql("update end_users set note = 'Flyttar' where last_name = 'Berg 2'");
    expect(await undo(import_id)).toMatchObject({
      removed: 2,
      left: 0,
      kept: 1,
      kept_people: [{ name: "Anna Berg 2" }],
    });
    expect(await counts()).toEqual([1, 2, 2]);
    const { rows } = await sql("select after from audit where action = 'import_undone' and subject_id = $1", [
      import_id,
    ]);
    expect(rows).toEqual([{ after: { rows: 2, kept: 1, kind: "people" } }]);
  });

  test("leaves whoever got another PIN, by the form or by a table call", async () => {
    const import_id = randomUUID();
    const [first] = await send(nord, body([person(1), person(2)], { import_id }));
    const id = first !== undefined && "end_user_id" in first ? first.end_user_id : "";
    const payload = { organization_id: nordId, first_name: "Anna", last_name: "Berg 1" };
    const pin = { value: "593814", validity_period: "12_months", access_point_ids: [laundry] };
    const saved = await callFunction(nord, "end-user-manager", { action: "UPDATE", id, payload: { ...payload, pin } });
    expect(saved.status).toBe(200);
    expect(await undo(import_id)).toMatchObject({
      removed: 1,
      kept: 1,
      kept_people: [{ end_user_id: id, name: "Anna Berg 1" }],
    });
  });
});

// Covers: files.15
describe("an import of 200 people whose connection to the database dies", () => {
  const PEOPLE = 200;
  const CHUNK = 40;
  /** Rows that the whole import inserts. */
  const INSERTED = {
    end_users: PEOPLE,
    credentials: 2 * PEOPLE,
    controller_assignments: 3 * PEOPLE,
    access_group_members: PEOPLE,
    access_group_rights: PEOPLE,
    audit: 5,
  };
  const random = seededRandom(80);
  const cuts = Object.entries(INSERTED).map(
    ([table, rows], at) => [table, 1 + random.below(rows), at % 2 === 0 ? "goes on" : "is undone"] as const,
  );
  const lettered = (n: number) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));

  beforeAll(async () => {
    await sql(`create sequence inserted;
      create function cut() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        if nextval('public.inserted') = tg_argv[0]::int then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
        return new;
      end $$`);
    await sql(
      `with g as (insert into access_groups (organization_id, name) values ($1, 'Boende') returning id)
       insert into access_group_doors (group_id, organization_id, controller_id, access_point_id)
       select g.id, $1, a.controller_id, a.id from g, access_points a where a.id = $2`,
      [nordId, entry],
    );
  });
  afterEach(() =>
    sql("drop trigger if exists a_cut on " + Object.keys(INSERTED).join("; drop trigger if exists a_cut on ")),
  );
  afterAll(() => sql("drop function cut() cascade; drop sequence inserted; delete from access_groups"));

  /** Returns the people, and those who lack a part or have it twice. */
  const found = async () => {
    const { rows } = await sql(
      `select count(*)::int as people, count(*) filter (where parts <> array[1, 1, 2, 1, 1, 1]::bigint[])::int as broken from (
         select array[
           (select count(*) from credentials c where c.end_user_id = u.id and credential_type = 'pin'),
           (select count(*) from credentials c where c.end_user_id = u.id and credential_type = 'license_plate'),
           (select count(*) from credentials c join controller_assignments a on a.credential_id = c.id where c.end_user_id = u.id and a.access_point_id is not null),
           (select count(*) from credentials c join controller_assignments a on a.credential_id = c.id where c.end_user_id = u.id and a.access_point_id is null),
           (select count(*) from access_group_members m where m.end_user_id = u.id),
           (select count(*) from credentials c join access_group_rights r on r.credential_id = c.id where c.end_user_id = u.id)
         ] as parts from end_users u) as of_person`,
    );
    return rows[0];
  };

  test.each(cuts)("at a row of %s (%i) has whole people only, and %s", async (table, row, then) => {
    await sql(
      `alter sequence inserted restart; create or replace trigger a_cut before insert on ${table} for each row execute function cut(${row})`,
    );
    const import_id = randomUUID();
    const people = Array.from({ length: PEOPLE }, (_, n) =>
      person(n + 1, { doors: ["Tvättstuga", "Port B: Entré"], groups: ["Boende"], plate: `${lettered(n)}A 123` }),
    );
    const refused: number[] = [];
    let undone = 0;
    for (let from = 0; from < PEOPLE; from += CHUNK) {
      const chunk = body(people.slice(from, from + CHUNK), { import_id, total: PEOPLE, access_point_ids: [] });
      let answer = await callFunction(nord, "people-import", chunk);
      if (answer.status !== 200) {
        refused.push(answer.status);
        expect(await found()).toEqual({ people: from, broken: 0 });
        if (then === "is undone") break;
        answer = await callFunction(nord, "people-import", chunk);
      }
      expect(said(peopleImport.IMPORT.reply.parse(answer.body).results)).toEqual(chunk.rows.map(() => "ok"));
    }
    expect(refused).toEqual([503]);
    if (then === "goes on") {
      expect(await found()).toEqual({ people: PEOPLE, broken: 0 });
      return;
    }
    const { people: before } = (await found()) as { people: number };
    while (undone < before) {
      const { body: answer } = await callFunction(nord, "vehicle-import", { action: "UNDO", import_id });
      const { removed, kept } = vehicleImport.UNDO.reply.parse(answer);
      expect([removed > 0, kept]).toEqual([true, 0]);
      undone += removed;
    }
    expect(await counts()).toEqual([0, 0, 0]);
  });
});
