// Hours at a group's doors and gates: which schedules a group may have, and their effect on rights, devices and versions.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ids, north, openWorld, somebodyWaits, system, type World } from "#tests/integration/platform/world.ts";
import { BOTH, groupsOf, said } from "./group-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const { asked, dated, later, madeGroup, members, newPin, remove, save, turn } = groupsOf(() => world);

async function schedule(name: string, organization: string | null = ids.north): Promise<string> {
  const { rows } = await world.admin.query<{ id: string }>(
    "insert into schedules (organization_id, name) values ($1, $2) returning id",
    [organization, name],
  );
  return String(rows[0]?.id);
}

/** Returns a credential's rights through groups, as "Entré: Städ". */
async function hoursOf(credential: string): Promise<string[]> {
  const { rows } = await world.admin.query<{ said: string }>(
    `select coalesce(p.name, k.name) || ': ' || coalesce(s.name, 'alltid') as said from access_rights a
     join controllers k on k.id = a.controller_id left join access_points p on p.id = a.access_point_id
     left join schedules s on s.id = a.schedule_id where a.credential_id = $1 and a.group_id is not null order by 1`,
    [credential],
  );
  return rows.map(({ said: one }) => one);
}

async function versionOf(credential: string): Promise<unknown> {
  const { rows } = await world.admin.query<{ schedule_ids: unknown }>(
    "select schedule_ids from credential_versions where credential_id = $1 order by since desc limit 1",
    [credential],
  );
  return rows[0]?.schedule_ids;
}

async function replica(credential: string) {
  const { rows } = await world.admin.query<{ gen: string; outdated: string[]; desired: boolean }>(
    `select d.desired_gen as gen, d.outdated, r.desired from device_sync d
     join private.desired_replicas r on r.controller_id = d.controller_id and r.source_id = d.source_id
     where d.source_id = $1 and d.controller_id = $2`,
    [credential, ids.shared],
  );
  return { gen: Number(rows[0]?.gen), outdated: rows[0]?.outdated, desired: rows[0]?.desired };
}
const applied = () => world.admin.query("update device_sync set applied_digest = 'x', outdated = '{}'");

test("a schedule of a group's door is that of its members' rights, whoever comes first", async () => {
  const clean = await schedule("Städ");
  const group = await madeGroup({ doors: [ids.sharedBackDoor], schedules: { [ids.sharedBackDoor]: clean } });
  expect(await hoursOf(ids.annaPin)).toEqual(["Baksida: Städ"]);
  const pin = await newPin(ids.anna, "8316");
  expect(await hoursOf(pin)).toEqual(["Baksida: Städ"]);

  // A save that names no schedule keeps it; a new door is open always.
  await save({ id: group, doors: BOTH });
  expect(await hoursOf(pin)).toEqual(["Baksida: Städ", "Entré: alltid"]);
  await save({ id: group, doors: BOTH, schedules: { [ids.sharedBackDoor]: null, [ids.sharedDoor]: clean } });
  expect(await hoursOf(pin)).toEqual(["Baksida: alltid", "Entré: Städ"]);
});

test("a change of the schedule alone raises the generation, and what it takes is outdated on the device", async () => {
  const [clean, board] = [await schedule("Städ"), await schedule("Styrelse")];
  const pin = await newPin(ids.anna, "8316");
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  await applied();
  const before = await replica(pin);
  expect(before.desired).toBe(true);
  await save({ id: group, doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: clean } });
  const narrowed = await replica(pin);
  expect([narrowed.gen > before.gen, narrowed.outdated]).toEqual([true, ["doors"]]);
  await applied();
  await save({ id: group, doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: clean } });
  expect((await replica(pin)).gen).toBe(narrowed.gen);
  await save({ id: group, doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: board } });
  expect((await replica(pin)).outdated).toEqual(["doors"]);
  await applied();
  await save({ id: group, doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: null } });
  const widened = await replica(pin);
  expect([widened.outdated, widened.desired]).toEqual([[], true]);
});

test("a right that ends takes something from the device where the other right at the door has hours", async () => {
  const clean = await schedule("Städ");
  const pin = await newPin(ids.anna, "8316");
  await world.as(north, (client) =>
    client.query(
      "insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3)",
      [pin, ids.shared, ids.sharedDoor],
    ),
  );
  const timed = await madeGroup({ doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: clean } });
  const always = await madeGroup({ name: "Styrelse", doors: [ids.sharedDoor] });
  await applied();
  const before = await replica(pin);
  // The second group still gives the door always. Without that group only the hours of the first are left.
  await world.as(north, (client) => client.query("delete from controller_assignments where credential_id = $1", [pin]));
  expect(await replica(pin)).toEqual(before);
  await members(always, [], [ids.anna]);
  expect((await replica(pin)).outdated).toEqual(["doors"]);
  await applied();
  const twice = await madeGroup({
    name: "Också städ",
    doors: [ids.sharedDoor],
    schedules: { [ids.sharedDoor]: clean },
  });
  await applied();
  const both = await replica(pin);
  await members(timed, [], [ids.anna]);
  expect(await replica(pin)).toEqual(both);
  await members(twice, [], [ids.anna]);
  expect((await replica(pin)).outdated).toEqual(["doors"]);
});

