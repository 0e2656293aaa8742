import { afterAll, beforeAll, expect, test } from "vitest";
import { accessPreview } from "#contract/functions/access-preview.ts";
import { endUserManager } from "#contract/functions/end-user-manager.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

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

/** Returns the id of the credential that a new person got. */
async function given(block: object): Promise<string> {
  people += 1;
  const { body } = await callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Elsa",
      last_name: `Förlängd ${people}`,
      ...block,
    },
  });
  const { rows } = await portal.admin.query("select id from credentials where end_user_id = $1", [body["end_user_id"]]);
  return String(rows[0]?.id);
}

const pin = (value: string) => ({
  pin: { value, validity_period: "1_month", access_point_ids: world.doorIds.slice(0, 1) },
});
const vehicle = (plate: string) => ({
  vehicle: {
    plate_number: plate,
    vehicle_type: "Personbil",
    validity_period: "1_month",
    controller_ids: [world.gateId],
  },
});

/** Moves both dates so that `left` remains until the credential's end. */
const leave = (id: string, left: string) =>
  portal.admin.query(
    "update credentials set valid_from = now() + $2::interval - interval '1 month', valid_to = now() + $2::interval where id = $1",
    [id, left],
  );
const stored = async (id: string) =>
  (await portal.admin.query("select valid_from, valid_to from credentials where id = $1", [id])).rows[0];
const extend = async (...ids: string[]) => {
  const { status, body } = await callFunction(world.nord, "end-user-manager", {
    action: "EXTEND",
    credential_ids: ids,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return endUserManager.EXTEND.reply.parse(body).results;
};
const undo = async (extensions: unknown) => {
  const { body } = await callFunction(world.nord, "end-user-manager", { action: "UNDO_EXTEND", extensions });
  return endUserManager.UNDO_EXTEND.reply.parse(body).results.map(({ outcome }) => outcome);
};
const opens = (code: string) => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen(code, door)).length;

test("a period is added to the rest, a second press adds nothing, and the undo gives back both dates", async () => {
  const id = await given(vehicle("MLB 71A"));
  await leave(id, "5 days");
  const before = await stored(id);
  const [first] = await extend(id);
  if (first?.outcome !== "extended") throw new Error(`not extended: ${JSON.stringify(first)}`);
  const after = await stored(id);
  const days = (after.valid_to.getTime() - before.valid_to.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(27);
  expect(days).toBeLessThan(32);
  expect(after.valid_from).toEqual(before.valid_from);
  expect(await extend(id)).toEqual([{ outcome: "enough", credential_id: id }]);
  expect(await stored(id)).toEqual(after);

  // A call without a start keeps the membership's start.
  expect(await undo([{ ...first, before: { ...first.before, valid_from: null } }])).toEqual(["restored"]);
  expect(await stored(id)).toEqual(before);
  expect(await undo([first])).toEqual(["changed"]);
});

test("an undo leaves an end that somebody else gave meanwhile, and gives no later one", async () => {
  const id = await given(vehicle("MLB 72A"));
  await leave(id, "5 days");
  const [result] = await extend(id);
  if (result?.outcome !== "extended") throw new Error("not extended");
  await portal.admin.query("update credentials set valid_to = valid_to + interval '1 day' where id = $1", [id]);
  const theirs = await stored(id);
  expect(await undo([result])).toEqual(["changed"]);
  const until = theirs.valid_to.toISOString();
  expect(
    await undo([
      { credential_id: id, valid_to: until, before: { valid_from: null, valid_to: "2099-01-01T00:00:00+00:00" } },
    ]),
  ).toEqual(["changed"]);
  expect(await stored(id)).toEqual(theirs);
});

test("a code that has ended opens again, and not after the undo", async () => {
  const id = await given(pin("7204"));
  await leave(id, "-2 days");
  await expect.poll(() => opens("7204")).toBe(0);
  const [result] = await extend(id);
  expect(result?.outcome).toBe("extended");
  await expect.poll(() => opens("7204")).toBe(1);
  expect(await undo([result])).toEqual(["restored"]);
  await expect.poll(() => opens("7204")).toBe(0);
});

test("a code that became another's is refused in words, and the others of the same call are extended", async () => {
  const lost = await given(pin("8315"));
  const car = await given(vehicle("MLB 73A"));
  await leave(lost, "-40 days");
  await leave(car, "3 days");
  // The PIN is free for others once its removal is confirmed.
  await expect
    .poll(async () => (await portal.admin.query("select from controller_pins where source_id = $1", [lost])).rowCount)
    .toBe(0);
  await given(pin("8315"));
  await expect.poll(() => opens("8315")).toBe(1);
  const [first, second, third] = await extend(lost, car, crypto.randomUUID());
  expect(first).toMatchObject({ outcome: "refused", error: expect.stringContaining("PIN") });
  expect(second?.outcome).toBe("extended");
  expect(third?.outcome).toBe("gone");
  expect((await stored(lost)).valid_to.getTime()).toBeLessThan(Date.now());
});

test("a preview says which people get a place back and whose dates change, and extends nothing", async () => {
  const ended = await given(vehicle("MLB 75A"));
  const ending = await given(vehicle("MLB 76A"));
  const enough = await given(vehicle("MLB 77A"));
  await leave(ended, "-2 days");
  await leave(ending, "5 days");
  await leave(enough, "40 days");
  const ids = [ended, ending, enough, crypto.randomUUID()];
  const before = await Promise.all(ids.map(stored));
  const { status, body } = await callFunction(world.nord, "access-preview", {
    call: "end-user-manager",
    body: { action: "EXTEND", credential_ids: ids },
  });
  expect(status).toBe(200);
  const { people, places } = accessPreview.reply.parse(body);
  expect(people).toEqual({ gain: 1, lose: 0, hours: 0, dates: 1, total: 2 });
  expect(places).toMatchObject([{ controller_id: world.gateId, access_point_id: null }]);
  expect(places[0]?.changes.map(({ kind, names }) => [kind, names.length]).toSorted()).toEqual([
    ["dates", 1],
    ["gain", 1],
  ]);
  expect(await Promise.all(ids.map(stored))).toEqual(before);
  expect((await extend(...ids)).map(({ outcome }) => outcome)).toEqual(["extended", "extended", "enough", "gone"]);
});

test("two presses at once give one period", async () => {
  const id = await given(vehicle("MLB 74A"));
  await leave(id, "5 days");
  const outcomes = (await Promise.all([extend(id), extend(id)])).map(([result]) => result?.outcome);
  expect(outcomes.map(String).toSorted()).toEqual(["enough", "extended"]);
});

test("each extension is in the event log", async () => {
  const id = await given(vehicle("MLB 75A"));
  await leave(id, "5 days");
  const count = async () =>
    (
      await portal.admin.query(
        "select count(*)::int as n from audit where subject_table = 'credentials' and subject_id::text = $1",
        [id],
      )
    ).rows[0].n;
  const before = await count();
  await extend(id);
  expect(await count()).toBe(before + 1);
});
