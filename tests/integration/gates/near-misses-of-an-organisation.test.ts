// An organisation's administrator handles readings that may be cars of its people, over HTTP.
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import type { MainWorld } from "#tests/support/main-world.ts";
import { type NearMissRig, nearMiss, openNearMissRig, queue } from "./near-miss-rig.ts";

let rig: NearMissRig;
let portal: NearMissRig["portal"];
let world: NearMissRig["world"];
let syd: MainWorld["system"];
beforeAll(async () => {
  rig = await openNearMissRig();
  ({ portal, world } = rig);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  await portal.admin.query("insert into organization_controllers values ($1, $2) on conflict do nothing", [
    portal.accounts.syd.organizationId,
    world.gateId,
  ]);
});
afterAll(() => portal.close());
const read = (plate: string) => rig.read(plate);
const missed = (plate: string) => rig.missed(plate);

const explain = (who: MainWorld["system"], id: string) => callFunction(who, "explain-passage", { source: "gate", id });
const link = (who: MainWorld["system"], id: string, more: object = {}) =>
  callFunction(who, "apply-fix", { passage: { source: "gate", id }, fix_id: "add_alias", confirm: true, ...more });
const inLog = async (who: MainWorld["system"], plate: string) => {
  const { data, error } = await who
    .from("merged_log")
    .select("id,source,granted,reason,credential_id,controllers(name)")
    .eq("plate_number", plate)
    .order("occurred_at");
  if (error) throw new Error(error.message);
  return data;
};
const save = (lastName: string, plate: string) => world.savePerson({ firstName: "Rut", lastName, plate });
/** Saves a car of the other organisation's. */
const saveInSyd = async (lastName: string, plate: string) => {
  const vehicle = {
    plate_number: plate,
    vehicle_type: "Personbil",
    validity_period: "12_months",
    controller_ids: [world.gateId],
  };
  const { organizationId: organization_id } = portal.accounts.syd;
  const payload = { organization_id, first_name: "Sara", last_name: lastName, vehicle };
  expect(await callFunction(syd, "end-user-manager", { action: "CREATE", payload })).toMatchObject({ status: 200 });
};

test("an administrator finds its last passage in the log, links it there and takes that back", async () => {
  await save("Länkad", "SXA100");
  const first = await read("SXA1OO");
  await missed("SXA1OO");
  const log = await inLog(world.nord, "SXA1OO");
  // Only the log of system admins has the first passage. An organisation sees the passages that its queue shows.
  expect(await inLog(world.system, "SXA1OO")).toHaveLength(2);
  expect(log).toMatchObject([{ source: "gate", granted: false, reason: "no_match", credential_id: null }]);
  const id = z.string().parse(log[0]?.id);
  expect(id).not.toBe(first.log_id);
  expect(await explain(world.nord, id)).toMatchObject({
    status: 200,
    body: {
      reasons: [{ code: "near_miss" }],
      candidates: [{ name: "Rut Länkad" }],
      fixes: [{ id: "add_alias" }],
      has_image: false,
    },
  });
  const saved = await link(world.nord, id);
  expect(saved).toMatchObject({ status: 200, body: { fix: { outcome: "applied", tried: { granted: true } } } });
  expect(await link(world.nord, id)).toMatchObject({ status: 200, body: { fix: { undo: null } } });
  const { undo } = z.object({ fix: z.object({ undo: z.object({ credential_id: z.uuid() }) }) }).parse(saved.body).fix;
  // A link can still be undone on another day, but only by its own organisation.
  const linked = { status: 200, body: { fixes: [], linked_credential_id: undo.credential_id } };
  expect(await explain(world.nord, id)).toMatchObject(linked);
  expect(await explain(world.system, id)).toMatchObject(linked);
  const letIn = await read("SXA1OO");
  expect(letIn).toMatchObject({ granted: true });
  // A granted passage cannot be linked: it would appear in the log a second time, as refused.
  expect(await link(world.nord, letIn.log_id, { undo })).toMatchObject({
    status: 409,
    body: { reason: "fix_not_undone" },
  });
  expect(await inLog(world.nord, "SXA1OO")).toMatchObject([{ id: letIn.log_id, granted: true }]);
  const made = await portal.admin.query(
    "select actor from audit where action = 'plate_aliases.insert' and after::text like '%SXA1OO%'",
  );
  expect(made.rows).toEqual([{ actor: portal.accounts.nord.userId }]);
  expect(await link(world.nord, id, { undo })).toMatchObject({
    status: 200,
    body: { fix: { outcome: "undone", next: [{ id: "add_alias" }] } },
  });
  expect(await explain(world.nord, id)).toMatchObject({ body: { linked_credential_id: null } });
  expect(await read("SXA1OO")).toMatchObject({ granted: false });
  expect(await queue(world.nord, "SXA1OO")).toHaveLength(1);
});