test("a version has the schedules of the places where each right has one", async () => {
  const [clean, board] = [await schedule("Städ"), await schedule("Styrelse")];
  const pin = await newPin(ids.anna, "8316");
  const timed = await madeGroup({
    doors: BOTH,
    gates: [ids.northGate],
    schedules: { [ids.sharedDoor]: clean, [ids.sharedBackDoor]: board, [ids.northGate]: board },
  });
  expect(await versionOf(pin)).toEqual({ [ids.sharedDoor]: [clean], [ids.sharedBackDoor]: [board] });
  // Anna's car also has the gate by a right of its own.
  expect(await versionOf(ids.annaCar)).toBeNull();
  await madeGroup({ name: "Fler", doors: BOTH, schedules: { [ids.sharedDoor]: board } });
  expect(await versionOf(pin)).toEqual({ [ids.sharedDoor]: [clean, board].toSorted() });
  await save({ id: timed, doors: BOTH, gates: [ids.northGate], schedules: { [ids.sharedDoor]: null } });
  expect(await versionOf(pin)).toBeNull();
});

test("a version of a membership that began or ended has the schedules of that time", async () => {
  const clean = await schedule("Städ");
  const pin = await newPin(ids.anna, "8316");
  const group = await madeGroup({ doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: clean } }, []);
  const always = await madeGroup({ name: "Styrelse", doors: [ids.sharedDoor] }, []);
  await dated(group, "now() + interval '1 hour'", "null");
  await dated(always, "now() + interval '2 hours'", "null");
  expect(await versionOf(pin)).toBeNull();
  await later("90 minutes");
  await world.admin.query(
    "update credential_versions set since = since - interval '90 minutes' where credential_id = $1",
    [pin],
  );
  await turn();
  const { rows } = await world.admin.query<{ schedule_ids: unknown }>(
    "select schedule_ids from credential_versions where credential_id = $1 and since < now() - interval '10 minutes' order by since desc limit 1",
    [pin],
  );
  expect(rows).toEqual([{ schedule_ids: { [ids.sharedDoor]: [clean] } }]);
  await later("90 minutes");
  await turn();
  expect(await versionOf(pin)).toBeNull();
});

test("a group has its organisation's schedules and the installation's, and no other organisation's", async () => {
  const [clean, theirs, common] = [
    await schedule("Städ"),
    await schedule("Syds", ids.south),
    await schedule("Kontor", null),
  ];
  const hours = (id: string) => ({ doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: id } });
  for (const [name, id, who, answer] of [
    ["Egna", clean, north, "ok"],
    ["Husets", common, north, "ok"],
    ["Syds", theirs, north, "23503"],
    ["Syds av en annan", theirs, system, "23503"],
    ["Ingens", ids.sharedDoor, north, "23503"],
  ] as const)
    expect([name, await said(save({ name, ...hours(id) }, who))]).toEqual([name, answer]);
  expect(await said(world.admin.query("update access_group_doors set schedule_id = $1", [theirs]))).toBe("23503");
});

test("hours become no direct right, which would hold always, and nobody loses them unsaid", async () => {
  const clean = await schedule("Städ");
  const group = await madeGroup({ doors: [ids.sharedBackDoor], schedules: { [ids.sharedBackDoor]: clean } });
  expect(await said(remove(group, true))).toBe("23514");
  expect(await said(save({ id: group, doors: BOTH, follow: false }))).toBe("23514");
  expect(await hoursOf(ids.annaPin)).toEqual(["Baksida: Städ"]);
  expect(await said(remove(group))).toBe("ok");
});

test("a schedule in use is not deleted", async () => {
  const clean = await schedule("Städ");
  await madeGroup({ doors: [ids.sharedDoor], schedules: { [ids.sharedDoor]: clean } });
  await expect(world.admin.query("delete from schedules where id = $1", [clean])).rejects.toMatchObject({
    constraint: "access_group_doors_schedule",
  });
});

test("a schedule that takes a calendar while its days change has the new days, now and in its versions", async () => {
  const calendar = String(await asked(system, "select private.save_calendar(null, null, 'Dagar', '[]') as id", []));
  const schedule = "select private.save_schedule($1, null, 'Med dagar', '[]', $2) as id";
  const id = await asked(system, schedule, [null, []]);
  const days = JSON.stringify([{ holiday: "epiphany", hours: [] }]);
  const { changed } = await world.as(system, async (client) => {
    await client.query(schedule, [id, [calendar]]);
    const change = asked(system, "select private.save_calendar($1, null, 'Dagar', $2) as id", [calendar, days]);
    // The days change before this transaction ends, or wait for it.
    await Promise.race([change, somebodyWaits(world.admin)]);
    return { changed: change };
  });
  await changed;
  const { rows } = await world.admin.query(
    "select jsonb_path_query_array(calendars, '$[*][*].holiday') as holidays from schedule_versions where schedule_id = $1 order by since desc limit 1",
    [id],
  );
  expect(rows).toEqual([{ holidays: ["epiphany"] }]);
});
