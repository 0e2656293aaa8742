import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { accessSeen } from "#contract/access-seen.ts";
import { pendingDevice } from "#contract/functions/end-user-manager.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { auditPage, auditRows } from "#contract/tables/audit.ts";
import { endOfStockholmDay } from "#contract/validity.ts";
import { specified } from "#tests/specified-texts.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

let portal: TestPortal;
let world: MainWorld;
let people = 0;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});

afterAll(async () => {
  await portal.close();
});
beforeEach(() => stepUpAgain(portal.admin));

type Change = Record<string, unknown>;

const person = (change: Change = {}) => ({
  organization_id: portal.accounts.nord.organizationId,
  first_name: "Doris",
  last_name: `Låtsasberg ${people}`,
  ...change,
});
const pin = (
  value: string | undefined,
  doors: readonly string[] = world.doorIds.slice(0, 1),
  validity_period = "12_months",
) => ({ ...(value !== undefined && { value }), validity_period, access_point_ids: doors });
const vehicle = (plate_number: string, validity_period = "12_months") => ({
  plate_number,
  vehicle_type: "Personbil",
  validity_period,
  controller_ids: [world.gateId],
});

async function create(change: Change) {
  people += 1;
  return callFunction(world.nord, "end-user-manager", { action: "CREATE", payload: person(change) });
}

const update = (id: unknown, change: Change, more: Change = {}) =>
  callFunction(world.nord, "end-user-manager", { action: "UPDATE", id, payload: person(change), ...more });
const opens = (code: string) => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen(code, door)).length;

async function credentials(id: unknown) {
  const { data } = await world.nord
    .from("credentials")
    .select("credential_type, credential_value, valid_from, valid_to, validity_period")
    .eq("end_user_id", id)
    .order("credential_type");
  return data ?? [];
}

// Covers: 5.7
test("a new person without a PIN or a vehicle is refused in the form's words", async () => {
  const stored = async () => (await portal.admin.query("select from end_users")).rowCount;
  const before = await stored();
  const answer = await create({});
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_body", field: "pin" } });
  expect(String(answer.body["error"])).toMatch(
    specified("person-form", "Minst en behörighet måste väljas med korrekt information"),
  );
  expect(await stored()).toBe(before);
});

test("a PIN that is not typed is generated, shown once, and opens the door", async () => {
  const { body } = await create({ pin: pin(undefined) });
  const generated = String(body["generated_pin"]);
  expect(generated).toMatch(/^\d{4,6}$/);
  expect(body).toMatchObject({ state: "synced", pending: [] });
  expect(opens(generated)).toBe(1);
});

// Covers: 4.11
test("an edit without a PIN value keeps the PIN, and an unchanged period keeps both dates", async () => {
  const { body } = await create({ pin: pin("3917") });
  expect(body).toMatchObject({ state: "synced" });
  const id = body["end_user_id"];
  const [before] = await credentials(id);
  expect(await update(id, { first_name: "Ny", pin: pin(undefined, world.doorIds) })).toMatchObject({
    status: 200,
    body: { state: "synced" },
  });
  expect(await credentials(id)).toEqual([before]);
  expect(opens("3917")).toBe(2);
  expect(portal.axis.users().some((user) => user.Name.endsWith(", Ny"))).toBe(true);
});

// Covers: 4.11
test("a changed period runs from now", async () => {
  const { body } = await create({ vehicle: vehicle("MLB 61A", "1_day") });
  const id = body["end_user_id"];
  const [before] = await credentials(id);
  await update(id, { vehicle: vehicle("MLB 61A", "6_months") });
  const [after] = await credentials(id);
  expect(after?.validity_period).toBe("6_months");
  expect(Date.parse(after?.valid_to)).toBeGreaterThan(Date.parse(before?.valid_to));
});