test("an administrator sees nothing of one that is nearly a neighbour's car only, and links none", async () => {
  await saveInSyd("Granne", "SXB100");
  const { log_id } = await read("SXB1OO");
  await missed("SXB1OO");
  expect(await inLog(world.nord, "SXB1OO")).toEqual([]);
  const unknown = await read("ZZY998");
  const answers = async (id: string) => [await explain(world.nord, id), await link(world.nord, id)];
  // The answer has the words of a passage that is no near miss at all.
  expect(await answers(log_id)).toMatchObject(
    (await answers(unknown.log_id)).map(({ status, body }) => ({ status, body: wordsOf(body) })),
  );
  expect(await explain(syd, log_id)).toMatchObject({ status: 200, body: { candidates: [{ name: "Sara Granne" }] } });
});

test("an administrator learns of its own people's car alone, where it may be a neighbour's too", async () => {
  await save("Egen", "SXC11O");
  await saveInSyd("Granne", "SXC11D");
  const { log_id } = await read("SXC110");
  await missed("SXC110");
  const { status, body } = await explain(world.nord, log_id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ candidates: [{ name: "Rut Egen" }], fixes: [{ id: "add_alias" }] });
  expect(JSON.stringify(body)).not.toContain("Sara");
  // The system admin sees both candidates, and chooses in the queue.
  expect(await explain(world.system, log_id)).toMatchObject({ body: { fixes: [] } });
  expect(await link(syd, log_id)).toMatchObject({ status: 200 });
  // The reading is linked to the neighbour's car: the other organisation sees nothing of it.
  expect(await explain(world.nord, log_id)).toMatchObject({ status: 404 });
  expect(await link(world.nord, log_id)).toMatchObject({ status: 404 });
});

test.each(["plate", "alias"])(
  "an administrator is refused as in the queue when the reading is a neighbour's %s by now",
  async (what) => {
    const [own, reading] = what === "plate" ? ["SXD100", "SXD1OO"] : ["SXE100", "SXE1OO"];
    await save("Sen", own);
    const { log_id } = await read(reading);
    await missed(reading);
    await saveInSyd("Först", what === "plate" ? reading : "TTT111");
    if (what === "alias")
      await portal.admin.query(
        `insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
       select $1, organization_id, id, $2 from credentials where plate_key = 'TTT111'`,
        [world.gateId, reading],
      );
    // A plate is registered between the look and the answer.
    const again = async () => {
      const { rows } = await portal.admin.query<{ id: string }>(
        `with m as (insert into plate_near_misses (controller_id, plate_number, last_read_at) values ($1, $2, now())
         on conflict (controller_id, plate_key) do update set reads = 1 returning id),
       c as (insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place)
         select m.id, k.organization_id, k.id, 1 from m, credentials k where k.plate_key = $3 on conflict do nothing)
       select id from m`,
        [world.gateId, reading, own],
      );
      return rows[0]?.id;
    };
    await again();
    const { status, body } = await link(world.nord, log_id);
    const queued = await nearMiss(world.nord, { action: "LINK", id: await again() });
    expect({ status, body: wordsOf(body) }).toEqual({ status: 409, body: wordsOf(queued.body) });
    expect(queued).toMatchObject({ status: 409, body: { reason: "reading_taken" } });
    expect(await link(world.nord, log_id)).toMatchObject({ status: 404 });
  },
);

/** Drops the parts that differ between two requests. */
function wordsOf(body: unknown): object {
  const { error, code, reason } = z.looseObject({}).parse(body);
  return { error, code, reason };
}
