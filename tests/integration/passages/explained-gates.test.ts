// Asks over HTTP why a gate opened or did not, after the settings have changed. The answer follows the settings at the read.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { applyFix } from "#contract/functions/apply-fix.ts";
import { explainPassage, type PassageExplanation } from "#contract/functions/explain-passage.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let account: WebhookAccount;
const PLATE = "MLB84A";

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  account = await webhookAccount(world.system, world.gateId);
});
afterAll(() => portal.close());

const answer = z.object({ reason: z.string(), log_id: z.string() });
async function read(plate: string): Promise<z.infer<typeof answer>> {
  return answer.parse(await (await postPlate(portal.url, { gateId: world.gateId, plate, account })).json());
}

async function explain(id: string, client: SupabaseClient = world.system): Promise<PassageExplanation> {
  const { body } = await callFunction(client, "explain-passage", { source: "gate", id });
  return explainPassage.reply.parse(body);
}
const codesOf = async (id: string) => (await explain(id)).reasons.map(({ code }) => code);

const change = (set: string) =>
  portal.admin.query(`update credentials set ${set} where plate_key = $1`, [PLATE]).then(() => undefined);
const YEAR = "valid_from = now() - interval '1 day', valid_to = now() + interval '1 year'";

describe("a plate of the portal", () => {
  test.each([
    ["disabled", "enabled = false", "enabled = true"],
    ["expired", "valid_from = now() - interval '2 days', valid_to = now() - interval '1 hour'", YEAR],
    ["not_yet_valid", "valid_from = now() + interval '1 hour'", YEAR],
  ])("that was %s then is explained so, though it is valid now", async (code, then, now) => {
    await change(then);
    const { reason, log_id } = await read(PLATE);
    expect(reason).toBe(code);
    await change(now);
    const explained = await explain(log_id, world.nord);
    expect(explained).toMatchObject({
      reasons: [{ code }],
      truths: { desired: { allowed: false, because: code }, held: { state: "unknown" }, decided: { granted: false } },
    });
    expect(explained.changed_at).not.toBeNull();
    if (code !== "disabled") expect(explained.reasons[0]?.since).not.toBeNull();
  });

  test("that had no gate then, and has it now; and that had it, of an organisation that had not", async () => {
    const given =
      "select id, organization_id, credential_id, controller_id from controller_assignments where controller_id = $1";
    const { rows } = await portal.admin.query(given, [world.gateId]);
    await portal.admin.query("delete from controller_assignments where controller_id = $1", [world.gateId]);
    const without = await read(PLATE);
    await portal.admin.query("insert into controller_assignments (credential_id, controller_id) values ($1, $2)", [
      rows[0].credential_id,
      world.gateId,
    ]);
    const link = [portal.accounts.nord.organizationId, world.gateId];
    await portal.admin.query(
      "delete from organization_controllers where organization_id = $1 and controller_id = $2",
      link,
    );
    const unlinked = await read(PLATE);
    await portal.admin.query("insert into organization_controllers values ($1, $2)", link);
    expect([without.reason, unlinked.reason]).toEqual(["no_access_assignment", "no_access_assignment"]);
    expect(await codesOf(without.log_id)).toEqual(["no_assignment"]);
    expect(await codesOf(unlinked.log_id)).toEqual(["organisation_unlinked"]);
  });

  test("that a group gave, or was to give from a later time, is explained by the group's name", async () => {
    await portal.admin.query("delete from controller_assignments where controller_id = $1", [world.gateId]);
    const member = (from: string) =>
      portal.admin.query(
        `insert into access_group_members (group_id, organization_id, end_user_id, valid_from)
         select g.id, g.organization_id, c.end_user_id, ${from} from access_groups g join credentials c using (organization_id) where c.plate_key = $1`,
        [PLATE],
      );
    await portal.admin.query("insert into access_groups (organization_id, name) values ($1, 'Boende')", [
      portal.accounts.nord.organizationId,
    ]);
    await portal.admin.query(
      "insert into access_group_doors (group_id, organization_id, controller_id) select id, organization_id, $1 from access_groups",
      [world.gateId],
    );
    const without = await read(PLATE);
    await member("now() + interval '1 day'");
    const early = await read(PLATE);
    const begins = (await portal.admin.query<{ at: Date }>("select valid_from as at from access_group_members")).rows[0]
      ?.at;
    await portal.admin.query("delete from access_group_members");
    await member("null");
    const given = await read(PLATE);
    // A passage follows the change that it shows, also by less than a millisecond.
    await portal.admin.query(
      "update access_group_members set created_at = (select detected_at - interval '1 microsecond' from access_logs where id = $1)",
      [given.log_id],
    );
    await change("enabled = false");
    const off = await read(PLATE);
    await change("enabled = true");
    const said = async ({ log_id }: { log_id: string }) => {
      const { reasons, groups } = await explain(log_id, world.nord);
      return { codes: reasons.map(({ code }) => code), groups };
    };
    expect([without.reason, early.reason, given.reason, off.reason]).toEqual([
      "no_access_assignment",
      "not_yet_valid",
      "valid_credential",
      "disabled",
    ]);
    expect(await said(without)).toEqual({ codes: ["no_assignment"], groups: [] });
    // Until the log has the gate's outcome, the explanation says that it is unknown.
    await expect.poll(() => said(given)).toEqual({ codes: [], groups: ["Boende"] });
    expect(await said(off)).toEqual({ codes: ["disabled"], groups: ["Boende"] });
    expect((await explain(early.log_id)).reasons).toEqual([{ code: "not_yet_valid", since: begins?.toISOString() }]);
    await portal.admin.query("delete from access_group_members");
    await member("now() + interval '1 day'");
    const again = await read(PLATE);
    expect(await said(again)).toEqual({ codes: ["not_yet_valid"], groups: ["Boende"] });
    expect((await explain(again.log_id, world.nord)).fixes).toMatchObject([{ id: "give_door" }]);
    await portal.admin.query("delete from access_groups");
    await portal.admin.query(
      "insert into controller_assignments (credential_id, controller_id) select id, $2 from credentials where plate_key = $1",
      [PLATE, world.gateId],
    );
  });

  test("that opened the gate has no cause, and a repeated read shares its outcome", async () => {
    await world.savePerson({ firstName: "Test", lastName: "Öppnad", plate: "OPN100" });
    const first = await read("OPN100");
    const again = await read("OPN100");
    await expect.poll(async () => (await explain(first.log_id)).truths.decided.granted, { interval: 50 }).toBe(true);
    for (const { log_id } of [first, again])
      expect(await explain(log_id)).toMatchObject({
        reasons: [],
        truths: { desired: { allowed: true }, decided: { granted: true } },
      });
    await portal.admin.query("update access_logs set macro_executed = null where id = $1", [first.log_id]);
    expect(await explain(again.log_id)).toMatchObject({
      reasons: [{ code: "gate_notified_unknown" }],
      truths: { decided: { granted: null } },
    });
    await portal.admin.query("update access_logs set macro_executed = false where id = $1", [first.log_id]);
    expect(await codesOf(first.log_id)).toEqual(["gate_refused"]);
  });
});

