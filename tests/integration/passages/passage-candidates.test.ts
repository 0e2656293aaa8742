// Finds the owner of a code that a door did not know, from receipts and versions, never from the typed digits.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { explainPassage } from "#contract/functions/explain-passage.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

let portal: TestPortal;
let world: MainWorld;
let door: string;
let otherDoor: string;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  [door = "", otherDoor = ""] = world.doorIds;
  await inStep();
});
afterAll(() => portal.close());

const inStep = () => untilInStep(portal);

/** Types a code that the door does not know. */
async function unknownCode(doorId = door): Promise<string> {
  const event = randomUUID();
  // Events are precise to a millisecond, so changes before and after an event use another millisecond.
  await portal.admin.query("select pg_sleep(0.002)");
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason)
     values ($1, now(), now(), $2, $3, $4, 'access', false, 'unknown_code')`,
    [event, world.controllerId, doorId, portal.accounts.nord.organizationId],
  );
  await portal.admin.query("select pg_sleep(0.002)");
  return event;
}

async function candidatesOf(event: string): Promise<string[]> {
  const { candidates } = explainPassage.reply.parse(
    await call(world.nord, "explain-passage", { source: "door", id: event }),
  );
  return candidates.map(({ name, cause }) => `${name.split(" ")[0] ?? ""}: ${cause}`).toSorted();
}

async function addPerson(firstName: string, pin: string): Promise<string> {
  const id = await world.savePerson({ firstName, lastName: "Exempel", pin });
  const { rows } = await portal.admin.query<{ id: string }>("select id from credentials where end_user_id = $1", [id]);
  return rows[0]?.id ?? "";
}

const take = (credentialId: string, ...doors: string[]) =>
  portal.admin.query("delete from controller_assignments where credential_id = $1 and access_point_id = any ($2)", [
    credentialId,
    doors,
  ]);

const give = (credentialId: string, ...doors: string[]) =>
  portal.admin.query(
    "insert into controller_assignments (credential_id, controller_id, access_point_id) select $1, $2, unnest($3::uuid[])",
    [credentialId, world.controllerId, doors],
  );

/** Moves the credential's past state to days ago. */
const longAgo = (credentialId: string, days: number) =>
  portal.admin.query(
    "update credential_versions set since = since - make_interval(days => $2) where credential_id = $1",
    [credentialId, days],
  );

test("somebody who had only another door of the controller is not named at this one", async () => {
  const bodil = await addPerson("Bodil", "739154");
  const cajsa = await addPerson("Cajsa", "559283");
  const disa = await addPerson("Disa", "662381");
  await take(bodil, door);
  await take(cajsa, door);
  await inStep();
  // Bodil lost the door eight days ago and Cajsa six.
  await longAgo(bodil, 8);
  await longAgo(cajsa, 6);
  await take(bodil, otherDoor);
  await take(cajsa, otherDoor);
  await take(disa, door, otherDoor);
  await inStep();
  expect(await candidatesOf(await unknownCode())).toEqual(["Cajsa: no_assignment", "Disa: no_assignment"]);
  expect(await candidatesOf(await unknownCode(otherDoor))).toEqual([
    "Bodil: no_assignment",
    "Cajsa: no_assignment",
    "Disa: no_assignment",
  ]);
});

test("a code of a membership that had not begun is named as that at its door, and at no other, whatever came since", async () => {
  const hanna = await addPerson("Hanna", "418263");
  await take(hanna, door, otherDoor);
  await inStep();
  await longAgo(hanna, 8);
  // The controller has not had the code for longer than an ended one is named.
  await portal.admin.query(
    `set session_replication_role = replica;
     update sync_receipts set asked_at = asked_at - interval '8 days', read_back_at = read_back_at - interval '8 days' where source_id = '${hanna}';
     reset session_replication_role`,
  );
  const { organizationId } = portal.accounts.nord;
  await portal.admin.query(
    `with g as (insert into access_groups (organization_id, name) values ($1, 'Sommar') returning id),
       d as (insert into access_group_doors (group_id, organization_id, controller_id, access_point_id) select id, $1, $2, $3 from g)
     insert into access_group_members (group_id, organization_id, end_user_id, valid_from)
     select g.id, $1, c.end_user_id, now() + interval '1 day' from g, credentials c where c.id = $4`,
    [organizationId, world.controllerId, door, hanna],
  );
  const event = await unknownCode();
  expect(await candidatesOf(event)).toContain("Hanna: not_yet_valid");
  const there = explainPassage.reply.parse(await call(world.nord, "explain-passage", { source: "door", id: event }));
  const { rows } = await portal.admin.query<{ at: Date }>("select valid_from as at from access_group_members");
  const at = there.candidates.find(({ name }) => name.startsWith("Hanna"))?.at ?? "";
  expect(Math.abs(Date.parse(at) - Number(rows[0]?.at))).toBeLessThan(1);
  expect((await candidatesOf(await unknownCode(otherDoor))).filter((name) => name.startsWith("Hanna"))).toEqual([]);
  await portal.admin.query("delete from access_groups where name = 'Sommar'");
  expect(await candidatesOf(event)).toContain("Hanna: not_yet_valid");
  expect((await candidatesOf(await unknownCode())).filter((name) => name.startsWith("Hanna"))).toEqual([]);
});

test("a code that was not written yet is named as that, whatever was assigned since", async () => {
  await call(world.system, "sync-control", { action: "PAUSE_ALL", reason: "prov" });
  const elsa = await addPerson("Elsa", "831407");
  // Folke's PIN waits only for the other door.
  const folke = await addPerson("Folke", "275960");
  await take(folke, door);
  // Alva's PIN is on the device; only its extension waits.
  await portal.admin.query("update credentials set valid_to = valid_to + interval '1 day' where pin_hmacs is not null");
  const event = await unknownCode();
  const others = await candidatesOf(await unknownCode(otherDoor));
  const named = await candidatesOf(event);
  expect(named).toContain("Elsa: not_yet_on_device");
  expect(named.filter((name) => /Folke|Alva/.test(name))).toEqual([]);
  expect(others).toContain("Folke: not_yet_on_device");

  await give(folke, door);
  expect(await candidatesOf(event)).toEqual(named);
  await call(world.system, "sync-control", { action: "RESUME_ALL" });
  await inStep();
  expect(await candidatesOf(event)).toEqual(named);
  await take(elsa, door, otherDoor);
  expect(await candidatesOf(event)).toEqual(named);
  await inStep();
  expect(await candidatesOf(event)).toEqual(named);
  expect((await candidatesOf(await unknownCode())).filter((name) => name.startsWith("Elsa"))).toEqual([
    "Elsa: no_assignment",
  ]);
});

test("another code that was not written yet is named, though the controller has the old one", async () => {
  await call(world.system, "sync-control", { action: "PAUSE_ALL", reason: "prov" });
  const { rows } = await portal.admin.query<{ id: string; controller: string }>(
    "update device_sync set desired_gen = desired_gen + 1, outdated = array['code'], next_try_at = now() where label like 'Alva%' and not pending and source_kind = 'credential' returning source_id as id",
  );
  expect(rows).toHaveLength(1);
  const event = await unknownCode();
  const named = await candidatesOf(event);
  expect(named).toContain("Alva: not_yet_on_device");
  await call(world.system, "sync-control", { action: "RESUME_ALL" });
  await inStep();
  expect(await candidatesOf(event)).toEqual(named);
});

test("a desired code that had been removed is named as that, though it has been written again", async () => {
  await addPerson("Greta", "946318");
  await inStep();
  const organization = [portal.accounts.nord.organizationId, world.controllerId];
  await portal.admin.query(
    "delete from organization_controllers where organization_id = $1 and controller_id = $2",
    organization,
  );
  await inStep();
  await vi.waitFor(
    async () => {
      const { rowCount } = await portal.admin.query(
        "select from sync_receipts where label like 'Greta%' and kind = 'revocation'",
      );
      if (rowCount === 0) throw new Error("still there");
    },
    { timeout: paced(60_000), interval: 50 },
  );
  const event = await unknownCode();
  const named = await candidatesOf(event);
  expect(named).toContain("Greta: already_removed_there");
  await portal.admin.query("insert into organization_controllers values ($1, $2)", organization);
  expect(await candidatesOf(event)).toEqual(named);
  await vi.waitFor(
    async () => {
      const { rowCount } = await portal.admin.query(
        "select from sync_receipts where label like 'Greta%' and kind = 'grant' having count(*) = 2",
      );
      if (rowCount !== 1) throw new Error("not written again");
    },
    { timeout: paced(60_000), interval: 50 },
  );
  expect(await candidatesOf(event)).toEqual(named);
});