// Covers: 4.11
test("an own end date opens through its last day, survives other edits, and must not be past or too far", async () => {
  const own = (end_date: string | undefined, value?: string) => ({
    pin: { ...pin(value, undefined, "custom"), ...(end_date !== undefined && { end_date }) },
  });
  const day = stockholmDay(new Date(Date.now() + 40 * 86_400_000));
  const { body } = await create(own(day, "7351"));
  expect(body).toMatchObject({ state: "synced" });
  const id = body["end_user_id"];
  const [given] = await credentials(id);
  expect(given?.validity_period).toBe("custom");
  expect(Date.parse(given?.valid_to)).toBe(endOfStockholmDay(day).getTime());
  expect(opens("7351")).toBe(1);

  expect(await update(id, { first_name: "Nytt", ...own(day) })).toMatchObject({ status: 200 });
  expect(await credentials(id)).toEqual([given]);
  const past = {
    status: 400,
    body: { field: "pin.end_date", error: expect.stringContaining("Slutdatumet har passerat") },
  };
  expect(await update(id, own("2020-01-01"))).toMatchObject(past);
  expect(await update(id, own("2120-01-01"))).toMatchObject({ status: 400, body: { field: "pin.end_date" } });
  expect(await update(id, own(undefined))).toMatchObject({ status: 400 });
  expect(await update(id, { pin: { ...pin(undefined), end_date: day } })).toMatchObject({ status: 400 });
  expect(await credentials(id)).toEqual([given]);

  // A day that has passed stays, and a corrected name neither fails nor opens a door again.
  await portal.admin.query(
    "update credentials set valid_from = now() - interval '9 days', valid_to = now() - interval '5 days' where end_user_id = $1",
    [id],
  );
  const passed = stockholmDay(new Date(Date.now() - 5 * 86_400_000));
  expect(await update(id, { first_name: "Rättat", ...own(passed) })).toMatchObject({ status: 200 });
  expect(Date.parse((await credentials(id))[0]?.valid_to)).toBeLessThan(Date.now());
});

test("a table call takes an own end date, never one that is missing or more than ten years ahead", async () => {
  const { body } = await create({ vehicle: vehicle("MLB 73E") });
  const patch = (values: Change) =>
    world.nord.from("credentials").update(values).eq("end_user_id", body["end_user_id"]);
  const inYears = (years: number) => new Date(Date.now() + years * 365.25 * 86_400_000).toISOString();
  expect((await patch({ validity_period: "custom", valid_to: inYears(11) })).error?.message).toMatch(/10 år/);
  expect((await patch({ validity_period: "custom", valid_to: null })).error).not.toBeNull();
  expect((await patch({ validity_period: "custom", valid_to: inYears(9) })).error).toBeNull();
  expect((await credentials(body["end_user_id"]))[0]?.validity_period).toBe("custom");
});