describe("a plate of nobody's", () => {
  test("is unknown, unread, or nearly somebody's, whose name the system admin reads", async () => {
    const unknown = await read("ZZZ999");
    const unread = await read("{plate}");
    expect(await codesOf(unknown.log_id)).toEqual(["unknown_plate"]);
    expect(await codesOf(unread.log_id)).toEqual(["camera_unread"]);
    const near = await read("MLB8AA");
    const miss = randomUUID();
    await portal.admin.query(
      "insert into plate_near_misses (id, controller_id, plate_number, last_read_at) values ($1, $2, 'MLB8AA', now())",
      [miss, world.gateId],
    );
    await portal.admin.query(
      `insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place)
       select $1, organization_id, id, 1 from credentials where plate_key = $2`,
      [miss, PLATE],
    );
    expect(await explain(near.log_id)).toMatchObject({
      reasons: [{ code: "near_miss" }],
      candidates: [{ name: "Alva Exempelsson", cause: "near_miss" }],
    });
    // The reading was linked after the passage: at that time it was not the person's plate.
    await portal.admin.query("delete from plate_near_misses where id = $1", [miss]);
    await portal.admin.query(
      `insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
       select $1, organization_id, id, 'MLB8AA' from credentials where plate_key = $2`,
      [world.gateId, PLATE],
    );
    const linked = await explain(near.log_id);
    expect(linked).toMatchObject({ reasons: [{ code: "near_miss" }], candidates: [{ name: "Alva Exempelsson" }] });
    expect(linked.changed_at).not.toBeNull();
  });
});

