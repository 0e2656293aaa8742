import { randomUUID } from "node:crypto";
import { systemClock } from "#drivers/clock.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { encryptWeeklyCode } from "#server/weekly-codes/encrypt.ts";
import type { Edit } from "../edits/plan-edits.ts";
import { fixtureOf, type Stage } from "../edits/stage.ts";

type RowEdit = Exclude<Edit, { kind: "hand" | "mishap" | "kill" }>;

/** Makes a change in one transaction and retries once after a deadlock, like the portal's functions. */
async function change(admin: Stage["world"]["admin"], text: string, values: readonly unknown[]): Promise<void> {
  try {
    await admin.query(text, [...values]);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "40P01")) throw error;
    await admin.query(text, [...values]);
  }
}

export async function changeRows(stage: Stage, edit: RowEdit): Promise<boolean> {
  const { world, people, codes } = stage;
  const { admin, keys } = world;
  const person = "person" in edit ? people.get(edit.person) : undefined;
  switch (edit.kind) {
    case "add":
      return person === undefined && addPerson(stage, edit);
    case "delete":
      if (!person) return false;
      people.delete(edit.person);
      await change(admin, "delete from end_users where id = $1", [person.id]);
      return true;
    case "pin":
      if (!person) return false;
      await change(admin, "update credentials set credential_value = $2 where id = $1", [
        person.credentialId,
        encryptCredentialPin(keys, person.credentialId, edit.pin),
      ]);
      return true;
    case "window":
      if (!person) return false;
      await change(
        admin,
        "update credentials set valid_to = now() + make_interval(secs => $2) where id = $1 and valid_from < now()",
        [person.credentialId, edit.endsInSeconds],
      );
      return true;
    case "switch":
      if (!person) return false;
      await change(admin, "update credentials set enabled = not enabled where id = $1", [person.credentialId]);
      return true;
    case "assign":
      if (!person) return false;
      await assign(stage, person.credentialId, [edit]);
      return true;
    case "unassign":
      if (!person) return false;
      await change(admin, "delete from controller_assignments where credential_id = $1 and controller_id = $2", [
        person.credentialId,
        fixtureOf(stage, edit.fixture).id,
      ]);
      return true;
    case "name":
      if (!person) return false;
      await change(admin, "update end_users set first_name = $2 where id = $1", [person.id, edit.name]);
      return true;
    case "door":
      await change(admin, "update access_points set enabled = not enabled where controller_id = $1 and name = $2", [
        fixtureOf(stage, edit.fixture).id,
        edit.door,
      ]);
      return true;
    case "pin_alone":
      return choosePinAlone(stage, edit);
    case "unlink":
      return unlinkAndLink(stage, fixtureOf(stage, edit.fixture).id);
    case "code": {
      if (codes.has(edit.code)) return false;
      const id = randomUUID();
      await change(
        admin,
        `with code as (insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
           values ($1, $2, $3, 2026, now() - interval '1 day', now() + interval '6 days'))
         insert into weekly_code_assignments (weekly_code_id, controller_id) select $1, unnest($4::uuid[])`,
        [
          id,
          encryptWeeklyCode(keys, id, edit.pin),
          edit.code + 1,
          edit.fixtures.map((fixture) => fixtureOf(stage, fixture).id),
        ],
      );
      codes.set(edit.code, id);
      return true;
    }
    case "uncode":
      await change(admin, "delete from weekly_codes where id = $1", [codes.get(edit.code) ?? null]);
      return codes.delete(edit.code);
    case "compare":
      await change(admin, "update controller_sync set verify_at = now() where controller_id = $1", [
        fixtureOf(stage, edit.fixture).id,
      ]);
      return true;
  }
}

async function addPerson(stage: Stage, edit: Extract<Edit, { kind: "add" }>): Promise<boolean> {
  const { admin, keys, organizationId } = stage.world;
  const made = { id: randomUUID(), credentialId: randomUUID() };
  await change(
    admin,
    "insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, $3, 'Ändrad')",
    [made.id, organizationId, `P${edit.person}`],
  );
  stage.people.set(edit.person, made);
  await change(
    admin,
    `insert into credentials (id, end_user_id, credential_type, credential_value, valid_from, valid_to)
     values ($1, $2, 'pin', $3, now() - interval '1 day', now() + interval '30 days')`,
    [made.credentialId, made.id, encryptCredentialPin(keys, made.credentialId, edit.pin)],
  );
  await assign(stage, made.credentialId, edit.doors);
  return true;
}

async function assign(
  stage: Stage,
  credentialId: string,
  doors: readonly { fixture: number; door: string }[],
): Promise<void> {
  await change(
    stage.world.admin,
    `insert into controller_assignments (credential_id, controller_id, access_point_id)
     select $1, p.controller_id, p.id from access_points p
     join unnest($2::uuid[], $3::text[]) as t (controller_id, name) using (controller_id, name)
     where not exists (select from controller_assignments a where a.credential_id = $1 and a.access_point_id = p.id)`,
    [credentialId, doors.map(({ fixture }) => fixtureOf(stage, fixture).id), doors.map(({ door }) => door)],
  );
}

/** Chooses PIN alone, which the database refuses where the unit has no such rule, or its reader lets nobody in. */
async function choosePinAlone(stage: Stage, { fixture, door }: Extract<Edit, { kind: "pin_alone" }>): Promise<boolean> {
  const { rowCount } = await stage.world.admin.query(
    `update access_points set pin_alone = not pin_alone where controller_id = $1 and name = $2
       and (pin_alone or (pin_rule <> '' and pin_use in ('always', 'hours', 'never')))`,
    [fixtureOf(stage, fixture).id, door],
  );
  return rowCount === 1;
}

async function unlinkAndLink({ world }: Stage, controllerId: string): Promise<boolean> {
  await change(world.admin, "delete from organization_controllers where controller_id = $1", [controllerId]);
  await systemClock.wait(20);
  await change(world.admin, "insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
    world.organizationId,
    controllerId,
  ]);
  return true;
}
