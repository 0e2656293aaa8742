// Anybody may register any plate. That must show nothing of gates that the organisation does not use, or of people there.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { lookForNearMisses } from "#server/gates/look-for-near-misses.job.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, insertedId, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

const SOURCE = "SERVER1/DeviceIpint.1/SourceEndpoint.video:0:0";

let portal: TestPortal;
let world: MainWorld;
let syd: MainWorld["nord"];
let organizationId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  organizationId = portal.accounts.syd.organizationId ?? "";
  const payload = { frame_source: SOURCE };
  expect(
    await callFunction(world.system, "controller-manager", { action: "UPDATE", id: world.gateId, payload }),
  ).toMatchObject({ status: 200 });
});
afterAll(() => portal.close());
beforeEach(() => setLinked(false));

const drive = async (plate: string) =>
  z.object({ log_id: z.string() }).parse(JSON.parse((await portal.axxon.drive(plate)).answer)).log_id;
const asked = () => portal.axxon.requests.count("GET /archive/media");

/** Links the organisation to the gate that only Brf Norrgården uses otherwise. */
const setLinked = (isLinked: boolean) =>
  portal.admin.query(
    isLinked
      ? "insert into organization_controllers values ($1, $2) on conflict do nothing"
      : "delete from organization_controllers where organization_id = $1 and controller_id = $2",
    [organizationId, world.gateId],
  );

async function register(plate: string): Promise<{ person: string; car: string }> {
  const row = { organization_id: organizationId, first_name: "Ingen", last_name: "Alls" };
  const person = await insertedId(syd, "end_users", row);
  const credential = { end_user_id: person, credential_type: "license_plate", credential_value: plate };
  const car = await insertedId(syd, "credentials", { ...credential, valid_to: "2036-01-01" });
  return { person, car };
}

/** Waits for the job, which reads readings that are at least two seconds old. */
async function lookedAt(plate: string): Promise<void> {
  const looked = async () => {
    await lookForNearMisses(portal.server.deps.pools.engine);
    const { rows } = await portal.admin.query(
      `select p.looked_until >= (select max(detected_at) from access_logs where plate_number = $1) as done from private.near_miss_progress p`,
      [plate],
    );
    return rows[0]?.done;
  };
  await expect.poll(looked, { interval: 250 }).toBe(true);
}

const inLog = async (who: MainWorld["nord"], id: string) => {
  const found = await Promise.all(
    ["access_logs", "passages", "merged_log"].map((name) => who.from(name).select("id").eq("id", id)),
  );
  return found.map(({ data, error }) => (error === null ? (data ?? []).length : error.message));
};
const image = async (who: MainWorld["nord"], id: string) =>
  (await callFunction(who, "passage-image", { id })).body["reason"];

test("an organisation learns neither when nor where its car comes to others' gates, and sees no image", async () => {
  const { person } = await register("GRA 500");
  const id = await drive("GRA500");
  expect(await inLog(syd, id)).toEqual([0, 0, 0]);
  const before = asked();
  expect(await image(syd, id)).toBe("passage_gone");
  expect(asked()).toBe(before);
  expect(await callFunction(syd, "explain-passage", { source: "gate", id })).toMatchObject({ status: 404 });
  expect(await callFunction(syd, "person-data", { action: "EXPORT", end_user_id: person })).toMatchObject({
    body: { person: { passages: [] } },
  });
  // Erasing the person does not take the plate out of another organisation's log either.
  expect(await callFunction(syd, "person-data", { action: "ERASE", end_user_id: person })).toMatchObject({
    status: 200,
  });
  const { rows } = await portal.admin.query("select plate_number, credential_id from access_logs where id = $1", [id]);
  expect(rows).toEqual([{ plate_number: "GRA500", credential_id: null }]);
});

