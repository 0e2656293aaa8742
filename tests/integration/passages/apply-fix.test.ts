// From a refusal at a door to the device's own answer that the code opens.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { applyFix, type FixProgress } from "#contract/functions/apply-fix.ts";
import { explainPassage, type PassageExplanation, type PassageFixId } from "#contract/functions/explain-passage.ts";
import { DRY_RUNS_PER_HOUR } from "#contract/limits.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld, retryNow } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";

let portal: TestPortal;
let world: MainWorld;
let door: string;
let deviceDoor: string;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  [door = ""] = world.doorIds;
  deviceDoor = await one("select device_door_token as value from access_points where id = $1", [door]);
});
afterAll(() => portal.close());

async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await portal.admin.query<{ value: T }>(text, values);
  if (!rows[0]) throw new Error(`no row: ${text}`);
  return rows[0].value;
}

const inStep = () => untilInStep(portal);

interface Refused {
  personId: string;
  credentialId: string;
  pin: string;
  event: string;
}

let nextPin = 730_150;

/** Makes a person whose PIN stopped opening the door by `sql` ($1 the credential, $2 the door), and the refusal at the door. */
async function refused(sql: string, reason: string): Promise<Refused> {
  const pin = String((nextPin += 37));
  const personId = await world.savePerson({ firstName: "Anna", lastName: `Skisslund ${pin}`, pin });
  await inStep();
  const credentialId = await one<string>("select id as value from credentials where end_user_id = $1", [personId]);
  for (const statement of sql.split(";"))
    await portal.admin.query(statement.replaceAll("$1", `'${credentialId}'`).replaceAll("$2", `'${door}'`));
  await inStep();
  expect(portal.axis.punch(deviceDoor, pin).granted).toBe(false);
  const event = randomUUID();
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     values ($1, now(), now(), $2, $3, $4, 'access', false, $5, $6)`,
    [event, world.controllerId, door, portal.accounts.nord.organizationId, reason, credentialId],
  );
  return { personId, credentialId, pin, event };
}

const NOT_ASSIGNED = "delete from controller_assignments where credential_id = $1 and access_point_id = $2";
const EXPIRED =
  "update credentials set valid_from = now() - interval '2 days', valid_to = now() - interval '1 day' where id = $1";
const DISABLED = "update credentials set enabled = false where id = $1";
const NOT_YET = "update credentials set valid_from = now() + interval '1 day' where id = $1";

async function explain(client: SupabaseClient, event: string): Promise<PassageExplanation> {
  const { body } = await callFunction(client, "explain-passage", { source: "door", id: event });
  return explainPassage.reply.parse(body);
}

const request = (event: string, fix_id: PassageFixId, more: object = {}) => ({
  passage: { source: "door", id: event },
  fix_id,
  confirm: true,
  ...more,
});

async function fix(client: SupabaseClient, event: string, id: PassageFixId, more = {}): Promise<FixProgress> {
  const { status, body } = await callFunction(client, "apply-fix", request(event, id, more));
  expect({ status, body }).toMatchObject({ status: 200 });
  return applyFix.reply.parse(body).fix;
}

describe("a refusal that a save can fix", () => {
  test.each([
    ["no_assignment", "give_door", NOT_ASSIGNED, "not_permitted", 1],
    ["expired", "extend", EXPIRED, "expired", 2],
    ["disabled", "switch_on", DISABLED, "disabled", 2],
    ["not_yet_valid", "begin_now", NOT_YET, "not_yet_valid", 2],
  ] as const)("%s: %s makes the device say that the code opens", async (cause, id, sql, reason, gains) => {
    const { event, pin } = await refused(sql, reason);
    const explained = await explain(world.nord, event);
    expect(explained.reasons[0]?.code).toBe(cause);
    expect(explained.fixes).toMatchObject([{ id, label_code: id, effect: { gains, loses: 0 } }]);

    const saved = await fix(world.nord, event, id);
    expect(saved).toMatchObject({ id, outcome: "applied", tried: null, untried: "waiting", next: [] });
    const tried = await fix(world.nord, event, id);
    expect(tried).toMatchObject({ pending: [], untried: null, tried: { granted: true }, next: [], undo: null });
    expect(Date.parse(tried.written_at ?? "")).toBeGreaterThanOrEqual(Date.parse(tried.saved_at));
    expect(portal.axis.punch(deviceDoor, pin).granted).toBe(true);
    expect(spelledOut([explained, saved, tried])).not.toContain(pin);

    // The refusal is explained as before, and there is nothing more to fix.
    expect(await explain(world.nord, event)).toMatchObject({ reasons: explained.reasons, fixes: [] });

    const undone = await fix(world.nord, event, id, { undo: saved.undo });
    expect(undone).toMatchObject({ outcome: "undone", next: [{ id }] });
    await inStep();
    expect(portal.axis.punch(deviceDoor, pin).granted).toBe(false);
    expect(await callFunction(world.nord, "apply-fix", request(event, id, { undo: saved.undo }))).toMatchObject({
      status: 409,
    });
  });

  test("for two reasons is fixed one after the other, and the device says no in between", async () => {
    const { event } = await refused(`${NOT_ASSIGNED}; ${EXPIRED}`, "expired");
    const { reasons, fixes } = await explain(world.nord, event);
    expect(reasons.map(({ code }) => code)).toEqual(["expired", "no_assignment"]);
    expect(fixes.map(({ id, effect }) => [id, effect.gains])).toEqual([
      ["extend", 1],
      ["give_door", 0],
    ]);
    await fix(world.nord, event, "extend");
    const half = await fix(world.nord, event, "extend");
    expect(half).toMatchObject({ tried: { granted: false }, next: [{ id: "give_door", effect: { gains: 1 } }] });
    await fix(world.nord, event, "give_door");
    expect(await fix(world.nord, event, "give_door")).toMatchObject({ tried: { granted: true }, next: [] });
  });

  // Typing a code that is on no controller, or has ended, is not charged, so trying such a code at a door would reveal a neighbour's PIN.
  test.each([
    ["is assigned nowhere", "delete from controller_assignments where credential_id = $1", "not_permitted", "extend"],
    ["is disabled", DISABLED, "disabled", "give_door"],
  ] as const)("for a code that %s tries no other's PIN at the controller", async (_what, sql, reason, done) => {
    const { event, credentialId } = await refused(sql, reason);
    const others = String((nextPin += 37));
    await world.savePerson({ firstName: "Gunnar", lastName: `Granne ${others}`, pin: others });
    await inStep();
    expect(portal.axis.punch(deviceDoor, others).granted).toBe(true);
    const { error } = await world.nord.from("credentials").update({ credential_value: others }).eq("id", credentialId);
    expect(error).toBeNull();
    expect(await fix(world.nord, event, done)).toMatchObject({ tried: null, untried: "absent" });
  });

  test("asked for by two at once is saved once", async () => {
    const { event, personId, credentialId } = await refused(EXPIRED, "expired");
    const locker = await portal.admin.connect();
    try {
      // Both calls have read the row before either may write it.
      await locker.query("begin");
      await locker.query("select from end_users where id = $1 for update", [personId]);
      await locker.query("select from credentials where id = $1 for update", [credentialId]);
      const both = [fix(world.nord, event, "extend"), fix(world.system, event, "extend")];
      await vi.waitFor(
        async () =>
          expect(
            await one(
              "select count(*)::int as value from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            ),
          ).toBe(2),
        { timeout: paced(60_000), interval: 50 },
      );
      await locker.query("commit");
      expect((await Promise.all(both)).filter(({ undo }) => undo !== null)).toHaveLength(1);
    } finally {
      locker.release();
    }
    expect(
      await one("select count(*)::int as value from credential_versions where credential_id = $1", [credentialId]),
    ).toBe(3);
  });

  test("waits while the controller is away, and is tried when it is back", async () => {
    const { event } = await refused(NOT_ASSIGNED, "not_permitted");
    await portal.axis.faults.offline();
    const saved = await fix(world.nord, event, "give_door");
    expect(saved.pending).toMatchObject([{ controller_id: world.controllerId }]);
    expect(await fix(world.nord, event, "give_door")).toMatchObject({
      written_at: null,
      tried: null,
      untried: "waiting",
      pending: [{ controller_id: world.controllerId, operation: "grant" }],
    });
    await portal.axis.faults.online();
    await retryNow(portal);
    await inStep();
    expect(await fix(world.nord, event, "give_door")).toMatchObject({ tried: { granted: true } });
  });

  test("is saved though the device then does not answer the question", async () => {
    const { event } = await refused(NOT_ASSIGNED, "not_permitted");
    await fix(world.nord, event, "give_door");
    await inStep();
    await portal.axis.faults.offline();
    expect(await fix(world.nord, event, "give_door")).toMatchObject({ tried: null, untried: "unreachable" });
    await portal.axis.faults.online();
    await retryNow(portal);
  });
});

describe("a refusal that cannot be fixed", () => {
  test("is another organisation's: nobody there sees that it exists", async () => {
    const { event } = await refused(NOT_ASSIGNED, "not_permitted");
    const syd = await signedInClient(portal.url, portal.accounts.syd);
    expect(await callFunction(syd, "apply-fix", request(event, "give_door"))).toMatchObject({ status: 404 });
    expect((await explain(world.nord, event)).fixes).toHaveLength(1);
  });

  test("is asked for by a session that has ended", async () => {
    const { event } = await refused(NOT_ASSIGNED, "not_permitted");
    const gone = await signedInClient(portal.url, portal.accounts.nord);
    const { data } = await gone.auth.getSession();
    await gone.auth.signOut({ scope: "local" });
    const reply = await fetch(`${portal.url}/functions/v1/apply-fix`, {
      method: "POST",
      headers: { authorization: `Bearer ${data.session?.access_token}`, "content-type": "application/json" },
      body: JSON.stringify(request(event, "give_door")),
    });
    expect(reply.status).toBe(401);
    expect((await explain(world.nord, event)).fixes).toHaveLength(1);
  });

  test("is one whose person was deleted meanwhile", async () => {
    const { event, personId } = await refused(NOT_ASSIGNED, "not_permitted");
    await portal.admin.query("delete from end_users where id = $1", [personId]);
    expect((await explain(world.nord, event)).fixes).toEqual([]);
    expect(await callFunction(world.nord, "apply-fix", request(event, "give_door"))).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
  });

  test("is at a door that the organisation no longer has", async () => {
    const { event } = await refused(NOT_ASSIGNED, "not_permitted");
    const [, other] = world.doorIds;
    await portal.admin.query(
      "insert into organization_access_points (organization_id, access_point_id) values ($1, $2)",
      [portal.accounts.nord.organizationId, other],
    );
    expect((await explain(world.nord, event)).fixes).toEqual([]);
    expect(await callFunction(world.nord, "apply-fix", request(event, "give_door"))).toMatchObject({ status: 409 });
    await portal.admin.query("delete from organization_access_points");
    await inStep();
  });

  test("gives nothing to a code that was let in, and needs to be confirmed", async () => {
    const { event } = await refused(NOT_ASSIGNED, "not_permitted");
    const unconfirmed = { ...request(event, "give_door"), confirm: false };
    expect(await callFunction(world.nord, "apply-fix", unconfirmed)).toMatchObject({ status: 400 });
    await portal.admin.query("update door_events set granted = true, reason = null where id = $1", [event]);
    expect((await explain(world.system, event)).fixes).toEqual([]);
    expect(await callFunction(world.system, "apply-fix", request(event, "give_door"))).toMatchObject({ status: 409 });
  });
});

// This test is last: the quota stays empty for the hour.
test("asks a device so often in an hour and no more", async () => {
  const { event } = await refused(NOT_ASSIGNED, "not_permitted");
  await fix(world.nord, event, "give_door");
  const { sub, limiter } = { sub: portal.accounts.nord.userId, limiter: portal.server.app.auth.limiter };
  for (let n = 0; n <= DRY_RUNS_PER_HOUR; n++)
    await limiter.consume({ key: `dry-run:${sub}`, allowed: DRY_RUNS_PER_HOUR, windowSeconds: 3600 });
  expect(await fix(world.nord, event, "give_door")).toMatchObject({ tried: null, untried: "limited" });
});