describe("the gate", () => {
  test("waited for a restore to be confirmed, or was switched off, as it was then", async () => {
    await portal.admin.query("insert into restore_state (backup_id, taken_at) values (gen_random_uuid(), now())");
    const held = await read(PLATE);
    await portal.admin.query("insert into audit (action, at) values ('backup_restored', now() - interval '1 minute')");
    await portal.admin.query("delete from restore_state");
    await portal.admin.query("insert into audit (action, at) values ('restore_confirmed', now())");
    await portal.admin.query("update controllers set enabled = false where id = $1", [world.gateId]);
    const off = await read(PLATE);
    await portal.admin.query("update controllers set enabled = true where id = $1", [world.gateId]);
    expect(await codesOf(held.log_id)).toEqual(["restore_held"]);
    expect(await codesOf(off.log_id)).toEqual(["gate_not_ready"]);
    await portal.admin.query("update gate_versions set list_sync = true where controller_id = $1 and not ready", [
      world.gateId,
    ]);
    expect(await explain(off.log_id)).toMatchObject({
      reasons: [{ code: "gate_not_ready" }, { code: "on_gate_list" }],
      truths: { decided: { granted: null } },
    });
  });
});

describe("a refusal at the gate that a save can fix", () => {
  const ask = (client: SupabaseClient, id: string, fix_id: string, more: object = {}) =>
    callFunction(client, "apply-fix", { passage: { source: "gate", id }, fix_id, confirm: true, ...more });
  const fix = async (id: string, fix_id: string, more: object = {}) => {
    const { status, body } = await ask(world.nord, id, fix_id, more);
    expect({ status, body }).toMatchObject({ status: 200 });
    return applyFix.reply.parse(body).fix;
  };
  const UNASSIGNED =
    "delete from controller_assignments a using credentials c where c.id = a.credential_id and c.plate_key = $1";
  /** Counts the audit events of the organisation's administrator. */
  const written = async (): Promise<number> => {
    const { rows } = await portal.admin.query("select count(*)::int as n from audit where actor = $1", [
      portal.accounts.nord.userId,
    ]);
    return z.object({ n: z.number() }).parse(rows[0]).n;
  };

  beforeEach(async () => {
    await change(`enabled = true, ${YEAR}`);
    await portal.admin.query(
      `insert into controller_assignments (credential_id, controller_id) select id, $2 from credentials where plate_key = $1
       on conflict do nothing`,
      [PLATE, world.gateId],
    );
  });

  test.each([
    [
      "expired",
      "extend",
      "update credentials set valid_from = now() - interval '2 days', valid_to = now() - interval '1 hour' where plate_key = $1",
    ],
    [
      "not_yet_valid",
      "begin_now",
      "update credentials set valid_from = now() + interval '1 hour' where plate_key = $1",
    ],
    ["disabled", "switch_on", "update credentials set enabled = false where plate_key = $1"],
    ["no_assignment", "give_door", UNASSIGNED],
  ])("%s: %s lets the next reading in, is in the audit, and can be taken back", async (cause, id, sql) => {
    await portal.admin.query(sql, [PLATE]);
    const { log_id } = await read(PLATE);
    const explained = await explain(log_id, world.nord);
    expect(explained.reasons[0]?.code).toBe(cause);
    expect(explained.fixes).toMatchObject([{ id, effect: { gains: 1, loses: 0 } }]);
    const before = await written();
    const saved = await fix(log_id, id);
    expect(saved).toMatchObject({ outcome: "applied", tried: { granted: true }, untried: null, next: [] });
    expect(await written()).toBeGreaterThan(before);
    expect((await read(PLATE)).reason).toBe("valid_credential");
    // The same call again saves nothing.
    expect(await fix(log_id, id)).toMatchObject({ undo: null, tried: { granted: true } });
    expect((await explain(log_id, world.nord)).fixes).toEqual([]);
    expect(await fix(log_id, id, { undo: saved.undo })).toMatchObject({ outcome: "undone", next: [{ id }] });
    expect((await read(PLATE)).reason).not.toBe("valid_credential");
    expect((await ask(world.nord, log_id, id, { undo: saved.undo })).status).toBe(409);
    await fix(log_id, id);
  });

  test("needs both of two fixes, and the portal says so after the first", async () => {
    await portal.admin.query(UNASSIGNED, [PLATE]);
    await change("enabled = false");
    const { log_id } = await read(PLATE);
    const half = await fix(log_id, "switch_on");
    expect(half).toMatchObject({ tried: { granted: false }, next: [{ id: "give_door" }] });
    expect(await fix(log_id, "give_door")).toMatchObject({ tried: { granted: true }, next: [] });
  });

  test("is nobody else's, nor of a gate that the organisation no longer has or that is off", async () => {
    await change("enabled = false");
    const { log_id } = await read(PLATE);
    const syd = await signedInClient(portal.url, portal.accounts.syd);
    expect((await ask(syd, log_id, "switch_on")).status).toBe(404);
    const link = [portal.accounts.nord.organizationId, world.gateId];
    await portal.admin.query(
      "delete from organization_controllers where organization_id = $1 and controller_id = $2",
      link,
    );
    expect((await explain(log_id, world.nord)).fixes).toEqual([]);
    expect((await ask(world.nord, log_id, "switch_on")).status).toBe(409);
    await portal.admin.query("insert into organization_controllers values ($1, $2)", link);
    await portal.admin.query("update controllers set enabled = false where id = $1", [world.gateId]);
    expect((await ask(world.nord, log_id, "switch_on")).status).toBe(409);
    await portal.admin.query("update controllers set enabled = true where id = $1", [world.gateId]);
    expect((await fix(log_id, "switch_on")).tried?.granted).toBe(true);
  });

  test("a reading that is nearly one car's is linked to it, once, by its own organisation", async () => {
    const { log_id } = await read("MLB84B");
    const miss = randomUUID();
    await portal.admin.query(
      "insert into plate_near_misses (id, controller_id, plate_number, last_read_at) values ($1, $2, 'MLB84B', now())",
      [miss, world.gateId],
    );
    await portal.admin.query(
      `insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place)
       select $1, organization_id, id, 1 from credentials where plate_key = $2`,
      [miss, PLATE],
    );
    const system = async (more: object = {}) => {
      const { status, body } = await ask(world.system, log_id, "add_alias", more);
      expect({ status, body }).toMatchObject({ status: 200 });
      return applyFix.reply.parse(body).fix;
    };
    expect((await explain(log_id)).fixes).toMatchObject([{ id: "add_alias" }]);
    const saved = await system();
    expect(saved).toMatchObject({ tried: { granted: true }, undo: { credential_id: expect.any(String) } });
    expect(await system()).toMatchObject({ tried: { granted: true }, undo: null });
    expect((await read("MLB84B")).reason).toBe("valid_credential");
    const { rows } = await portal.admin.query(
      "select action from audit where subject_table = 'plate_aliases' and actor = $1 order by at",
      [portal.accounts.system.userId],
    );
    expect(rows).toHaveLength(1);
    expect(await system({ undo: saved.undo })).toMatchObject({ outcome: "undone" });
    expect((await read("MLB84B")).reason).toBe("no_match");
    expect((await ask(world.system, log_id, "add_alias", { undo: saved.undo })).status).toBe(409);
    // The reading is unclear again, as before the link.
    expect((await explain(log_id)).fixes).toMatchObject([{ id: "add_alias" }]);
  });
});

