// A caller may choose ids. No table call gives a new row another tenant's id, and no existing row of another tenant changes.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { generateWeeklyCodes } from "#contract/functions/generate-weekly-codes.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, call, doorsOf } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { switchableGuard } from "./guard-switches.ts";

const { guard, service } = switchableGuard();
let portal: TestPortal;
let system: SupabaseClient;
let syd: SupabaseClient;
let south: AxisSimulator;
/** The north's door controller, and the south's: one weekly code opens both. */
let northId: string;
let southId: string;
let weekly: { id: string; code: string };
/** The number of the south's codes that are compared with the weekly code's own. */
const ATTEMPTS = 60;

const sql = async (text: string, values: unknown[] = []) => (await portal.admin.query(text, values)).rows;

beforeAll(async () => {
  portal = await startTestPortal({ guard });
  system = await signedInClient(portal.url, portal.accounts.system);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  south = await startAxisSimulator({ doors: 1 });
  northId = await addDoorController(system, { name: "Port A", device: portal.axis });
  southId = await addDoorController(system, { name: "Port 7", device: south });
  await system.from("organization_controllers").insert([
    { organization_id: portal.accounts.nord.organizationId, controller_id: northId },
    { organization_id: portal.accounts.syd.organizationId, controller_id: southId },
  ]);
  const made = generateWeeklyCodes.generate.reply.parse(
    await call(system, "generate-weekly-codes", { action: "generate", controllerIds: [northId, southId] }),
  );
  const [code] = made.codes;
  if (!code) throw new Error("no weekly code was made");
  weekly = { id: code.id, code: code.code };
  await vi.waitFor(async () => expect(await pending()).toBe(0), { timeout: paced(60_000), interval: 50 });
});
afterAll(async () => {
  await portal.close();
  await south.close();
});

const pending = async () => Number((await sql("select count(*)::int as n from device_sync where pending"))[0]?.n);

/** Returns every fact about the weekly code in its devices, the portal and the north's own log. */
async function ofTheWeeklyCode() {
  return {
    replicas: await sql(
      `select controller_id, source_kind, organization_id, label, desired_gen, ended_at, outdated from device_sync
       where source_id = $1 order by 1`,
      [weekly.id],
    ),
    pins: await sql(
      "select controller_id, count(*)::int from controller_pins where source_id = $1 and organization_id is null group by 1 order by 1",
      [weekly.id],
    ),
    opens: portal.axis.doorTokens.map((door) => portal.axis.wouldOpen(weekly.code, door)),
    states: await sql("select controller_id, last_error, attempts, breaker_open_since from controller_sync order by 1"),
  };
}

async function ownPerson(): Promise<string> {
  const { data } = await syd
    .from("end_users")
    .insert({ organization_id: portal.accounts.syd.organizationId, first_name: "Egen", last_name: "Person" })
    .select("id")
    .single()
    .throwOnError();
  return String(data.id);
}

const ownPin = async (id: string) => ({
  id,
  end_user_id: await ownPerson(),
  credential_type: "pin",
  credential_value: "739146",
  validity_period: "12_months",
});

/** Returns ids of every kind of row that somebody else has, and one that nobody has: the answer must not reveal which. */
async function ids(): Promise<[string, string][]> {
  const person = randomUUID();
  const credential = randomUUID();
  const { organizationId } = portal.accounts.nord;
  await sql("insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Nora', 'Nord')", [
    person,
    organizationId,
  ]);
  await sql(
    "insert into credentials (id, end_user_id, credential_type, credential_value) values ($1, $2, 'license_plate', 'NOR 123')",
    [credential, person],
  );
  const [direct] = await sql(
    "insert into controller_users (controller_id, first_name, last_name) values ($1, 'Vakt', 'Nord') returning id",
    [northId],
  );
  const [door] = await sql("select id from access_points where controller_id = $1 limit 1", [northId]);
  return [
    ["a weekly code", weekly.id],
    ["a controller's user", String(direct?.id)],
    ["a neighbour's credential", credential],
    ["a neighbour's person", person],
    ["a neighbour's organisation", organizationId ?? ""],
    ["a door", String(door?.id)],
    ["a controller", northId],
    ["an account", portal.accounts.system.userId],
    ["nobody", randomUUID()],
  ];
}

/** Sends the row as an attacker would: alone, in bulk, as an upsert of both kinds, and by PUT. */
async function refusals(table: string, row: Record<string, unknown>): Promise<string[]> {
  const from = () => syd.from(table);
  const replies = [
    await from().insert(row),
    await from().insert([row, { ...row, id: randomUUID() }]),
    await from().upsert(row, { onConflict: "id", ignoreDuplicates: true }),
    await from().upsert(row, { onConflict: "id" }),
    await from().insert(row).select("id").single(),
  ];
  return [...new Set(replies.map(({ status, error }) => `${status} ${error?.code}`))];
}

