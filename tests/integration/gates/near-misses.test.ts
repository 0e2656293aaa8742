// Readings that nearly match a known plate, from the gate's call to the queue and back to the gate. Over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { explainPassage } from "#contract/functions/explain-passage.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { deleteNearMisses } from "#server/gates/forget-near-misses.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { nothingComes } from "#tests/support/pace.ts";
import { UNDER_WAY } from "#tests/support/under-way.ts";
import { dismissed, looked, type NearMissRig, nearMiss, openNearMissRig, queue } from "./near-miss-rig.ts";

let rig: NearMissRig;
let portal: NearMissRig["portal"];
let world: NearMissRig["world"];
beforeAll(async () => {
  rig = await openNearMissRig();
  ({ portal, world } = rig);
});
afterAll(() => portal.close());
const read = (plate: string) => rig.read(plate);
const missed = (plate: string) => rig.missed(plate);
const aliases = async () => (await portal.admin.query("select plate_number from plate_aliases order by 1")).rows;

test("a misread plate waits in the queue, opens nothing, and opens from the next read on once it is linked", async () => {
  // Openings of an earlier test may be on their way to the gate.
  const underWay = () => portal.admin.query(UNDER_WAY);
  await expect.poll(async () => (await underWay()).rowCount).toBe(0);
  const before = portal.axxon.openings.length;
  await read("MLB B4A");
  const row = await missed("MLBB4A");
  expect(row).toMatchObject({ reads: 2, candidates: [{ credential: { display_value: "MLB 84A" } }] });
  expect(portal.axxon.openings.length).toBe(before);
  expect(await nearMiss(world.nord, { action: "LINK", id: row.id })).toMatchObject({ status: 200 });
  expect(portal.axxon.openings.length).toBe(before);
  expect(await queue(world.system, "MLBB4A")).toEqual([]);
  expect(await read("MLB B4A")).toEqual(expect.objectContaining({ granted: true, reason: "valid_credential" }));
  // Every reading of the car counts as the same car.
  expect(await read("MLB 84A")).toMatchObject({ granted: true });
  await portal.axxon.openedTimes(before + 1);
  await nothingComes(300);
  expect(portal.axxon.openings.length).toBe(before + 1);
  expect(await nearMiss(world.nord, { action: "LINK", id: row.id })).toMatchObject({
    status: 404,
    body: { reason: "near_miss_gone" },
  });
  const { rows } = await portal.admin.query(
    "select count(*)::int as n from audit where action = 'plate_aliases.insert' and actor = $1 and after::text like '%MLBB4A%'",
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
  await looked(portal);
  const { rows } = await portal.admin.query(
    "select last_used_at > now() - interval '1 minute' as used from plate_aliases where plate_number = 'CIL1OO'",
  );
  expect(rows).toEqual([{ used: true }]);
  await age(90);
  expect(await read("CIL1OO")).toMatchObject({ granted: false, reason: "no_match" });
  await deleteNearMisses(portal.server.deps.pools.engine);
  expect(await aliases()).not.toContainEqual({ plate_number: "CIL1OO" });
});

test("an administrator sees the day of a linked reading's last read, and its time nowhere", async () => {
  await world.savePerson({ firstName: "Dag", lastName: "Bara", plate: "DAG100" });
  await nearMiss(world.nord, { action: "LINK", id: (await missed("DAG1OO")).id });
  expect(await read("DAG1OO")).toMatchObject({ granted: true });
  await looked(portal);
  const { rows } = await portal.admin.query<{ at: Date }>(
    "select last_used_at as at from plate_aliases where plate_number = 'DAG1OO'",
  );
  const day = rows.map(({ at }) => ({ last_used_on: stockholmDay(at) }));
  for (const who of [world.nord, world.system]) {
    const of = (select: string) => who.from("plate_aliases").select(select).eq("plate_number", "DAG1OO");
    expect((await of("last_used_on")).data).toEqual(day);
    const [whole] = z.array(z.record(z.string(), z.unknown())).parse((await of("*")).data);
    expect(Object.keys(whole ?? {})).not.toContain("last_used_at");
    expect((await of("last_used_at")).error?.code).toBe("42501");
    expect((await of("id").gt("last_used_at", "2026-01-01")).error?.code).toBe("42501");
    expect((await of("id").order("last_used_at")).error?.code).toBe("42501");
  }
  await world.nord.from("plate_aliases").delete().eq("plate_number", "DAG1OO");
  const { data } = await world.nord.from("audit").select("before").eq("action", "plate_aliases.delete");
  expect(data).not.toEqual([]);
  expect(JSON.stringify(data)).not.toContain("last_used");
});

describe("an alias", () => {
  test("is refused when the reading is somebody's plate, or an alias, at that gate", async () => {
    await world.savePerson({ firstName: "Disa", lastName: "Upptagen", plate: "DIS500" });
    const row = await missed("DI5500");
    // A plate is registered between the look and the answer.
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

  test("can be ended by everybody who sees it", async () => {
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

test("a dismissed candidate is not asked again, until the dismissal is taken back", async () => {
  await world.savePerson({ firstName: "Kia", lastName: "Avfärdad", plate: "KIA700" });
  const row = await missed("KIA70");
  expect(await nearMiss(world.nord, { action: "DISMISS", id: row.id })).toMatchObject({ status: 200 });
  await read("KIA70");
  await looked(portal);
  expect(await queue(world.nord, "KIA70")).toEqual([]);
  // Everybody who sees the candidate sees that it is dismissed.
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
  // The other organisation still has its candidate.
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
  await looked(portal);
  expect(await queue(world.system, "NIL3OO")).toEqual([]);
  for (const unread of ["{PLATE}", "NIL?00", "", "RADERAD"]) await read(unread);
  await looked(portal);
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
  await deleteNearMisses(portal.server.deps.pools.engine);
  expect(await queue(world.system, "PIA50")).toEqual([]);
});

describe("an earlier refusal is explained by what was so in its second, where the reading is nearly a plate", () => {
  const explain = async (id: string) =>
    explainPassage.reply.parse((await callFunction(world.system, "explain-passage", { source: "gate", id })).body);
  /** Expects a refusal before `change` and again after it, when the reading has become a near miss. */
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
      truths: { desired: { allowed: false, because: "unknown_plate" } },
      candidates: [{ cause: "given_after", at: expect.any(String) }],
      // The reading still counts as that car, and the camera will repeat it.
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

  test("as a car given since, also after it was linked", async () => {
    const id = await refusedBefore("RXF1OO", async () => save("Ny Och Kopplad", "RXF100"));
    const [row] = await queue(world.system, "RXF1OO");
    await nearMiss(world.nord, { action: "LINK", id: row?.id });
    expect(await explain(id)).toMatchObject({
      reasons: [{ code: "unknown_plate" }],
      candidates: [{ name: "Qvintus Ny Och Kopplad", cause: "given_after" }],
    });
  });
});