// Covers: 4.11
test("a person whose time has passed stays outside after a corrected name, and gets a period when asked", async () => {
  const { body } = await create({ pin: pin("6358", undefined, "1_day"), vehicle: vehicle("MLB 66F", "1_day") });
  const id = body["end_user_id"];
  await portal.admin.query(
    "update credentials set valid_from = now() - interval '3 days', valid_to = now() - interval '2 days' where end_user_id = $1",
    [id],
  );
  const ended = () => credentials(id).then((all) => all.map((one) => Date.parse(one.valid_to) < Date.now()));
  const unasked = { pin: pin(undefined, undefined, "1_day"), vehicle: vehicle("MLB 66F", "1_day") };
  expect(await update(id, { first_name: "Rättat", ...unasked })).toMatchObject({ status: 200 });
  expect(await ended()).toEqual([true, true]);
  expect(opens("6358")).toBe(0);

  const asked = { pin: { ...unasked.pin, renew: true }, vehicle: { ...unasked.vehicle, renew: true } };
  expect(await update(id, asked)).toMatchObject({ status: 200, body: { state: "synced" } });
  expect(await ended()).toEqual([false, false]);
  const [plate, code] = await credentials(id);
  expect([plate?.validity_period, code?.validity_period]).toEqual(["1_day", "1_day"]);
  const hours = (Date.parse(code?.valid_to) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(22);
  expect(hours).toBeLessThan(26);
  expect(opens("6358")).toBe(1);
});

// Covers: 3.6
test("an edit that leaves a block out removes that credential, on the device too", async () => {
  const { body } = await create({ pin: pin("7281"), vehicle: vehicle("MLB 62B") });
  const id = body["end_user_id"];
  expect(opens("7281")).toBe(1);
  expect(await update(id, { vehicle: vehicle("MLB 62B") })).toMatchObject({ status: 200, body: { state: "synced" } });
  expect(opens("7281")).toBe(0);
  expect((await credentials(id)).map((one) => one.credential_type)).toEqual(["license_plate"]);
  await update(id, { pin: pin("7281") });
  expect((await credentials(id)).map((one) => one.credential_type)).toEqual(["pin"]);
  expect(opens("7281")).toBe(1);
});

test("a new PIN replaces the old one on the device, and the old one is free again", async () => {
  const first = await create({ pin: pin("8642") });
  await update(first.body["end_user_id"], { pin: pin("2951") });
  expect([opens("8642"), opens("2951")]).toEqual([0, 1]);
  expect(await create({ pin: pin("8642") })).toMatchObject({ status: 200 });
});

// Covers: silent.5
test("a PIN that somebody has there is refused by name of the controller, and nothing is half saved", async () => {
  await create({ pin: pin("5063") });
  const refused = await create({ pin: pin("5063"), vehicle: vehicle("MLB 63C") });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: "pin_in_use",
      field: "pin.value",
      error: expect.stringContaining("PIN-koden används redan vid Garage Kajen"),
    },
  });
  expect((await world.nord.from("credentials").select("id").eq("credential_value", "MLB 63C")).data).toEqual([]);
  expect(JSON.stringify(refused.body)).not.toMatch(/[0-9a-f]{64}/);
});