describe("an org admin chooses no id", () => {
  test("for a credential, a person or an assignment, whose owner does not matter: the answer is one", async () => {
    const before = await ofTheWeeklyCode();
    const said = new Set<string>();
    const { organizationId } = portal.accounts.syd;
    for (const [, id] of await ids()) {
      const plate = { ...(await ownPin(id)), credential_type: "license_plate", credential_value: "EGN 12A" };
      for (const refused of await refusals("credentials", plate)) said.add(refused);
      const person = { id, organization_id: organizationId, first_name: "Egen", last_name: "Person" };
      for (const refused of await refusals("end_users", person)) said.add(refused);
      const assignment = { id, credential_id: randomUUID(), controller_id: southId };
      for (const refused of await refusals("controller_assignments", assignment)) said.add(refused);
      const pin = await syd.from("credentials").insert(await ownPin(id));
      said.add(`${pin.status} ${pin.error?.code}`);
    }
    // No upsert writes an encrypted column, whatever the id.
    said.delete("400 PGRST127");
    expect([...said]).toEqual(["403 42501"]);
    await expect.poll(pending).toBe(0);
    expect(await ofTheWeeklyCode()).toEqual(before);
  });

  test("and a row without one is stored as before, with a PIN too", async () => {
    const { id: _, ...pin } = await ownPin(randomUUID());
    expect(await syd.from("credentials").insert(pin).select("display_value").single()).toMatchObject({
      status: 201,
      data: { display_value: "••••" },
    });
  });

  test("nor reads a weekly code's id in the log of its doors", async () => {
    south.punch(south.doorTokens[0] ?? "", weekly.code);
    const log = () => syd.from("door_log").select("kind, granted, is_weekly_code").eq("granted", true);
    await expect
      .poll(async () => (await log()).data)
      .toEqual([{ kind: "access", granted: true, is_weekly_code: true }]);
    for (const table of ["door_events", "door_log", "merged_log"])
      expect((await syd.from(table).select("weekly_code_id")).error?.code).toMatch(/42501|42703|PGRST/);
    expect(JSON.stringify((await syd.from("door_events").select()).data)).not.toContain(weekly.id);
  });
});

describe("with the service's guard down the database refuses an id of another kind", () => {
  beforeAll(() => {
    service.up = false;
  });
  afterAll(() => {
    service.up = true;
  });

  test("for a credential, as one that is taken", async () => {
    const before = await ofTheWeeklyCode();
    for (const [, id] of (await ids()).slice(0, 3)) {
      expect(await syd.from("credentials").insert(await ownPin(id))).toMatchObject({ status: 409 });
    }
    await expect.poll(pending).toBe(0);
    expect(await ofTheWeeklyCode()).toEqual(before);
  });

  test("for a controller's user, by a system admin", async () => {
    const row = { id: weekly.id, controller_id: southId, first_name: "Vakt", last_name: "Syd" };
    expect(await system.from("controller_users").insert(row)).toMatchObject({ status: 409 });
  });
});

describe("a credential that got a weekly code's id all the same", () => {
  let door: string;

  beforeAll(async () => {
    door = [...(await doorsOf(syd, southId)).values()][0] ?? "";
    const person = await ownPerson();
    await sql("alter table credentials disable trigger guard_source_id");
    await sql(
      `insert into credentials (id, end_user_id, credential_type, credential_value, validity_period, valid_to)
       values ($1, $2, 'pin', $3, '12_months', now() + interval '1 year')`,
      [weekly.id, person, encryptCredentialPin(portal.server.deps.keys, weekly.id, "739146")],
    );
    await sql("alter table credentials enable trigger guard_source_id");
    await sql("delete from private.pin_attempts");
  });

  test("changes nothing of it at any controller, by whatever is saved", async () => {
    const before = await ofTheWeeklyCode();
    const assignment = { credential_id: weekly.id, controller_id: southId, access_point_id: door };
    expect((await syd.from("controller_assignments").insert(assignment)).status).toBe(201);
    const patch = (change: object) => syd.from("credentials").update(change).eq("id", weekly.id);
    for (const change of [
      { valid_to: new Date(Date.now() + 86_400_000).toISOString() },
      { enabled: false },
      { enabled: true },
      { credential_value: "739147" },
    ])
      expect(await patch(change)).toMatchObject({ status: 204 });
    const person = await syd.from("credentials").select("end_user_id").eq("id", weekly.id).single().throwOnError();
    await syd.from("end_users").update({ first_name: "Owned-by" }).eq("id", person.data.end_user_id).throwOnError();
    await syd.from("controller_assignments").delete().eq("credential_id", weekly.id).throwOnError();
    await syd.from("controller_assignments").insert(assignment).throwOnError();
    expect(await ofTheWeeklyCode()).toEqual(before);
  });

  test("pays for the right digits as for a wrong one", async () => {
    const before = await ofTheWeeklyCode();
    const attempt = async (code: string) =>
      (await syd.from("credentials").update({ credential_value: code }).eq("id", weekly.id)).status;
    const wrong = Array.from({ length: ATTEMPTS }, (_, n) => String(1_000 + 37 * n).padStart(weekly.code.length, "5"));
    const said: number[] = [];
    for (const code of wrong) said.push(await attempt(code));
    const [right, again] = [await attempt(weekly.code), await attempt(weekly.code)];
    expect(said.at(-1)).toBe(429);
    expect([right, again]).toEqual([429, 429]);
    expect(await ofTheWeeklyCode()).toEqual(before);
  });

  test("takes no event of it from the north's log", async () => {
    portal.axis.punch(portal.axis.doorTokens[0] ?? "", weekly.code);
    const event = () =>
      sql(
        "select organization_id, credential_id, weekly_code_id from door_events where controller_id = $1 and granted",
        [northId],
      );
    await expect
      .poll(event)
      .toEqual([
        { organization_id: portal.accounts.nord.organizationId, credential_id: null, weekly_code_id: weekly.id },
      ]);
  });
});
