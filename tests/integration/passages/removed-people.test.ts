// The log names people whom an ordinary edit removed, and explains their passages as before. Only an erasure removes the names.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { explainPassage } from "#contract/functions/explain-passage.ts";
import { personData } from "#contract/functions/person-data.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let syd: SupabaseClient;
let person: { id: string; name: string; pin: string; plate: string };
let count = 0;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
});
afterAll(() => portal.close());

beforeEach(async () => {
  count += 1;
  const name = `Vera${count} Minnesgod`;
  const digits = `6402${String(count).padStart(2, "0")}`;
  const [firstName = "", lastName = ""] = name.split(" ");
  const id = await world.savePerson({ firstName, lastName, pin: digits, plate: `VER ${100 + count}` });
  const { rows } = await portal.admin.query<{ pin: string; plate: string }>(
    `select (array_agg(id) filter (where credential_type = 'pin'))[1] as pin,
       (array_agg(id) filter (where credential_type = 'license_plate'))[1] as plate from credentials where end_user_id = $1`,
    [id],
  );
  person = { id, name, pin: rows[0]?.pin ?? "", plate: rows[0]?.plate ?? "" };
  await untilInStep(portal);
});

const nordId = () => portal.accounts.nord.organizationId;

/** Lets her in or refuses her at the door, now. */
async function atDoor(granted: boolean, reason: string | null = null): Promise<string> {
  const id = randomUUID();
  await portal.admin.query("select pg_sleep(0.002)");
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     values ($1, now(), now(), $2, $3, $4, 'access', $5, $6, $7)`,
    [id, world.controllerId, world.doorIds[0], nordId(), granted, reason, person.pin],
  );
  await portal.admin.query("select pg_sleep(0.002)");
  return id;
}

async function atGate(): Promise<string> {
  const id = randomUUID();
  await portal.admin.query(
    `insert into access_logs (id, plate_number, controller_id, organization_id, access_granted, access_reason, credential_id)
     values ($1, 'VER101', $2, $3, true, 'valid_credential', $4)`,
    [id, world.gateId, nordId(), person.plate],
  );
  return id;
}

interface NamedRow {
  credentials: { end_users: { first_name: string; last_name: string; removed_at: string | null } | null } | null;
}

const NAMES = "id, credentials:logged_credentials(end_users:logged_people(first_name, last_name, removed_at))";

/** Returns the name that the log shows for the row; null where it shows none. */
async function nameIn(client: SupabaseClient, view: "merged_log" | "access_logs", id: string): Promise<string | null> {
  const { data, error } = await client
    .from(view)
    .select(NAMES)
    .eq("id", id)
    .overrideTypes<NamedRow[], { merge: false }>();
  if (error) throw new Error(error.message);
  const shown = data[0]?.credentials?.end_users;
  return shown ? `${shown.first_name} ${shown.last_name}` : null;
}

async function foundBySearch(text: string, id: string): Promise<boolean> {
  const { data } = await world.nord.rpc("log_names", { words: [text] });
  const ids = (data as { credential_id: string[] }[])[0]?.credential_id ?? [];
  const { data: rows } = await world.nord.from("merged_log").select("id").in("credential_id", ids).eq("id", id);
  return rows?.length === 1;
}

async function explain(id: string, source = "door") {
  const { reasons, truths } = explainPassage.reply.parse(await call(world.nord, "explain-passage", { source, id }));
  return { reasons, truths };
}

async function candidatesOf(id: string): Promise<string[]> {
  const { candidates } = explainPassage.reply.parse(await call(world.nord, "explain-passage", { source: "door", id }));
  return candidates.filter(({ name }) => name === person.name).map(({ cause }) => cause);
}

const save = (blocks: object) =>
  call(world.nord, "end-user-manager", {
    action: "UPDATE",
    id: person.id,
    payload: { organization_id: nordId(), first_name: person.name.split(" ")[0], last_name: "Minnesgod", ...blocks },
  });
const vehicle = () => ({
  plate_number: `VER ${100 + count}`,
  vehicle_type: "Personbil",
  validity_period: "12_months",
  controller_ids: [world.gateId],
});
const pinOf = (value?: string) => ({
  ...(value && { value }),
  validity_period: "12_months",
  access_point_ids: world.doorIds,
});

const REMOVALS: readonly [string, () => Promise<unknown>][] = [
  ["a PIN that is taken away", () => save({ vehicle: vehicle() })],
  ["a person who is deleted", () => call(world.nord, "end-user-manager", { action: "DELETE", id: person.id })],
  ["a person who is deleted by a table call", async () => world.nord.from("end_users").delete().eq("id", person.id)],
  [
    "a credential that is deleted by a table call",
    async () => world.nord.from("credentials").delete().eq("id", person.pin),
  ],
];

test.each(REMOVALS)("%s leaves names, search and explanations as they were", async (_what, remove) => {
  const refused = await atDoor(false, "not_permitted");
  const granted = await atDoor(true);
  const before = [await explain(refused), await explain(granted)];
  expect(before[0]?.reasons).toEqual([{ code: "device_disagreed", since: null }]);
  await remove();
  await untilInStep(portal);
  expect([await explain(refused), await explain(granted)]).toEqual(before);
  for (const id of [refused, granted]) {
    expect(await nameIn(world.nord, "merged_log", id)).toBe(person.name);
    expect(await foundBySearch(person.name.split(" ")[0] ?? "", id)).toBe(true);
  }
  const { data } = await world.nord.from("passages").select("first_name, last_name").eq("id", granted).single();
  expect(data).toEqual({ first_name: person.name.split(" ")[0], last_name: "Minnesgod" });
});

test("a vehicle that is taken away is still named at the gate", async () => {
  const passage = await atGate();
  await save({ pin: pinOf() });
  expect(await nameIn(world.nord, "access_logs", passage)).toBe(person.name);
  expect(await nameIn(world.nord, "merged_log", passage)).toBe(person.name);
});

test("a neighbour sees nothing of removed people, and their own log stays theirs", async () => {
  await call(world.nord, "end-user-manager", { action: "DELETE", id: person.id });
  const people = await syd.from("removed_people").select("id");
  const credentials = await syd.from("removed_credentials").select("id");
  const logged = await syd.from("logged_people").select("id").eq("id", person.id);
  expect([people.data, credentials.data, logged.data]).toEqual([[], [], []]);
  const own = await world.nord.from("removed_people").select("first_name").eq("id", person.id);
  expect(own.data).toEqual([{ first_name: person.name.split(" ")[0] }]);
  for (const forged of [
    world.nord
      .from("removed_people")
      .insert({ id: randomUUID(), organization_id: nordId(), first_name: "x", last_name: "x" }),
    world.nord.from("removed_people").delete().eq("id", person.id),
  ])
    expect((await forged).error?.code).toBe("42501");
});

test("a removed person's data is exported as before, to the own organisation and nobody else", async () => {
  const passage = await atDoor(false, "not_permitted");
  await atGate();
  await call(world.nord, "end-user-manager", { action: "DELETE", id: person.id });
  const asked = { action: "EXPORT", end_user_id: person.id };
  for (const client of [world.nord, world.system]) {
    const { person: known } = personData.EXPORT.reply.parse((await callFunction(client, "person-data", asked)).body);
    expect(known.person).toMatchObject({ id: person.id, last_name: "Minnesgod", created_at: null });
    expect(known.person.removed_at).not.toBeNull();
    expect(known.passages).toMatchObject([{ plate: "VER101", granted: true }]);
    expect(known.door_events).toMatchObject([{ granted: false, reason: "not_permitted" }]);
    expect(known.credentials).toEqual([]);
  }
  expect((await callFunction(syd, "person-data", asked)).status).toBe(404);
  await callFunction(world.nord, "person-data", { action: "ERASE", end_user_id: person.id });
  expect((await callFunction(world.nord, "person-data", asked)).status).toBe(404);
  expect(await nameIn(world.nord, "merged_log", passage)).toBeNull();
});

test("an erasure makes the log forget, whether the person was removed before or not", async () => {
  for (const isRemoved of [false, true]) {
    const passage = await atDoor(false, "not_permitted");
    await save({ vehicle: vehicle() });
    await portal.admin.query(
      `with made as (insert into access_groups (organization_id, name) values ($1, gen_random_uuid()) returning id)
       insert into access_group_members (group_id, organization_id, end_user_id) select id, $1, $2 from made`,
      [portal.accounts.nord.organizationId, person.id],
    );
    if (isRemoved) await call(world.nord, "end-user-manager", { action: "DELETE", id: person.id });
    const erased = await callFunction(world.nord, "person-data", { action: "ERASE", end_user_id: person.id });
    expect(erased.status).toBe(200);
    expect(await nameIn(world.system, "merged_log", passage)).toBeNull();
    const { rows } = await portal.admin.query(
      `select (select count(*) from removed_people where id = $1) + (select count(*) from removed_credentials where end_user_id = $1)
         + (select count(*) from credential_versions where credential_id = $2)
         + (select count(*) from membership_versions where end_user_id = $1) as left`,
      [person.id, person.pin],
    );
    expect(rows).toEqual([{ left: "0" }]);
    if (!isRemoved) await renewPerson();
  }
});

async function renewPerson(): Promise<void> {
  const id = await world.savePerson({ firstName: "Vilma", lastName: "Minnesgod", pin: "640299", plate: "VIL 999" });
  const { rows } = await portal.admin.query<{ id: string }>(
    "select id from credentials where end_user_id = $1 and credential_type = 'pin'",
    [id],
  );
  person = { ...person, id, name: "Vilma Minnesgod", pin: rows[0]?.id ?? "" };
}

/** Types a code that the door does not know. */
async function unknownCode(): Promise<string> {
  const event = await atDoor(false, "unknown_code");
  await portal.admin.query("update door_events set credential_id = null where id = $1", [event]);
  return event;
}

test("a PIN taken away and one that was replaced are named as whose an unknown code may be, for a week", async () => {
  await save({ pin: pinOf(`7713${String(count).padStart(2, "0")}`), vehicle: vehicle() });
  await untilInStep(portal);
  const replaced = await unknownCode();
  expect(await candidatesOf(replaced)).toEqual(["code_replaced"]);
  await save({ vehicle: vehicle() });
  await untilInStep(portal);
  const removed = await unknownCode();
  expect(await candidatesOf(removed)).toEqual(["removed"]);
  expect(await candidatesOf(replaced)).toEqual(["code_replaced"]);
  await portal.admin.query("alter table sync_receipts disable trigger user");
  await portal.admin.query(
    "update sync_receipts set read_back_at = read_back_at - interval '8 days', asked_at = asked_at - interval '8 days' where source_id = $1",
    [person.pin],
  );
  await portal.admin.query(
    "update credential_versions set since = since - interval '8 days' where credential_id = $1",
    [person.pin],
  );
  expect(await candidatesOf(await unknownCode())).toEqual([]);
});

test("a door that a removed code still opens is explained by the removal", async () => {
  await save({ vehicle: vehicle() });
  const { truths } = await explain(await atDoor(true));
  expect(truths.desired).toEqual({ allowed: false, because: "removed" });
});

test("a deleted organisation leaves nobody's name", async () => {
  await portal.admin.query("insert into organizations (id, name) values ($1, 'Tillfällig')", [person.id]);
  const { rows } = await portal.admin.query<{ id: string }>(
    "insert into end_users (organization_id, first_name, last_name) values ($1, 'Tove', 'Tillfällig') returning id",
    [person.id],
  );
  await portal.admin.query(
    "insert into credentials (end_user_id, credential_type, credential_value, validity_period, valid_to) values ($1, 'license_plate', 'TOV 111', '12_months', now() + interval '1 year')",
    [rows[0]?.id],
  );
  await portal.admin.query("delete from end_users where id = $1", [rows[0]?.id]);
  await portal.admin.query("delete from organizations where id = $1", [person.id]);
  const left = await portal.admin.query("select from removed_people where id = $1", [rows[0]?.id]);
  expect(left.rowCount).toBe(0);
});
