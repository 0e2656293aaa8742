// A refusal is explained by the state of its second: the door's, the organisation's and the controller's.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { explainPassage, type PassageExplanation } from "#contract/functions/explain-passage.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

let portal: TestPortal;
let world: MainWorld;
let door: string;
let credentialId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  [door = ""] = world.doorIds;
  const { rows } = await portal.admin.query<{ id: string }>("select id from credentials where credential_type = 'pin'");
  credentialId = rows[0]?.id ?? "";
  await inStep();
});
// Changes of one test are written before the next begins, in any order of tests.
afterEach(() => inStep());
afterAll(() => portal.close());

const inStep = () => untilInStep(portal);

/** Lets Alva be refused now; the device's clock is wrong by `clockSkew`. */
async function refuse(reason: string, clockSkew = "0 seconds"): Promise<string> {
  const event = randomUUID();
  // Events are precise to a millisecond, so changes before and after an event use another millisecond.
  await portal.admin.query("select pg_sleep(0.002)");
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     values ($1, now(), now() + $7::interval, $2, $3, $4, 'access', false, $5, $6)`,
    [event, world.controllerId, door, portal.accounts.nord.organizationId, reason, credentialId, clockSkew],
  );
  await portal.admin.query("select pg_sleep(0.002)");
  return event;
}

/** Imitates a restore of a back-up of an hour ago, confirmed at once, in the facts that an explanation reads. */
async function restore(): Promise<void> {
  await portal.admin.query(
    `insert into audit (action, subject_table, after)
     values ('backup_restored', 'backups', jsonb_build_array(jsonb_build_object('taken_at', now() - interval '1 hour')))`,
  );
  await portal.admin.query("insert into audit (action) values ('workers_resumed')");
}

async function explain(event: string): Promise<PassageExplanation> {
  const { body } = await callFunction(world.system, "explain-passage", { source: "door", id: event });
  return explainPassage.reply.parse(body);
}
const causesOf = async (event: string) => (await explain(event)).reasons.map(({ code }) => code);

describe("the door", () => {
  test("that was switched off then is the cause, though it is on now, and not the other way round", async () => {
    const before = await refuse("not_permitted");
    await portal.admin.query("update access_points set enabled = false where id = $1", [door]);
    expect(await causesOf(before)).toEqual(["device_disagreed"]);
    const event = await refuse("not_permitted");
    await portal.admin.query("update access_points set enabled = true where id = $1", [door]);
    expect(await causesOf(event)).toEqual(["door_disabled"]);
    expect((await explain(event)).fixes).toEqual([]);
  });

  test("that a group gave is said by the group's name, as long as the membership stood then", async () => {
    const { rows } = await portal.admin.query<{ id: string }>(
      "insert into access_groups (organization_id, name) values ($1, 'Boende') returning id",
      [portal.accounts.nord.organizationId],
    );
    const id = rows[0]?.id;
    await portal.admin.query("insert into access_group_doors values ($1, $2, $3, $4)", [
      id,
      portal.accounts.nord.organizationId,
      world.controllerId,
      door,
    ]);
    const before = await refuse("not_permitted");
    await portal.admin.query(
      `insert into access_group_members (group_id, organization_id, end_user_id)
       select $1, organization_id, end_user_id from credentials where id = $2`,
      [id, credentialId],
    );
    const event = await refuse("not_permitted");
    expect([(await explain(before)).groups, (await explain(event)).groups]).toEqual([[], ["Boende"]]);
    const own = await callFunction(world.nord, "explain-passage", { source: "door", id: event });
    expect(own.body).toMatchObject({ groups: ["Boende"] });
    await portal.admin.query("delete from access_group_members where group_id = $1", [id]);
    expect((await explain(event)).groups).toEqual(["Boende"]);
    expect((await explain(await refuse("not_permitted"))).groups).toEqual([]);
  });

  test("that a group gives from a later time was not yet valid then, though the membership has begun", async () => {
    const { rows } = await portal.admin.query(
      "delete from controller_assignments where credential_id = $1 and access_point_id = $2 returning organization_id, credential_id, controller_id, access_point_id",
      [credentialId, door],
    );
    await portal.admin.query(
      `insert into access_group_members (group_id, organization_id, end_user_id, valid_from)
       select g.id, g.organization_id, c.end_user_id, now() + interval '1 day' from access_groups g join credentials c using (organization_id)
       where c.id = $1`,
      [credentialId],
    );
    const event = await refuse("not_permitted");
    const begins = (await portal.admin.query<{ at: Date }>("select valid_from as at from access_group_members")).rows[0]
      ?.at;
    const early = await explain(event);
    expect(early).toMatchObject({
      reasons: [{ code: "not_yet_valid", since: begins?.toISOString() }],
      groups: ["Boende"],
    });
    await portal.admin.query("delete from access_groups");
    expect(await causesOf(event)).toEqual(["not_yet_valid"]);
    await portal.admin.query(
      "insert into controller_assignments (organization_id, credential_id, controller_id, access_point_id) values ($1, $2, $3, $4)",
      Object.values(rows[0]),
    );
  });

  test("that desired a card then is the cause, though its rule was changed since", async () => {
    await portal.admin.query("update access_points set pin_use = 'never' where id = $1", [door]);
    const event = await refuse("not_permitted");
    await portal.admin.query("update access_points set pin_use = 'always' where id = $1", [door]);
    expect(await causesOf(event)).toEqual(["card_required"]);
  });

  test("that the organisation did not have then is the cause, though it has it again", async () => {
    const { organizationId } = portal.accounts.nord;
    await portal.admin.query("delete from organization_controllers where organization_id = $1 and controller_id = $2", [
      organizationId,
      world.controllerId,
    ]);
    const event = await refuse("not_permitted");
    await portal.admin.query("insert into organization_controllers values ($1, $2)", [
      organizationId,
      world.controllerId,
    ]);
    expect(await causesOf(event)).toEqual(["organisation_unlinked"]);
  });

  test("is no cause without data for that time, and the desired state is unknown", async () => {
    const event = await refuse("not_permitted");
    await portal.admin.query("delete from door_versions where access_point_id = $1", [door]);
    await portal.admin.query("update access_points set enabled = false where id = $1", [door]);
    expect(await explain(event)).toMatchObject({
      reasons: [{ code: "refused_by_unit" }],
      truths: { desired: { allowed: null, because: null } },
    });
    await portal.admin.query("update access_points set enabled = true where id = $1", [door]);
    await inStep();
  });
});

describe("a code that the door cannot have named", () => {
  /** Types a code that nobody has, or a part of somebody's code. */
  async function unknown(): Promise<string> {
    const event = await refuse("unknown_code");
    await portal.admin.query("update door_events set credential_id = null where id = $1", [event]);
    return event;
  }
  const whose = async (event: string) =>
    (await explain(event)).candidates.map(({ name, cause, at }) => ({ name, cause, at }));
  const mine = () =>
    world.nord.from("access_assignments").select("access_point_id, fits_reader").eq("credential_id", credentialId);

  test("since the reader took none of its length then is named, also when it takes it again", async () => {
    const before = await unknown();
    await portal.admin.query("update access_points set pin_min = 5 where id = $1", [door]);
    const event = await unknown();
    const named = [{ name: expect.stringMatching(/^Alva /), cause: "pin_too_long_for_reader", at: null }];
    expect(await whose(event)).toEqual(named);
    expect((await mine()).data).toEqual(
      expect.arrayContaining([
        { access_point_id: door, fits_reader: false },
        { access_point_id: world.doorIds[1], fits_reader: true },
      ]),
    );
    await portal.admin.query("update access_points set pin_min = 4 where id = $1", [door]);
    expect(await whose(event)).toEqual(named);
    // After an upgrade the former length of the code is not known.
    const known = "update credential_versions set pins_known_from = $2 where credential_id = $1";
    await portal.admin.query(known, [credentialId, new Date()]);
    expect(await whose(event)).toEqual([]);
    await portal.admin.query(known, [credentialId, null]);
    expect(await whose(before)).toEqual([]);
    expect(await whose(await unknown())).toEqual([]);
  });

  test("is nobody's that is known, when what was known then was thrown away by a restore", async () => {
    await portal.admin.query("update access_points set pin_min = 5 where id = $1", [door]);
    const event = await unknown();
    expect(await whose(event)).toHaveLength(1);
    await restore();
    expect(await whose(event)).toEqual([]);
    expect(await whose(await unknown())).toHaveLength(1);
    await portal.admin.query("update access_points set pin_min = 4 where id = $1", [door]);
  });

  test("by another length than it has now is judged by the one it had", async () => {
    await portal.admin.query("update access_points set pin_min = 5 where id = $1", [door]);
    // The text is six digits encrypted; nobody reads them.
    const longer = "set credential_value = regexp_replace(credential_value, '[^:]*$', repeat('A', 46))";
    const { rows } = await portal.admin.query<{ was: string }>(
      "select credential_value as was from credentials where id = $1",
      [credentialId],
    );
    const shortThen = await unknown();
    await portal.admin.query(`update credentials ${longer} where id = $1`, [credentialId]);
    const longThen = await unknown();
    await portal.admin.query("update credentials set credential_value = $2 where id = $1", [
      credentialId,
      rows[0]?.was,
    ]);
    await portal.admin.query("update access_points set pin_min = 4 where id = $1", [door]);
    expect(await whose(shortThen)).toHaveLength(1);
    expect(await whose(longThen)).toEqual([]);
    await inStep();
  });

  test("is, of very many, one of the five that were changed last, and how many more there are is said", async () => {
    const names = ["Harald", "Iris", "Jorun", "Klas", "Lova", "Märta", "Nils"];
    for (const [at, firstName] of names.entries())
      await world.savePerson({ firstName, lastName: "Exempel", pin: `4${String(at)}73` });
    await portal.admin.query(
      "update credentials set valid_to = valid_to + interval '1 day' where end_user_id in (select id from end_users where first_name = 'Harald')",
    );
    await inStep();
    await portal.admin.query("update access_points set pin_min = 5 where id = $1", [door]);
    const { candidates, more_candidates: more } = await explain(await unknown());
    await portal.admin.query("update access_points set pin_min = 4 where id = $1", [door]);
    await portal.admin.query("delete from end_users where first_name = any ($1)", [names]);
    const named = candidates.map(({ name }) => name.replace(" Exempel", ""));
    expect(named).toEqual(["Harald", "Nils", "Märta", "Lova", "Klas"]);
    // The three are Iris, Jorun and Alva.
    expect(more).toBe(3);
  });
});

describe("the controller's stored entry", () => {
  test("was out of date while the sync was paused, which is said after it was written", async () => {
    await call(world.system, "sync-control", { action: "PAUSE_ALL", reason: "prov" });
    await portal.admin.query("update credentials set valid_to = valid_to + interval '1 day' where id = $1", [
      credentialId,
    ]);
    const event = await refuse("expired");
    const then = { reasons: [{ code: "workers_paused" }, { code: "not_yet_on_device" }, { code: "expired" }] };
    expect(await explain(event)).toMatchObject({ ...then, truths: { held: { state: "different" } } });
    await call(world.system, "sync-control", { action: "RESUME_ALL" });
    await inStep();
    expect(await explain(event)).toMatchObject({ ...then, truths: { held: { state: "different" } } });
    // A later refusal is not affected.
    expect(await explain(await refuse("other"))).toMatchObject({
      reasons: [{ code: "device_disagreed" }],
      truths: { held: { state: "present" } },
    });
  });

  test("was out of date while the controller did not answer", async () => {
    await portal.axis.faults.offline();
    await portal.admin.query("update credentials set valid_to = valid_to + interval '1 day' where id = $1", [
      credentialId,
    ]);
    await vi.waitFor(
      async () => {
        const { rowCount } = await portal.admin.query(
          "select from controller_sync where controller_id = $1 and failing_since is not null",
          [world.controllerId],
        );
        if (rowCount !== 1) throw new Error("not tried yet");
      },
      { timeout: paced(60_000), interval: 50 },
    );
    const event = await refuse("other");
    await portal.axis.faults.online();
    expect(await causesOf(event)).toEqual(["controller_unreachable_then", "not_yet_on_device"]);
    await answersAgain();
    expect(await causesOf(event)).toEqual(["controller_unreachable_then", "not_yet_on_device"]);
  });

  test("waits after a restore until somebody has confirmed it, which is said afterwards too", async () => {
    await portal.admin.query("update controller_sync set restored_at = clock_timestamp() where controller_id = $1", [
      world.controllerId,
    ]);
    await portal.admin.query("update credentials set valid_to = valid_to + interval '1 day' where id = $1", [
      credentialId,
    ]);
    const event = await refuse("other");
    const then = ["restore_held", "not_yet_on_device"];
    expect(await causesOf(event)).toEqual(then);
    await portal.admin.query("update controller_sync set restored_at = null, next_try_at = now()");
    await answersAgain();
    expect(await causesOf(event)).toEqual(then);
    expect(await causesOf(await refuse("other"))).toEqual(["device_disagreed"]);
  });

  test("is not known for what a restore threw away, nor what was desired", async () => {
    const event = await refuse("other");
    await restore();
    expect(await explain(event)).toMatchObject({
      reasons: [{ code: "refused_otherwise" }],
      truths: { desired: { allowed: null }, held: { state: "unknown" } },
    });
    expect(await explain(await refuse("other"))).toMatchObject({
      truths: { desired: { allowed: true }, held: { state: "present" } },
    });
  });
});

/** Lets the controller be read and written again. */
async function answersAgain(): Promise<void> {
  await call(world.system, "sync-control", { action: "SYNC_NOW", controller_id: world.controllerId });
  await vi.waitFor(
    async () => {
      const { rowCount } = await portal.admin.query("select from controller_sync where failing_since is not null");
      if (rowCount !== 0) throw new Error("the controller is still away");
    },
    { timeout: paced(60_000), interval: 50 },
  );
  await inStep();
}

describe("the controller's clock", () => {
  /** Sets the clock skew of the latest reading; null where the controller has not said. */
  const measured = (skewMs: number | null) =>
    portal.admin.query("update door_event_cursors set clock_skew_ms = $1", [skewMs]);

  test.each([
    ["ahead", "2 days", "expired"],
    ["behind", "-2 days", "not_yet_valid"],
  ])("that was %s then is the cause, though it was fixed since", async (_case, skew, reason) => {
    const event = await refuse(reason, skew);
    await measured(0);
    const explained = await explain(event);
    expect(explained.reasons.map(({ code }) => code)).toEqual(["device_clock_wrong", reason]);
    expect(Math.abs(explained.clock_skew_seconds ?? 0)).toBe(2 * 86_400);
  });

  test("that went wrong afterwards explains no event of before", async () => {
    const event = await refuse("expired");
    await measured(2 * 86_400_000);
    expect(await explain(event)).toMatchObject({ reasons: [{ code: "expired" }], clock_skew_seconds: 0 });
    await measured(null);
    expect(await explain(event)).toMatchObject({ reasons: [{ code: "expired" }], clock_skew_seconds: 0 });
  });
});
