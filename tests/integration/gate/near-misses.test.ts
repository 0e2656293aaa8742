// Readings that nearly match a known plate, from the gate's call to the queue and back to the gate. Over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { explainPassageReply } from "#contract/functions/explain-passage.ts";
import { forgetNearMisses } from "#server/gates/forget-near-misses.ts";
import { lookForNearMisses } from "#server/gates/look-for-near-misses.job.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let authorization: string;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  const { data } = await world.system.functions.invoke<{ username: string; password: string }>(
    `get-webhook-credentials?controller_id=${world.gateId}`,
    { method: "GET" },
  );
  authorization = `Basic ${Buffer.from(`${data?.username}:${data?.password}`).toString("base64")}`;
});
afterAll(() => portal.close());

const answer = z.object({ granted: z.boolean(), reason: z.string(), log_id: z.string() });
async function read(plate: string): Promise<z.infer<typeof answer>> {
  const url = `${portal.url}/functions/v1/axxon-webhook?regnr=${encodeURIComponent(plate)}&gateid=${world.gateId}`;
  return answer.parse(await (await fetch(url, { method: "POST", headers: { authorization } })).json());
}

/** The job looks at what is two seconds old. */
async function looked(): Promise<void> {
  const { rows } = await portal.admin.query("select max(detected_at)::text as newest from access_logs");
  await expect
    .poll(
      async () => {
        await lookForNearMisses(portal.server.deps.pools.engine);
        return (
          await portal.admin.query("select looked_until >= $1::timestamptz as done from private.near_miss_progress", [
            rows[0]?.newest,
          ])
        ).rows[0]?.done;
      },
      { interval: 250 },
    )
    .toBe(true);
}

const SELECT =
  "id,plate_number,reads,candidates:plate_near_miss_candidates!inner(credential_id,place,credential:credentials(display_value,end_user:end_users(last_name)))";
const queueRow = z.object({
  id: z.string(),
  plate_number: z.string(),
  reads: z.number(),
  candidates: z.array(
    z.object({
      credential_id: z.string(),
      credential: z.object({ display_value: z.string(), end_user: z.object({ last_name: z.string() }) }),
    }),
  ),
});
async function dismissed(who: MainWorld["system"]) {
  const { data, error } = await who.from("plate_near_misses").select(SELECT).not("candidates.dismissed_at", "is", null);
  if (error) throw new Error(error.message);
  return z.array(queueRow).parse(data);
}

async function queue(who: MainWorld["system"], plate: string) {
  const { data, error } = await who
    .from("plate_near_misses")
    .select(SELECT)
    .eq("plate_number", plate)
    .is("candidates.dismissed_at", null);
  if (error) throw new Error(error.message);
  return z.array(queueRow).parse(data);
}

/** Drives past until the reading waits in the queue. */
async function missed(plate: string) {
  expect(await read(plate)).toEqual(expect.objectContaining({ granted: false, reason: "no_match" }));
  await looked();
  const [row] = await queue(world.system, plate);
  if (row === undefined) throw new Error(`${plate} is no near miss`);
  return row;
}

const nearMiss = (who: MainWorld["system"], body: object) => callFunction(who, "near-miss", body);
const aliases = async () => (await portal.admin.query("select plate_number from plate_aliases order by 1")).rows;