test("two admins who give one PIN at once: one succeeds, the other is refused", async () => {
  const answers = await Promise.all([create({ pin: pin("6417") }), create({ pin: pin("6417") })]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test.each([
  ["1234", "trivial_pin"],
  ["0000", "trivial_pin"],
])("the PIN %s is refused as %s", async (value, code) => {
  expect(await create({ pin: pin(value) })).toMatchObject({ status: 400, body: { code, field: "pin.value" } });
});

test("a door of nobody's, or of another organisation, cannot be granted", async () => {
  expect(await create({ pin: pin("9153", ["00000000-0000-4000-8000-000000000001"]) })).toMatchObject({
    status: 400,
    body: { field: "access_point_ids" },
  });
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const stolen = await callFunction(syd, "end-user-manager", {
    action: "CREATE",
    payload: { ...person({ pin: pin("9153") }), organization_id: portal.accounts.syd.organizationId },
  });
  expect(stolen).toMatchObject({ status: 400, body: { field: "access_point_ids" } });
});

// Covers: 6.2
test("another organisation's person is neither seen, changed, deleted nor shown", async () => {
  const { body } = await create({ pin: pin("4729") });
  const id = body["end_user_id"];
  const { data } = await world.nord.from("credentials").select("id").eq("end_user_id", id).single();
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const as = (request: object) => callFunction(syd, "end-user-manager", request);
  expect(
    await as({
      action: "UPDATE",
      id,
      payload: { ...person({ pin: pin(undefined) }), organization_id: portal.accounts.syd.organizationId },
    }),
  ).toMatchObject({ status: 404 });
  expect(await as({ action: "UPDATE", id, payload: person({ pin: pin(undefined) }) })).toMatchObject({ status: 403 });
  expect(await as({ action: "DELETE", id })).toMatchObject({ status: 404 });
  expect(await as({ action: "REVEAL_PIN", credential_id: data?.id })).toMatchObject({ status: 404 });
  expect(opens("4729")).toBe(1);
});

// Covers: silent.3, design.4
test("showing a PIN is written in the audit before it is answered", async () => {
  const { body } = await create({ pin: pin("3508") });
  const { data } = await world.nord.from("credentials").select("id").eq("end_user_id", body["end_user_id"]).single();
  expect(
    await callFunction(world.nord, "end-user-manager", { action: "REVEAL_PIN", credential_id: data?.id }),
  ).toMatchObject({ status: 200, body: { pin: "3508" } });
  const { rows } = await portal.admin.query(
    "select actor, action, organization_id from audit where subject_id = $1 and action = 'pin_revealed'",
    [data?.id],
  );
  expect(rows).toEqual([
    {
      actor: portal.accounts.nord.userId,
      action: "pin_revealed",
      organization_id: portal.accounts.nord.organizationId,
    },
  ]);
});

// Covers: files.3
test("a form that was opened before somebody else saved is refused, and nothing is overwritten", async () => {
  const { body } = await create({ pin: pin("2786") });
  const id = body["end_user_id"];
  const { data } = await world.nord.from("end_users").select("updated_at").eq("id", id).single();
  expect(await update(id, { first_name: "Först", pin: pin(undefined) }, { seen_at: data?.updated_at })).toMatchObject({
    status: 200,
  });
  expect(await update(id, { first_name: "Sedan", pin: pin(undefined) }, { seen_at: data?.updated_at })).toMatchObject({
    status: 409,
    body: { code: "changed_by_other" },
  });
  expect((await world.nord.from("end_users").select("first_name").eq("id", id).single()).data).toEqual({
    first_name: "Först",
  });
});

/** Changes of a person's access that are no save of the person. */
const ACCESS_CHANGES: Record<
  string,
  (ids: { person: unknown; group: unknown; credential: unknown }) => PromiseLike<{ status: number }>
> = {
  "a group took the person out": ({ person: one, group }) =>
    callFunction(world.nord, "access-groups", { action: "SET_MEMBERS", id: group, add: [], remove: [one] }),
  "a door was given": async ({ credential }) =>
    world.nord.from("controller_assignments").insert({
      credential_id: credential,
      controller_id: world.controllerId,
      access_point_id: world.doorIds[1],
    }),
  "the validity was extended": ({ credential }) =>
    callFunction(world.nord, "end-user-manager", { action: "EXTEND", credential_ids: [credential] }),
};

// Covers: files.3
test.each(Object.entries(ACCESS_CHANGES))(
  "a form is refused when %s after it was opened, and takes nothing back",
  async (name, change) => {
    const { body: made } = await callFunction(world.nord, "access-groups", {
      action: "SAVE",
      organization_id: portal.accounts.nord.organizationId,
      name,
      validity_period: "12_months",
      doors: world.doorIds.slice(1),
      gates: [],
    });
    const group = made["id"];
    const access = { pin: pin(undefined, world.doorIds.slice(0, 1), "1_month"), group_ids: [group] };
    const { body } = await create(access);
    const id = body["end_user_id"];
    const seen = async () => {
      const columns =
        "updated_at, access_group_members(group_id), credentials(id, valid_to, controller_assignments:access_rights(controller_id, access_point_id, group_id))";
      const { data } = await world.nord.from("end_users").select(columns).eq("id", id).single();
      return { seen_at: data?.updated_at, seen_access: data && accessSeen(data) };
    };
    const opened = await seen();
    expect(await update(id, access, opened)).toMatchObject({ status: 200 });

    const open = await seen();
    const { data: credential } = await world.nord.from("credentials").select("id").eq("end_user_id", id).single();
    expect((await change({ person: id, group, credential: credential?.id })).status).toBeLessThan(300);
    const changed = await seen();
    expect(changed).toMatchObject({ seen_at: open.seen_at });
    expect(changed.seen_access).not.toEqual(open.seen_access);
    expect(await update(id, access, open)).toMatchObject({ status: 409, body: { code: "changed_by_other" } });
    expect(await seen()).toEqual(changed);
    expect(await update(id, access, changed)).toMatchObject({ status: 200 });
  },
);

// Covers: silent.4
test("with the controller away a save is kept, reported as pending, and reaches the door later", async () => {
  await portal.axis.faults.offline();
  const saved = await create({ pin: pin("1973") });
  expect(saved).toMatchObject({
    status: 200,
    body: { state: "pending", pending: [{ controller_name: "Garage Kajen", operation: "grant" }] },
  });
  await portal.axis.faults.online();
  await callFunction(world.system, "sync-control", { action: "SYNC_NOW", controller_id: world.controllerId });
  await expect.poll(() => opens("1973")).toBe(1);
});

// Covers: silent.4
test("a person deleted while the controller is away awaits removal until the door has confirmed it", async () => {
  const { body } = await create({ pin: pin("8350") });
  await portal.axis.faults.offline();
  const gone = await callFunction(world.nord, "end-user-manager", { action: "DELETE", id: body["end_user_id"] });
  expect(gone).toMatchObject({
    status: 200,
    body: { state: "pending", pending: [{ operation: "removal", outdated: ["access"], plate: false }] },
  });
  const waiting = async () =>
    (await world.nord.from("sync_states").select("label, state").eq("state", "pending_removal")).data;
  expect(await waiting()).toMatchObject([{ label: expect.stringContaining("Låtsasberg") }]);
  expect(await create({ pin: pin("8350") })).toMatchObject({ status: 409 });
  await portal.axis.faults.online();
  await callFunction(world.system, "sync-control", { action: "SYNC_NOW", controller_id: world.controllerId });
  await expect.poll(waiting).toEqual([]);
  expect(opens("8350")).toBe(0);
  expect(await receiptsOf(gone.body)).toMatchObject([{ kind: "revocation", removed: ["access"] }]);
  expect(await confirmed(gone.body)).toEqual([
    {
      actor: null,
      organization_id: portal.accounts.nord.organizationId,
      subject_name: expect.stringContaining("Låtsasberg"),
      after: [expect.objectContaining({ controller_name: "Garage Kajen", removed: ["access"] })],
    },
  ]);
  expect(await create({ pin: pin("8350") })).toMatchObject({ status: 200 });
});

test("a change names what it takes away while the controller is away, and is confirmed once", async () => {
  const { body } = await create({ pin: pin("6041", world.doorIds) });
  const id = body["end_user_id"];
  expect(opens("6041")).toBe(world.doorIds.length);
  await portal.axis.faults.offline();
  const changed = await update(id, { pin: pin("6042", world.doorIds.slice(0, 1), "1_month") });
  const outdated = expect.arrayContaining(["code", "validity", "doors"]);
  expect(changed.body).toMatchObject({ state: "pending", pending: [{ operation: "grant", outdated }] });
  const { data } = await world.nord.from("sync_states").select("outdated").eq("end_user_id", id).single();
  expect(data).toEqual({ outdated });
  expect(await confirmed(changed.body)).toEqual([]);
  expect(opens("6041")).toBe(world.doorIds.length);
  await portal.axis.faults.online();
  await callFunction(world.system, "sync-control", { action: "SYNC_NOW", controller_id: world.controllerId });
  await expect.poll(() => opens("6042")).toBe(1);
  await expect.poll(() => receiptsOf(changed.body)).toMatchObject([{ kind: "grant", removed: outdated }]);
  expect(opens("6041")).toBe(0);
  expect(await confirmed(changed.body)).toHaveLength(1);
  // The remaining right is not outdated, and a change that only adds removes nothing.
  const grown = await update(id, { pin: pin(undefined, world.doorIds, "12_months") });
  expect(grown.body).toMatchObject({ state: "synced" });
  expect(await confirmed(changed.body)).toHaveLength(1);
});

const sourceOf = (body: Record<string, unknown>) => {
  const { pending } = z.object({ pending: z.array(pendingDevice) }).parse(body);
  return { source: pending[0]?.source_id ?? "", generation: pending[0]?.generation ?? 0 };
};

/** Returns receipts of this change or later ones, as the page reads them. */
async function receiptsOf(body: Record<string, unknown>) {
  const { source, generation } = sourceOf(body);
  const { data } = await world.nord
    .from("sync_receipts")
    .select("kind, removed, read_back_at, asked_at")
    .eq("source_id", source)
    .gte("generation", generation)
    .neq("removed", "{}");
  return data ?? [];
}

async function confirmed(body: Record<string, unknown>) {
  const { rows } = await portal.admin.query(
    "select actor, organization_id, subject_name, after from audit where action = 'removal_confirmed' and subject_id = $1",
    [sourceOf(body).source],
  );
  return rows;
}

const NOBODY = "00000000-0000-4000-8000-000000000009";
const done = (id: unknown) => expect.objectContaining({ end_user_id: id, refused: null });

test("a person who is saved as the form showed them has changed in nothing, however the plate was written", async () => {
  const { body } = await create({ vehicle: vehicle("MLB74X") });
  const id = body["end_user_id"];
  const name = `Doris Låtsasberg ${people}`;
  const events = async () => {
    const { rows } = await portal.admin.query(
      "select action from audit where subject_name = $1 and action not like '%.insert'",
      [name],
    );
    return rows.map(({ action }) => String(action));
  };
  await update(id, { vehicle: vehicle("MLB 74X") });
  expect(await events()).toEqual([]);
  await update(id, { vehicle: vehicle("MLB 74Y") });
  expect(await events()).toEqual(["credentials.update"]);
  expect(await credentials(id)).toMatchObject([{ credential_value: "MLB 74Y" }]);
});

test("one call removes many people: a missing one is refused alone, and the audit names each", async () => {
  const one = await create({ pin: pin("4093") });
  const other = await create({ pin: pin("4094"), vehicle: vehicle("MLB 71A") });
  const ids = [one.body["end_user_id"], NOBODY, other.body["end_user_id"]];
  expect(await callFunction(world.nord, "end-user-manager", { action: "DELETE_MANY", ids })).toMatchObject({
    status: 200,
    body: {
      state: "synced",
      outcomes: [done(ids[0]), { end_user_id: NOBODY, refused: { code: "not_found" } }, done(ids[2])],
    },
  });
  expect([opens("4093"), opens("4094")]).toEqual([0, 0]);
  const { rows } = await portal.admin.query(
    "select subject_id from audit where action = 'end_users.delete' and subject_id = any ($1::uuid[]) and actor is not null",
    [ids.map(String)],
  );
  expect(rows.map((row) => String(row["subject_id"])).toSorted()).toEqual([ids[0], ids[2]].map(String).toSorted());
});

test("switched-off people's PINs open nothing; an undo switches them on, by the rules of PINs", async () => {
  const one = await create({ pin: pin("4095"), vehicle: vehicle("MLB 72B") });
  const other = await create({ pin: pin("4096") });
  const ids = [one.body["end_user_id"], other.body["end_user_id"]];
  await portal.admin.query(
    "update credentials set enabled = false where end_user_id = $1 and credential_type = 'license_plate'",
    [ids[0]],
  );
  const off = await callFunction(world.nord, "end-user-manager", { action: "SWITCH_MANY", ids, enabled: false });
  expect(off).toMatchObject({ status: 200, body: { state: "synced", outcomes: ids.map(done) } });
  expect([opens("4095"), opens("4096")]).toEqual([0, 0]);
  const outcomes = off.body["outcomes"] as { credential_ids: string[] }[];
  const switched = outcomes.flatMap((outcome) => outcome.credential_ids);
  expect(switched).toHaveLength(2);

  const on = await callFunction(world.nord, "end-user-manager", {
    action: "SWITCH_MANY",
    ids,
    enabled: true,
    credential_ids: switched,
  });
  expect(on).toMatchObject({ status: 200, body: { state: "synced", outcomes: ids.map(done) } });
  expect([opens("4095"), opens("4096")]).toEqual([1, 1]);
  const { rows } = await portal.admin.query(
    "select credential_type from credentials where end_user_id = $1 and enabled",
    [ids[0]],
  );
  expect(rows).toEqual([{ credential_type: "pin" }]);
});

test("an act on several people is one event with its rows behind it, and each of them is found in it", async () => {
  const [one, other] = [await create({ pin: pin("4671") }), await create({ pin: pin("4672") })];
  const ids = [one.body["end_user_id"], NOBODY, other.body["end_user_id"]];
  const before = new Date();
  await callFunction(world.nord, "end-user-manager", { action: "SWITCH_MANY", ids, enabled: false });
  // Nothing is changed again, so nothing is logged again.
  await callFunction(world.nord, "end-user-manager", { action: "SWITCH_MANY", ids, enabled: false });
  const { data: credentialRows } = await world.nord.from("credentials").select("id").in("end_user_id", ids.map(String));
  const credential_ids = (credentialRows ?? []).map(({ id }) => id);
  await portal.admin.query("update credentials set valid_to = now() + interval '2 days' where id = any ($1)", [
    credential_ids,
  ]);
  await callFunction(world.nord, "end-user-manager", { action: "EXTEND", credential_ids });
  await callFunction(world.nord, "end-user-manager", { action: "DELETE_MANY", ids });
  const page = async (more: Change = {}) =>
    auditPage.reply.parse((await world.nord.rpc("audit_page", { since: before.toISOString(), ...more })).data).rows;
  const listed = (await page()).filter(({ actor }) => actor !== null);
  expect(listed.map(({ action, row_count, names }) => [action, row_count, names.people_count])).toEqual([
    ["people_deleted", 2, 2],
    ["credentials_extended", 2, 2],
    ["credentials_switched_off", 2, 2],
  ]);
  for (const event of listed) {
    const { data } = await world.nord.rpc("audit_rows", { id: event.id });
    expect(auditRows.reply.parse(data)).toMatchObject({ total: 2, kept: 2, rows: [{}, {}] });
    const foreign = await (await signedInClient(portal.url, portal.accounts.syd)).rpc("audit_rows", { id: event.id });
    expect(auditRows.reply.parse(foreign.data).rows).toEqual([]);
  }
  const found = await page({ search: `Låtsasberg ${people}` });
  expect(found.filter(({ part_of }) => part_of !== null).map(({ action }) => action)).toEqual(
    expect.arrayContaining(["end_users.delete", "credentials.update"]),
  );
});

test("an organisation switches nobody of another, and no call takes more people than a page has", async () => {
  const { body } = await create({ pin: pin("4097") });
  const ids = [body["end_user_id"]];
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  expect(await callFunction(syd, "end-user-manager", { action: "SWITCH_MANY", ids, enabled: false })).toMatchObject({
    body: { outcomes: [{ refused: { code: "not_found" } }] },
  });
  expect(opens("4097")).toBe(1);
  const many = Array.from({ length: 201 }, () => crypto.randomUUID());
  expect(await callFunction(world.nord, "end-user-manager", { action: "DELETE_MANY", ids: many })).toMatchObject({
    status: 400,
  });
});

test("a PIN taken from a person who stays is in that person's history once the door has confirmed it", async () => {
  const { body } = await create({ pin: pin("5172"), vehicle: vehicle("PIN 517") });
  const id = body["end_user_id"];
  expect(await update(id, { vehicle: vehicle("PIN 517") })).toMatchObject({ body: { state: "synced" } });
  expect(opens("5172")).toBe(0);
  const { data } = await world.nord
    .from("sync_receipts")
    .select("controller_name, removed, plate")
    .eq("end_user_id", id)
    .neq("removed", "{}");
  expect(data).toEqual([{ controller_name: "Garage Kajen", removed: ["access"], plate: false }]);
});
