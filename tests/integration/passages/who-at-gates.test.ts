// The portal's answer beside what decides: a gate's own decision about drawn plates, and a door's unit, asked by dry run for now and by its
// schedules for later.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askUnit, type UnitAnswers } from "#contract/functions/ask-unit.ts";
import { UNIT_QUESTIONS_PER_HOUR } from "#contract/limits.ts";
import { whoMayPass } from "#contract/tables/who-may-pass.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { postPlate, webhookAccount } from "#tests/support/gate-calls.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

const PLATES = 60;
let portal: TestPortal;
let world: MainWorld;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

const run = async (text: string, values: unknown[] = []) =>
  (await portal.admin.query<{ id: string }>(text, values)).rows;

async function draw(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const organizations = [portal.accounts.nord.organizationId, portal.accounts.syd.organizationId];
  const plates: string[] = [];
  const schedules = (await run("insert into schedules (name) values ('Alltid'), ('Aldrig') returning id")).map(
    ({ id }) => id,
  );
  await run(
    "insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) select $1, d, 0, 1440, '2026-01-01' from generate_series(1, 7) d",
    [schedules[0]],
  );
  for (let n = 0; n < PLATES; n++) {
    const organization = organizations[random.next() < 0.2 ? 1 : 0];
    // One plate in six is another person's too.
    const plate = n > 0 && random.next() < 1 / 6 ? random.pick(plates) : `KLM${String(100 + n)}`;
    plates.push(plate);
    const [person] = await run(
      "insert into end_users (organization_id, first_name, last_name) values ($1, $2, 'Dragen') returning id",
      [organization, `P${n}`],
    );
    const [from, to] = random.pick([
      ["-9", null],
      ["-9", null],
      ["-9", "9"],
      ["-9", "-1"],
      ["1", "9"],
    ]);
    const [credential] = await run(
      `insert into credentials (end_user_id, credential_type, credential_value, enabled, valid_from, valid_to)
       values ($1, 'license_plate', $2, $3, now() + $4::integer * interval '1 day', now() + $5::integer * interval '1 day') returning id`,
      [person?.id, plate, random.next() < 0.8, from, to],
    );
    if (random.next() < 0.5)
      await run("insert into controller_assignments (credential_id, controller_id) values ($1, $2)", [
        credential?.id,
        world.gateId,
      ]);
    if (random.next() < 0.4) {
      const [group] = await run("insert into access_groups (organization_id, name) values ($1, $2) returning id", [
        organization,
        `G${n}`,
      ]);
      await run(
        "insert into access_group_doors (group_id, organization_id, controller_id, schedule_id) values ($1, $2, $3, $4)",
        [group?.id, organization, world.gateId, random.pick([null, null, ...schedules])],
      );
      const [begins, ends] = random.pick([
        ["-2", null],
        ["-2", "2"],
        ["2", null],
        ["-4", "-2"],
      ]);
      await run(
        `insert into access_group_members (group_id, organization_id, end_user_id, valid_from, valid_to)
         values ($1, $2, $3, now() + $4::integer * interval '1 day', now() + $5::integer * interval '1 day')`,
        [group?.id, organization, person?.id, begins, ends],
      );
    }
  }
  return [...new Set(plates)];
}

test("every plate that is said to get in is let in, and no other", async () => {
  const link = [portal.accounts.syd.organizationId, world.gateId];
  await run("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", link);
  const plates = await draw(36);
  await run("delete from organization_controllers where organization_id = $1 and controller_id = $2", link);
  const { data, error } = await world.system.rpc("who_may_pass", { controller_id: world.gateId, limit: 1000 });
  expect(error).toBeNull();
  const said = whoMayPass.reply
    .parse(data)
    .rows.filter(({ verdict, plate }) => verdict === "in" && plates.includes(plate ?? ""));
  const account = await webhookAccount(world.system, world.gateId);
  const letIn: string[] = [];
  for (const plate of plates) {
    const reply: unknown = await (await postPlate(portal.url, { gateId: world.gateId, plate, account })).json();
    if (Object(reply).granted === true) letIn.push(plate);
  }
  expect(letIn.length).toBeGreaterThan(9);
  expect(letIn.length).toBeLessThan(plates.length - 9);
  expect(new Set(said.map(({ plate }) => plate))).toEqual(new Set(letIn));
});

test("of a time beyond the kept log the call says that nothing is known", async () => {
  const { data } = await world.nord.rpc("who_may_pass", { controller_id: world.gateId, at: "2020-01-01T00:00:00Z" });
  expect(data).toMatchObject({ known: false, rows: [], counts: { in: 0, unknown: 0, out: 0 } });
});

const MORE_PINS = ["664201", "664219"];
const ask = (client: MainWorld["nord"]) =>
  callFunction(client, "ask-unit", { access_point_id: world.doorIds[0] ?? "" });
async function asked(client = world.nord): Promise<UnitAnswers> {
  const { status, body } = await ask(client);
  expect(status).toBe(200);
  return askUnit.reply.parse(body);
}
const saidOf = ({ answers }: UnitAnswers) =>
  answers.map(({ label, verdict, granted }) => `${label}: ${verdict} ${granted}`).toSorted();