test("another organisation's passage is no passage, for an explanation as for the log", async () => {
  await change("enabled = false");
  const { log_id } = await read(PLATE);
  await change("enabled = true");
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  expect(await callFunction(syd, "explain-passage", { source: "gate", id: log_id })).toMatchObject({ status: 404 });
  const unknown = await read("ZZZ998");
  expect(await callFunction(world.nord, "explain-passage", { source: "gate", id: unknown.log_id })).toMatchObject({
    status: 404,
  });
  const seen = async (client: SupabaseClient) => (await client.from("access_logs").select("id").eq("id", log_id)).data;
  expect([await seen(world.nord), await seen(syd)]).toEqual([[{ id: log_id }], []]);
});

// Covers: /org-admin/access-logs
test("in a housing association who was let in at a gate is shown after a reason, in every log", async () => {
  const be = (kind: string) =>
    portal.admin.query("update organizations set kind = $2 where id = $1", [portal.accounts.nord.organizationId, kind]);
  onTestFinished(() => be("other").then(() => undefined));
  await be("housing");
  const { log_id, reason } = await read(PLATE);
  expect(reason).toBe("valid_credential");
  const shown = async () => [
    (await world.nord.from("access_logs").select("id").eq("id", log_id)).data?.length,
    (await world.nord.from("merged_log").select("id").eq("id", log_id)).data?.length,
    (await callFunction(world.nord, "explain-passage", { source: "gate", id: log_id })).status,
  ];
  expect(await shown()).toEqual([0, 0, 404]);
  await callFunction(world.nord, "granted-passages", { reason: "troubleshooting" });
  expect(await shown()).toEqual([1, 1, 200]);
});