test("a misread plate waits in the queue, opens nothing, and opens from the next read on once it is linked", async () => {
  const before = portal.axxon.openings.length;
  await read("MLB B4A");
  const row = await missed("MLBB4A");
  expect(row).toMatchObject({ reads: 2, candidates: [{ credential: { display_value: "MLB 84A" } }] });
  expect(portal.axxon.openings.length).toBe(before);
  expect(await nearMiss(world.nord, { action: "LINK", id: row.id })).toMatchObject({ status: 200 });
  expect(portal.axxon.openings.length).toBe(before);
  expect(await queue(world.system, "MLBB4A")).toEqual([]);
  expect(await read("MLB B4A")).toEqual(expect.objectContaining({ granted: true, reason: "valid_credential" }));
  // The same car, however it is read.
  expect(await read("MLB 84A")).toMatchObject({ granted: true });
  await portal.axxon.openedTimes(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(portal.axxon.openings.length).toBe(before + 1);
  expect(await nearMiss(world.nord, { action: "LINK", id: row.id })).toMatchObject({
    status: 404,
    body: { reason: "near_miss_gone" },
  });
  const { rows } = await portal.admin.query(
    "select count(*)::int as n from audit where action = 'plate_aliases.insert' and actor = $1",
    [portal.accounts.nord.userId],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test("an alias is used when it is read, and ends when it has not been for ninety days", async () => {
  await world.savePerson({ firstName: "Cilla", lastName: "Oanvänd", plate: "CIL100" });
  const row = await missed("CIL1OO");
  await nearMiss(world.system, { action: "LINK", id: row.id });
  const age = (days: number) =>
    portal.admin.query(
      "update plate_aliases set last_used_at = now() - make_interval(days => $1) where plate_number = 'CIL1OO'",
      [days],
    );
  await age(89);
  expect(await read("CIL1OO")).toMatchObject({ granted: true });
  await looked();
  const { rows } = await portal.admin.query(
    "select last_used_at > now() - interval '1 minute' as used from plate_aliases where plate_number = 'CIL1OO'",
  );
  expect(rows).toEqual([{ used: true }]);
  await age(90);
  expect(await read("CIL1OO")).toMatchObject({ granted: false, reason: "no_match" });
  await forgetNearMisses(portal.server.deps.pools.engine);
  expect(await aliases()).not.toContainEqual({ plate_number: "CIL1OO" });
});

describe("an alias", () => {
  test("is refused when the reading is somebody's plate, or an alias, at that gate", async () => {
    await world.savePerson({ firstName: "Disa", lastName: "Upptagen", plate: "DIS500" });
    const row = await missed("DI5500");
    // As a registration that commits between the look and the answer.
    const other = await world.savePerson({ firstName: "Erik", lastName: "Ägare", plate: "DI5500" });
    expect(await nearMiss(world.nord, { action: "LINK", id: row.id })).toMatchObject({ status: 404 });
    const again = async () => {
      const { rows } = await portal.admin.query<{ id: string }>(
        `with m as (insert into plate_near_misses (controller_id, plate_number, last_read_at) values ($1, 'DI5500', now()) returning id)
         insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place)
         select m.id, k.organization_id, k.id, 1 from m, credentials k where k.plate_key = 'DIS500' returning near_miss_id as id`,
        [world.gateId],
      );
      return rows[0]?.id;
    };
    for (const action of ["LINK", "CORRECT"])
      expect([action, await nearMiss(world.nord, { action, id: await again() })]).toMatchObject(
        [action, { status: 409, body: { reason: "reading_taken" } }].slice(0, 2),
      );
    await portal.admin.query("delete from plate_near_misses");
    await portal.admin.query("delete from end_users where id = $1", [other]);
    expect(await nearMiss(world.nord, { action: "LINK", id: await again() })).toMatchObject({ status: 200 });
    expect(await nearMiss(world.nord, { action: "LINK", id: await again() })).toMatchObject({ status: 409 });
  });

  test("ends when the reading becomes somebody's own plate, which then decides alone", async () => {
    await world.savePerson({ firstName: "Frida", lastName: "Först", plate: "FRI800" });
    const row = await missed("FRIB00");
    await nearMiss(world.nord, { action: "LINK", id: row.id });
    expect(await aliases()).toContainEqual({ plate_number: "FRIB00" });
    await world.savePerson({ firstName: "Gun", lastName: "Sedan", plate: "FRIB00" });
    expect(await aliases()).not.toContainEqual({ plate_number: "FRIB00" });
    await portal.admin.query("update credentials set enabled = false where plate_key = 'FRIB00'");
    expect(await read("FRIB00")).toMatchObject({ granted: false, reason: "disabled" });
  });

  test("ends with the car: another plate, another person", async () => {
    await world.savePerson({ firstName: "Hans", lastName: "Bytt", plate: "HAN600" });
    const row = await missed("HANG00");
    await nearMiss(world.nord, { action: "LINK", id: row.id });
    await portal.admin.query("update credentials set credential_value = 'NYA111' where plate_key = 'HAN600'");
    expect(await read("HANG00")).toMatchObject({ granted: false, reason: "no_match" });
    expect(await aliases()).not.toContainEqual({ plate_number: "HANG00" });
  });

  test("is ended by whoever sees it", async () => {
    await world.savePerson({ firstName: "Ida", lastName: "Ångrat", plate: "IDA200" });
    await nearMiss(world.nord, { action: "LINK", id: (await missed("IDAZ00")).id });
    const ended = await world.nord.from("plate_aliases").delete().eq("plate_number", "IDAZ00").select("id");
    expect(ended.data).toHaveLength(1);
    expect(await read("IDAZ00")).toMatchObject({ granted: false });
  });
});

test("a mistyped plate becomes what the camera read", async () => {
  const person = await world.savePerson({ firstName: "Jon", lastName: "Rättad", plate: "JON50B" });
  const row = await missed("JON508");
  const saved = async () =>
    (await portal.admin.query("select updated_at::text from end_users where id = $1", [person])).rows[0]?.updated_at;
  const before = await saved();
  expect(await nearMiss(world.nord, { action: "CORRECT", id: row.id })).toMatchObject({ status: 200 });
  const { rows } = await portal.admin.query("select credential_value from credentials where end_user_id = $1", [
    person,
  ]);
  expect(rows).toEqual([{ credential_value: "JON 508" }]);
  expect(await saved()).not.toBe(before);
  expect(await read("JON508")).toMatchObject({ granted: true });
  expect(await queue(world.system, "JON508")).toEqual([]);
});

test("what is dismissed is not asked again, until it is taken back", async () => {
  await world.savePerson({ firstName: "Kia", lastName: "Avfärdad", plate: "KIA700" });
  const row = await missed("KIA70");
  expect(await nearMiss(world.nord, { action: "DISMISS", id: row.id })).toMatchObject({ status: 200 });
  await read("KIA70");
  await looked();
  expect(await queue(world.nord, "KIA70")).toEqual([]);
  // It is found as dismissed, by whoever sees the candidate.
  expect(await dismissed(world.nord)).toMatchObject([{ id: row.id }]);
  expect(await dismissed(world.system)).toMatchObject([{ id: row.id }]);
  expect(await dismissed(await signedInClient(portal.url, portal.accounts.syd))).toEqual([]);
  expect(await nearMiss(world.nord, { action: "RESTORE", id: row.id })).toMatchObject({ status: 200 });
  expect(await queue(world.nord, "KIA70")).toMatchObject([{ reads: 2 }]);
  expect(await dismissed(world.nord)).toEqual([]);
});

test("an org admin sees and answers for own people's cars only", async () => {
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const organization_id = portal.accounts.syd.organizationId;
  const linked = await world.system
    .from("organization_controllers")
    .insert({ organization_id, controller_id: world.gateId });
  expect(linked.error).toBeNull();
  await world.savePerson({ firstName: "Lo", lastName: "Nord", plate: "LOX11O" });
  const payload = {
    organization_id,
    first_name: "My",
    last_name: "Syd",
    vehicle: {
      plate_number: "LOX11D",
      vehicle_type: "Personbil",
      validity_period: "12_months",
      controller_ids: [world.gateId],
    },
  };
  expect(await callFunction(syd, "end-user-manager", { action: "CREATE", payload })).toMatchObject({ status: 200 });
  const row = await missed("LOX110");
  expect(row.candidates).toHaveLength(2);
  const [own] = await queue(world.nord, "LOX110");
  expect(own?.candidates.map((one) => one.credential.end_user.last_name)).toEqual(["Nord"]);
  const theirs = row.candidates.find((one) => one.credential.end_user.last_name === "Syd")?.credential_id;
  for (const action of ["LINK", "CORRECT", "DISMISS"])
    expect(await nearMiss(world.nord, { action, id: row.id, credential_id: theirs })).toMatchObject({ status: 404 });
  expect(await nearMiss(world.system, { action: "LINK", id: row.id })).toMatchObject({
    status: 400,
    body: { reason: "near_miss_ambiguous", field: "credential_id" },
  });
  // The other organisation's candidate stays.
  expect(await nearMiss(world.nord, { action: "DISMISS", id: row.id })).toMatchObject({ status: 200 });
  expect(await queue(world.nord, "LOX110")).toEqual([]);
  expect(await queue(syd, "LOX110")).toHaveLength(1);
  expect(await nearMiss(world.system, { action: "LINK", id: row.id, credential_id: theirs })).toMatchObject({
    status: 200,
  });
  const theirAliases = await world.nord.from("plate_aliases").select("id").eq("plate_number", "LOX110");
  expect(theirAliases.data).toEqual([]);
});

test("only a plate that the gate opens for now is a candidate", async () => {
  await world.savePerson({ firstName: "Nils", lastName: "Avstängd", plate: "NIL300" });
  await portal.admin.query("update credentials set enabled = false where plate_key = 'NIL300'");
  await read("NIL3OO");
  await looked();
  expect(await queue(world.system, "NIL3OO")).toEqual([]);
  for (const unread of ["{PLATE}", "NIL?00", "", "RADERAD"]) await read(unread);
  await looked();
  const { rows } = await portal.admin.query(
    "select plate_number from plate_near_misses where plate_number like 'NIL%'",
  );
  expect(rows).toEqual([]);
});

test("export names them, erasure and retention forget them", async () => {
  const person = await world.savePerson({ firstName: "Olle", lastName: "Glömd", plate: "OLL500" });
  await nearMiss(world.nord, { action: "LINK", id: (await missed("OLLS00")).id });
  await missed("OLL50");
  const exported = await callFunction(world.nord, "person-data", { action: "EXPORT", end_user_id: person });
  expect(exported.body).toMatchObject({
    person: { plate_aliases: [{ reading: "OLLS00" }], near_misses: [{ reading: "OLL50", reads: 1 }] },
  });
  expect(await callFunction(world.nord, "person-data", { action: "ERASE", end_user_id: person })).toMatchObject({
    status: 200,
  });
  const left = await portal.admin.query(
    `select plate_number from plate_aliases where plate_number like 'OLL%' union all select plate_number from plate_near_misses where plate_number like 'OLL%'`,
  );
  expect(left.rows).toEqual([]);
  await world.savePerson({ firstName: "Pia", lastName: "Gammal", plate: "PIA500" });
  await missed("PIA50");
  await portal.admin.query(
    "update plate_near_misses set last_read_at = now() - interval '91 days' where plate_number = 'PIA50'",
  );
  await forgetNearMisses(portal.server.deps.pools.engine);
  expect(await queue(world.system, "PIA50")).toEqual([]);
});

describe("an earlier refusal is explained by what was so in its second, where the reading is nearly a plate", () => {
  const explain = async (id: string) =>
    explainPassageReply.parse((await callFunction(world.system, "explain-passage", { source: "gate", id })).body);
  /** Refused before `change`, and once more after it, when the reading is found to be a near miss of now. */
  async function refusedBefore(plate: string, change: () => Promise<unknown>) {
    const { log_id } = await read(plate);
    await change();
    await missed(plate);
    return log_id;
  }
  const set = (plate: string, change: string) =>
    portal.admin.query(`update credentials set ${change} where plate_key = $1`, [plate]);
  const save = (lastName: string, plate: string) => world.savePerson({ firstName: "Qvintus", lastName, plate });

  test.each([
    ["that was given since", "ML0784A", "MLO784A", async () => save("Ny", "MLO784A")],
    ["that was corrected since", "RXL1OO", "RXL100", () => set("AAA999", "credential_value = 'RXL100'")],
  ])("%s: nobody had anything like it then", async (_case, reading, plate, change) => {
    if (plate === "RXL100") await save("Rättad", "AAA999");
    const explained = await explain(await refusedBefore(reading, change));
    expect(explained).toMatchObject({
      reasons: [{ code: "unknown_plate" }],
      truths: { wished: { allowed: false, because: "unknown_plate" } },
      candidates: [{ cause: "given_after", at: expect.any(String) }],
      // It is that car's all the same, and the camera will read it so again.
      fixes: [{ id: "add_alias" }],
    });
  });

  test.each([
    ["disabled", "RXB1OO", "RXB100", "enabled = false", "enabled = true"],
    [
      "expired",
      "RXC1OO",
      "RXC100",
      "valid_from = now() - interval '2 days', valid_to = now() - interval '1 hour'",
      "valid_to = now() + interval '1 year'",
    ],
    ["not_yet_valid", "RXD1OO", "RXD100", "valid_from = now() + interval '1 hour'", "valid_from = now()"],
  ])("that was %s then: a right reading would not have opened either", async (cause, reading, plate, then, now) => {
    await save("Stod Still", plate);
    await set(plate, then);
    const id = await refusedBefore(reading, () => set(plate, now));
    expect(await explain(id)).toMatchObject({ reasons: [{ code: "unknown_plate" }], candidates: [{ cause }] });
  });

  test("that the gate opened for then: a near miss, also after it was linked, and not of a car given since", async () => {
    await save("Fanns", "RXE100");
    const id = await refusedBefore("RXE1OO", async () => save("Kom Sedan", "RXEI00"));
    const then = { reasons: [{ code: "near_miss" }], candidates: [{ name: "Qvintus Fanns", cause: "near_miss" }] };
    expect(await explain(id)).toMatchObject(then);
    const [row] = await queue(world.system, "RXE1OO");
    expect(await nearMiss(world.nord, { action: "LINK", id: row?.id })).toMatchObject({ status: 200 });
    expect(await explain(id)).toMatchObject({ ...then, changed_at: expect.any(String) });
  });

  test("of a car given since, also after it was linked", async () => {
    const id = await refusedBefore("RXF1OO", async () => save("Ny Och Kopplad", "RXF100"));
    const [row] = await queue(world.system, "RXF1OO");
    await nearMiss(world.nord, { action: "LINK", id: row?.id });
    expect(await explain(id)).toMatchObject({
      reasons: [{ code: "unknown_plate" }],
      candidates: [{ name: "Qvintus Ny Och Kopplad", cause: "given_after" }],
    });
  });
});

describe("an organisation's administrator, of a reading that may be a car of its people", () => {
  const explain = (who: MainWorld["system"], id: string) =>
    callFunction(who, "explain-passage", { source: "gate", id });
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
  let syd: MainWorld["system"];
  beforeAll(async () => {
    syd = await signedInClient(portal.url, portal.accounts.syd);
    await portal.admin.query("insert into organization_controllers values ($1, $2) on conflict do nothing", [
      portal.accounts.syd.organizationId,
      world.gateId,
    ]);
  });
  /** A car of the other organisation's. */
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

  test("finds its last passage in the log with its explanation, links it there and takes that back", async () => {
    await save("Länkad", "SXA100");
    const first = await read("SXA1OO");
    await missed("SXA1OO");
    const log = await inLog(world.nord, "SXA1OO");
    // The first is in the log of system admins alone: an organisation is shown what its queue shows.
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
    // What it takes to take it back is known on another day, too, and to its own organisation only.
    const linked = { status: 200, body: { fixes: [], linked_credential_id: undo.credential_id } };
    expect(await explain(world.nord, id)).toMatchObject(linked);
    expect(await explain(world.system, id)).toMatchObject(linked);
    expect(await read("SXA1OO")).toMatchObject({ granted: true });
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

  test("sees nothing of one that is nearly a neighbour's car only, and links none", async () => {
    await saveInSyd("Granne", "SXB100");
    const { log_id } = await read("SXB1OO");
    await missed("SXB1OO");
    expect(await inLog(world.nord, "SXB1OO")).toEqual([]);
    const unknown = await read("ZZY998");
    const answers = async (id: string) => [await explain(world.nord, id), await link(world.nord, id)];
    // In the words of a passage that is no near miss at all.
    expect(await answers(log_id)).toMatchObject(
      (await answers(unknown.log_id)).map(({ status, body }) => ({ status, body: wordsOf(body) })),
    );
    expect(await explain(syd, log_id)).toMatchObject({ status: 200, body: { candidates: [{ name: "Sara Granne" }] } });
  });

  test("learns of its own people's car alone, where it may be a neighbour's too", async () => {
    await save("Egen", "SXC11O");
    await saveInSyd("Granne", "SXC11D");
    const { log_id } = await read("SXC110");
    await missed("SXC110");
    const { status, body } = await explain(world.nord, log_id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ candidates: [{ name: "Rut Egen" }], fixes: [{ id: "add_alias" }] });
    expect(JSON.stringify(body)).not.toContain("Sara");
    // The system admin sees both, and chooses in the queue.
    expect(await explain(world.system, log_id)).toMatchObject({ body: { fixes: [] } });
    expect(await link(syd, log_id)).toMatchObject({ status: 200 });
    // Linked to the neighbour's car: nothing of the other's any more.
    expect(await explain(world.nord, log_id)).toMatchObject({ status: 404 });
    expect(await link(world.nord, log_id)).toMatchObject({ status: 404 });
  });

  test.each(["plate", "alias"])(
    "is refused as in the queue when the reading is a neighbour's %s by now",
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
      // As a registration that commits between the look and the answer.
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
});

/** Without what differs between two requests. */
function wordsOf(body: unknown): object {
  const { error, code, reason } = z.looseObject({}).parse(body);
  return { error, code, reason };
}