test("a door's unit is asked about each PIN of the caller's people, and its own answer is told beside the portal's", async () => {
  for (const [index, pin] of MORE_PINS.entries())
    await world.savePerson({ firstName: "Frågad", lastName: `Nr${index}`, pin });
  await untilInStep(portal);
  const moved = portal.axis.requests.count("tdc:AccessDoor");
  const agreed = await asked();
  expect(saidOf(agreed)).toEqual(["Alva Exempelsson: in true", "Frågad Nr0: in true", "Frågad Nr1: in true"]);
  expect(agreed).toMatchObject({ left: 0, trouble: null });
  expect(JSON.stringify(agreed)).not.toMatch(/4816|664201|664219/);
  expect(portal.axis.requests.count("tdc:AccessDoor")).toBe(moved);

  // Somebody switches a code off at the unit.
  portal.axis.faults.editByHand(({ credentials }) => {
    for (const one of credentials.values())
      if (one.IdData.some(({ Value }) => Value === MORE_PINS[0])) one.Enabled = false;
  });
  expect(saidOf(await asked())).toEqual(["Alva Exempelsson: in true", "Frågad Nr0: in false", "Frågad Nr1: in true"]);
  expect(saidOf(await asked(world.system))).toHaveLength(3);
});

test("for a later time the unit's own schedules are asked, and where they differ is told", async () => {
  await run("delete from auth.rate_limits where key like 'ask-unit:%'");
  // The other tests ask about the first door.
  const door = world.doorIds[1] ?? "";
  const monday = new Date(Date.now() + 14 * 86_400_000);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1);
  const at = (hour: number) => new Date(monday.setUTCHours(hour, 0, 0, 0)).toISOString();
  const [noon, evening] = [at(11), at(20)];
  const askAt = (time: string) => callFunction(world.nord, "ask-unit", { access_point_id: door, at: time });
  const alvasAt = async (time: string) => {
    const { status, body } = await askAt(time);
    expect(status).toBe(200);
    const { by, answers, trouble } = askUnit.reply.parse(body);
    const said = answers.find(({ label }) => label === "Alva Exempelsson");
    return [by, trouble, said?.verdict, said?.granted];
  };
  const tries = portal.axis.requests.count("pacsaxis:VerifyRequest");
  await untilInStep(portal);
  expect(await alvasAt(evening)).toEqual(["schedules", null, "in", true]);

  const [schedule] = await run("insert into schedules (name) values ('Kontorstid') returning id");
  await run(
    "insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) select $1, d, 480, 1020, '2026-01-01' from generate_series(1, 5) d",
    [schedule?.id],
  );
  const setHours = async (id: string | null) => {
    const { error } = await world.system.from("access_points").update({ hours_schedule_id: id }).eq("id", door);
    expect(error).toBeNull();
    await untilInStep(portal);
  };
  await setHours(schedule?.id ?? null);
  await vi.waitFor(
    async () =>
      expect(await run("select id from access_points where hours_token is not null and id = $1", [door])).toHaveLength(
        1,
      ),
    { timeout: paced(60_000), interval: 50 },
  );
  expect([await alvasAt(noon), await alvasAt(evening)]).toEqual([
    ["schedules", null, "in", true],
    ["schedules", null, "out", false],
  ]);
  // Somebody opens the schedule at the unit for all hours.
  portal.axis.faults.editByHand(({ schedules }) => {
    const always = schedules.get("standard_always")?.ScheduleDefinition ?? "";
    for (const one of schedules.values())
      if (one.token.startsWith("wp-sch-")) Object.assign(one, { ScheduleDefinition: always });
  });
  expect(await alvasAt(evening)).toEqual(["schedules", null, "out", true]);
  portal.axis.state.switches.missingOperations = ["axsch:ScheduleActive"];
  expect(await alvasAt(evening)).toEqual(["schedules", "unsupported", undefined, undefined]);
  portal.axis.state.switches.missingOperations = [];
  const later = new Date(Date.now() + 800 * 86_400_000).toISOString();
  expect(await alvasAt(later)).toEqual(["schedules", "not_reached", undefined, undefined]);
  expect(await askAt("2026-01-01T00:00:00Z")).toMatchObject({
    status: 400,
    body: { code: "invalid_body", field: "at" },
  });
  expect(portal.axis.requests.count("pacsaxis:VerifyRequest")).toBe(tries);
  await setHours(null);
});

test("a unit is not asked for a caller who does not have the door, nor again past the limit, and its silence is an answer", async () => {
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  expect(await ask(syd)).toMatchObject({ status: 404, body: { code: "not_found" } });
  await portal.axis.faults.offline();
  expect(await asked()).toMatchObject({ answers: [], trouble: "unreachable" });
  await portal.axis.faults.online();
  portal.axis.state.switches.missingOperations = ["pacsaxis:VerifyRequest"];
  expect(await asked()).toMatchObject({ answers: [], trouble: "unsupported" });
  portal.axis.state.switches.missingOperations = [];
  await portal.admin.query(
    "update auth.rate_limits set taken = array_fill(now(), array[$1::int]) where key like 'ask-unit:%'",
    [UNIT_QUESTIONS_PER_HOUR],
  );
  expect(await ask(world.nord)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
});