test("a refusal stays in the log of those who use the gate, even if others register the plate", async () => {
  await world.savePerson({ firstName: "Nils", lastName: "Nord", plate: "GRA 600" });
  await portal.admin.query("update credentials set enabled = false where plate_key = 'GRA600'");
  await register("GRA 600");
  const id = await drive("GRA600");
  expect(await inLog(world.nord, id)).toEqual([1, 1, 1]);
  expect(await inLog(syd, id)).toEqual([0, 0, 0]);
  const { rows } = await portal.admin.query("select access_reason from access_logs where id = $1", [id]);
  expect(rows).toEqual([{ access_reason: "disabled" }]);
});

test("an organisation that lost the gate reads why its car is refused there, but sees no image", async () => {
  await setLinked(true);
  const { car } = await register("GRA 700");
  const assignment = { credential_id: car, controller_id: world.gateId };
  expect((await syd.from("controller_assignments").insert(assignment)).error).toBeNull();
  const letIn = await drive("GRA700");
  expect((await callFunction(syd, "explain-passage", { source: "gate", id: letIn })).body["has_image"]).toBe(true);
  await setLinked(false);
  const refused = await drive("GRA700");
  expect(await callFunction(syd, "explain-passage", { source: "gate", id: refused })).toMatchObject({
    status: 200,
    body: { reasons: [{ code: "organisation_unlinked" }], has_image: false },
  });
  const before = asked();
  for (const id of [letIn, refused]) expect(await image(syd, id)).toBe("image_off");
  expect(asked()).toBe(before);
  expect(await callFunction(world.system, "explain-passage", { source: "gate", id: refused })).toMatchObject({
    body: { has_image: true },
  });
});

test("an organisation that lost the gate learns of no near reading of its cars, and links none", async () => {
  await setLinked(true);
  const { car } = await register("NAR 100");
  const assignment = { credential_id: car, controller_id: world.gateId };
  expect((await syd.from("controller_assignments").insert(assignment)).error).toBeNull();
  await world.savePerson({ firstName: "Nina", lastName: "Nord", plate: "NAR1OO" });
  await drive("NAR1O0");
  await lookedAt("NAR1O0");
  const waiting = async (who: MainWorld["nord"]) =>
    z
      .array(z.object({ id: z.string(), last_passage_id: z.string() }))
      .parse((await who.from("plate_near_misses").select("id, last_passage_id").eq("plate_number", "NAR1O0")).data);
  const [seen] = await waiting(syd);
  const id = seen?.id ?? "";
  const answer = async (who: MainWorld["nord"], action: string) =>
    (await callFunction(who, "near-miss", { action, id })).status;
  expect(await answer(syd, "DISMISS")).toBe(200);
  await setLinked(false);
  const again = await drive("NAR1O0");
  await lookedAt("NAR1O0");
  expect((await waiting(world.nord))[0]?.last_passage_id).toBe(again);
  expect(await waiting(syd)).toEqual([]);
  for (const action of ["RESTORE", "LINK", "CORRECT"])
    expect([action, await answer(syd, action)]).toEqual([action, 404]);
  expect(await inLog(syd, again)).toEqual([0, 0, 0]);
  expect((await callFunction(syd, "explain-passage", { source: "gate", id: again })).status).toBe(404);
  expect(await answer(world.nord, "LINK")).toBe(200);
});

test("a linked reading ends with the gate: only organisations with the gate see whose car is read there", async () => {
  await setLinked(true);
  const { car } = await register("NAB 100");
  const assignment = { credential_id: car, controller_id: world.gateId };
  expect((await syd.from("controller_assignments").insert(assignment)).error).toBeNull();
  const passage = { source: "gate", id: await drive("NAB1O0") };
  await lookedAt("NAB1O0");
  const fix = { passage, fix_id: "add_alias", confirm: true };
  expect((await callFunction(syd, "apply-fix", fix)).status).toBe(200);
  await setLinked(false);
  const id = await drive("NAB1O0");
  expect(await inLog(syd, id)).toEqual([0, 0, 0]);
  expect(await inLog(world.system, id)).toEqual([1, 1, 1]);
  expect((await callFunction(syd, "apply-fix", { ...fix, undo: { credential_id: car } })).status).toBe(404);
  const { data } = await world.system.from("plate_near_misses").select("id").eq("plate_number", "NAB1O0");
  expect(data).toEqual([]);
});
