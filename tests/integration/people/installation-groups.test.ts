// Groups of the installation: each organisation has them at the places that it is offered, with its own people.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { whoMayPass } from "#contract/tables/who-may-pass.ts";
import { unassignDoorStored } from "#server/controllers/controllers.store.ts";
import { groupsOfSchedule, installationGroupsOfSchedule, readSchedules } from "#server/controllers/schedules.store.ts";
import { groupsForImport, readGroups } from "#server/people/access-groups.store.ts";
import { readInstallationGroups, readInstallationPlaces } from "#server/people/installation-groups.store.ts";
import {
  type Caller,
  hmac,
  ids,
  north,
  openWorld,
  somebodyWaits,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { groupsOf, said } from "./group-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const { asked, members, newPerson, opens, remove, rights, save } = groupsOf(() => world);

interface Common {
  id?: string;
  name?: string;
  doors?: readonly string[];
  gates?: readonly string[];
  schedules?: Readonly<Record<string, string | null>>;
}
const SAVE = "select private.save_installation_group($1, $2, '12_months', $3, $4, $5) as id";
const valuesOf = ({ id, name = "Städ", doors = [], gates = [], schedules = {} }: Common) => [
  id ?? null,
  name,
  doors,
  gates,
  JSON.stringify(schedules),
];
const saveCommon = async (group: Common, who = system) => String(await asked(who, SAVE, valuesOf(group)));
const removeCommon = (id: string, keep = false, who = system) =>
  asked(who, "select private.remove_installation_group($1, $2) as id", [id, keep]);
const run = (text: string, values: unknown[] = []) => world.as(system, (client) => client.query(text, values));

/** Returns the group that an organisation has for the installation's. */
async function groupIn(organization: string): Promise<string | null> {
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from access_groups where organization_id = $1 and installation_group_id is not null",
    [organization],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0]?.id ?? null;
}
async function placesIn(organization: string): Promise<string[]> {
  const { rows } = await world.admin.query<{ name: string }>(
    `select coalesce(p.name, k.name) as name from access_group_doors d join access_groups g on g.id = d.group_id join controllers k on k.id = d.controller_id
     left join access_points p on p.id = d.access_point_id where g.organization_id = $1 and g.installation_group_id is not null order by 1`,
    [organization],
  );
  return rows.map(({ name }) => name);
}

/** Makes the group at the shared door, the south's door and the north's gate, with one person of each organisation. */
async function madeCommon(): Promise<string> {
  const id = await saveCommon({ doors: [ids.sharedDoor, ids.southernDoor], gates: [ids.northGate] });
  await members(await groupIn(ids.north), [ids.anna]);
  await members(await groupIn(ids.south), [ids.sven], [], south);
  return id;
}

test("each organisation has the group at its own places alone, and puts its own people in it", async () => {
  await madeCommon();
  expect(await placesIn(ids.north)).toEqual(["Entré", "Norra grinden"]);
  expect(await placesIn(ids.south)).toEqual(["Entré", "Port"]);
  expect(await rights(ids.annaPin)).toEqual(["Städ: Entré", "själv: Entré"]);
  expect(await rights(ids.annaCar)).toEqual(["Städ: Norra grinden", "själv: Norra grinden"]);
  expect(await rights(ids.svenPin)).toEqual(["Städ: Entré", "Städ: Port", "själv: Port"]);
  expect(await opens(ids.svenPin)).toEqual(["Entré", "Port"]);

  const [northern, southern] = [await groupIn(ids.north), await groupIn(ids.south)];
  expect(await said(members(northern, [ids.sven]))).toBe("23503");
  expect(await members(southern, [ids.anna])).toBeNull();
  const seen = await world.as(north, async (client) => ({
    groups: (await readGroups(client, null)).map((one) => [one.name, one.members]),
    doors: (await client.query("select controller_id from access_group_doors")).rows.length,
    people: (await client.query("select end_user_id from access_group_members")).rows,
  }));
  expect(seen).toEqual({ groups: [["Städ", 1]], doors: 2, people: [{ end_user_id: ids.anna }] });
  for (const table of ["installation_groups", "installation_group_doors"])
    expect(await said(world.as(north, (client) => client.query(`select from ${table}`)))).toBe("42501");
  const { rows } = await world.admin.query<{ places: object }>(
    "select places from access_group_versions where group_id = $1 order by since desc limit 1",
    [northern],
  );
  expect(Object.keys(rows[0]?.places ?? {}).toSorted()).toEqual([ids.northGate, ids.sharedDoor].toSorted());
});

test("only a system admin changes it, and no organisation changes its own share", async () => {
  const id = await madeCommon();
  const own = await groupIn(ids.north);
  for (const who of [north, system]) {
    expect(await said(save({ id: String(own), name: "Eget", doors: [ids.sharedBackDoor] }, who))).toBe("23514");
    expect(await said(remove(own, false, who))).toBe("23514");
  }
  expect(await said(saveCommon({ id, doors: [] }, north))).toBe("42501");
  expect(await said(removeCommon(id, false, north))).toBe("42501");
  expect(await asked(system, SAVE, valuesOf({ id: ids.direct }))).toBeNull();
  expect(await removeCommon(ids.direct)).toBeNull();
  expect(await said(saveCommon({ name: "STÄD" }))).toBe("23505");
  expect(await said(saveCommon({ name: "Annan", doors: [ids.direct] }))).toBe("23503");
  expect(await placesIn(ids.north)).toEqual(["Entré", "Norra grinden"]);
  expect(await rights(ids.annaPin)).toEqual(["Städ: Entré", "själv: Entré"]);
});

test("what an organisation is offered decides: doors and gates come and go with its links", async () => {
  await madeCommon();
  await run("delete from controller_assignments");
  // The first link to a door leaves the others of its controller out.
  await run("insert into organization_access_points (organization_id, access_point_id) values ($1, $2)", [
    ids.north,
    ids.sharedBackDoor,
  ]);
  expect(await placesIn(ids.north)).toEqual(["Norra grinden"]);
  expect(await opens(ids.annaPin)).toEqual([]);
  await run("delete from organization_access_points where organization_id = $1", [ids.north]);
  expect(await opens(ids.annaPin)).toEqual(["Entré"]);
  await run("insert into organization_controllers values ($1, $2)", [ids.north, ids.southern]);
  expect(await opens(ids.annaPin)).toEqual(["Entré", "Port"]);
  expect(await rights(ids.svenPin)).toEqual(["Städ: Entré", "Städ: Port"]);
  await run("delete from organization_controllers where organization_id = $1", [ids.north]);
  expect(await placesIn(ids.north)).toEqual([]);
  expect(await rights(ids.annaPin)).toEqual([]);
  // The group stays while it has people. Without people and places the organisation has none.
  expect(await groupIn(ids.north)).not.toBeNull();
  await members(await groupIn(ids.north), [], [ids.anna]);
  await run("insert into organization_controllers values ($1, $2)", [ids.north, ids.southGate]);
  expect(await groupIn(ids.north)).toBeNull();
  expect(await placesIn(ids.south)).toEqual(["Entré", "Port"]);
});

test("a change of links that finds no row brings nothing in step", async () => {
  await madeCommon();
  await world.admin.query("delete from access_group_doors where organization_id = $1", [ids.south]);
  await run("delete from organization_access_points where organization_id = $1", [ids.direct]);
  await run("delete from organization_controllers where organization_id = $1", [ids.direct]);
  expect([await placesIn(ids.south), await placesIn(ids.north)]).toEqual([[], ["Entré", "Norra grinden"]]);
});

test("an organisation that is offered no place has the group while it has people, and then lists it no more", async () => {
  await madeCommon();
  await run("delete from organization_controllers where organization_id = $1", [ids.north]);
  const own = await groupIn(ids.north);
  const seen = () =>
    world.as(north, async (client) => [
      (await readGroups(client, null)).map(({ id }) => id),
      (await groupsForImport(client, ids.north)).map(({ id }) => id),
    ]);
  expect(await seen()).toEqual([[own], [own]]);
  await members(own, [], [ids.anna]);
  expect(await seen()).toEqual([[], []]);
  await members(own, [ids.anna]);
  expect(await seen()).toEqual([[own], [own]]);
});

test("*Vem kommer in?* and the data export name the group, and each organisation's own people alone", async () => {
  await madeCommon();
  const passing = async (caller: Caller) => {
    const { rows } = await world.as(caller, (client) =>
      client.query<{ answer: unknown }>("select who_may_pass(access_point_id => $1) as answer", [ids.sharedDoor]),
    );
    const answer = whoMayPass.reply.parse(rows[0]?.answer);
    const { in: opens, unknown, out } = answer.counts;
    return [
      opens + unknown + out,
      ...answer.rows.map(({ label, sources }) => `${label}: ${sources.map((one) => one.group_name ?? "själv").join()}`),
    ];
  };
  expect(await passing(north)).toEqual([1, "Anna Ängström: själv,Städ"]);
  expect(await passing(south)).toEqual([1, "Sven Svensson: Städ"]);
  expect(await passing(system)).toEqual([2, "Anna Ängström: själv,Städ", "Sven Svensson: Städ"]);
  const exported = (caller: Caller) =>
    world.as(caller, async (client) => {
      const { rows } = await client.query<{ groups: unknown }>(
        "select private.export_person($1) -> 'groups' as groups",
        [ids.anna],
      );
      return rows[0]?.groups;
    });
  expect(await exported(north)).toEqual([{ name: "Städ", valid_from: null, valid_to: null }]);
  expect(await exported(south)).toBeNull();
});

test("a PIN that somebody else has at a place refuses no link and no change, and opens nothing there", async () => {
  const id = await madeCommon();
  await world.admin.query("insert into controller_pins values ($1, $2, null, null)", [ids.southern, hmac("4711")]);
  await run("insert into organization_controllers values ($1, $2)", [ids.north, ids.southern]);
  expect(await placesIn(ids.north)).toEqual(["Entré", "Norra grinden", "Port"]);
  expect(await rights(ids.annaPin)).toEqual(["Städ: Entré", "själv: Entré"]);
  await world.admin.query("delete from controller_pins where source_id is null");
  await saveCommon({ id, doors: [ids.sharedDoor] });
  await saveCommon({ id, doors: [ids.sharedDoor, ids.southernDoor] });
  expect(await placesIn(ids.north)).toEqual(["Entré", "Port"]);
});

/** Returns how many PINs each organisation had compared at the cost of its members' quota, and nobody else. */
async function compared() {
  const { rows } = await world.admin.query(
    "select quota_owner as owner, sum(rows)::int as pins from private.pin_attempts group by 1 order by 1",
  );
  return rows;
}

test.each([
  ["that nobody has", "delete from controller_pins", { north: 12, south: 12 }, { north: 10, south: 10 }],
  ["where one of them has PINs", "select", { north: 12, south: 1 }, { north: 10, south: 1 }],
])(
  "a door %s that several organisations get at once refuses and tells nothing: their PINs are compared as those of members",
  async (_where, before, people, charged) => {
    await run("delete from controller_assignments where controller_id = $1", [ids.shared]);
    await world.admin.query(before);
    const id = await saveCommon({ gates: [ids.northGate, ids.southGate] });
    for (const [who, organization, count] of [
      [north, ids.north, people.north],
      [south, ids.south, people.south],
    ] as const) {
      const added: string[] = [];
      for (let n = 0; n < count; n++) {
        const { person } = await newPerson("Städare", String(720_000 + n), organization);
        added.push(person);
      }
      await members(await groupIn(organization), added, [], who);
    }
    expect(await compared()).toEqual([]);
    await saveCommon({ id, doors: [ids.sharedDoor] });
    expect(await compared()).toEqual([
      { owner: ids.north, pins: charged.north },
      { owner: ids.south, pins: charged.south },
    ]);
    const { rows } = await world.admin.query(
      "select organization_id as owner, count(*)::int as waiting from private.pin_checks where not taken group by 1 order by 1",
    );
    const waiting = [
      { owner: ids.north, waiting: people.north - charged.north },
      { owner: ids.south, waiting: people.south - charged.south },
    ];
    expect(rows).toEqual(waiting.filter((one) => one.waiting > 0));
  },
);

test("its name, places and hours follow in every organisation, and its hours are the installation's", async () => {
  const id = await madeCommon();
  const { rows } = await world.admin.query<{ id: string; owner: string | null }>(
    `insert into schedules (organization_id, name) values (null, 'Vardag'), ($1, 'Norrs') returning id, organization_id as owner`,
    [ids.north],
  );
  const [common = "", own = ""] = [rows.find(({ owner }) => owner === null)?.id, rows.find(({ owner }) => owner)?.id];
  const places = { doors: [ids.sharedDoor], gates: [ids.northGate] };
  expect(await said(saveCommon({ id, ...places, schedules: { [ids.sharedDoor]: own } }))).toBe("23503");
  await saveCommon({ id, name: "Fönsterputs", ...places, schedules: { [ids.sharedDoor]: common } });
  expect(await rights(ids.svenPin)).toEqual(["Fönsterputs: Entré", "själv: Port"]);
  const hours = async () =>
    (
      await world.admin.query("select distinct schedule_id as id from access_group_rights where access_point_id = $1", [
        ids.sharedDoor,
      ])
    ).rows;
  expect(await hours()).toEqual([{ id: common }]);
  const used = await world.as(system, async (client) => [
    (await readSchedules(client, null)).find((one) => one.id === common)?.groups,
    await installationGroupsOfSchedule(client, common),
    await groupsOfSchedule(client, common),
  ]);
  expect(used).toEqual([["Fönsterputs"], ["Fönsterputs"], []]);
  // Hours of a place that is not chosen are left out, whosever they are.
  await saveCommon({ id, name: "Fönsterputs", ...places, schedules: { [ids.sharedBackDoor]: own } });
  // A place that is not named keeps its hours; null is always.
  await saveCommon({ id, name: "Fönsterputs", ...places });
  expect(await hours()).toEqual([{ id: common }]);
  await saveCommon({ id, name: "Fönsterputs", ...places, schedules: { [ids.sharedDoor]: null } });
  expect(await hours()).toEqual([{ id: null }]);
  const listed = await world.as(system, async (client) => ({
    groups: (await readInstallationGroups(client)).map((one) => [one.name, one.organization_id, one.members]),
    places: (await readInstallationPlaces(client)).map((one) => [one.name, one.effective]),
  }));
  expect(listed).toEqual({
    groups: [["Fönsterputs", null, 2]],
    places: [
      ["Entré", true],
      ["Norra grinden", true],
    ],
  });
});

test.each<[boolean, string[], string[], string[]]>([
  [false, [], ["själv: Entré"], ["själv: Port"]],
  [true, ["Baksida"], ["själv: Baksida", "själv: Entré"], ["själv: Baksida", "själv: Port"]],
])(
  "it is removed from all organisations; members keep the rights as direct ones: %s",
  async (keep, extra, anna, sven) => {
    const id = await madeCommon();
    await saveCommon({ id, doors: [ids.sharedBackDoor] });
    await asked(north, "select private.set_default_group($1, true) as id", [await groupIn(ids.north)]);
    expect(await removeCommon(id, keep)).toBe(id);
    expect([await groupIn(ids.north), await groupIn(ids.south)]).toEqual([null, null]);
    expect([await rights(ids.annaPin), await rights(ids.svenPin)]).toEqual([anna, sven]);
    expect((await opens(ids.annaPin)).filter((door) => extra.includes(door))).toEqual(extra);
    const { rows } = await world.admin.query(
      "select (select count(*)::int from access_groups) as groups, (select count(*)::int from access_group_members) as members, (select count(*)::int from installation_group_doors) as doors",
    );
    expect(rows).toEqual([{ groups: 0, members: 0, doors: 0 }]);
  },
);

test("people who do not follow a change keep the former places as direct rights, in every organisation", async () => {
  const id = await madeCommon();
  const leave = "select private.save_installation_group($1, 'Städ', '12_months', $2, '{}', '{}', false) as id";
  expect(await asked(system, leave, [id, [ids.sharedBackDoor]])).toBe(id);
  expect([await placesIn(ids.north), await placesIn(ids.south)]).toEqual([["Baksida"], ["Baksida"]]);
  expect(await rights(ids.annaPin)).toEqual(["själv: Entré"]);
  expect(await rights(ids.svenPin)).toEqual(["själv: Entré", "själv: Port"]);
  const { rows } = await world.admin.query("select from access_group_members");
  expect(rows).toEqual([]);
});

const LINK = "insert into organization_controllers (organization_id, controller_id) values ($1, $2)";
test.each([
  ["a link and a new place", LINK, SAVE],
  ["a new place and a link", SAVE, LINK],
])("two at once: %s see each other", async (_what, first, second) => {
  const id = await saveCommon({ doors: [ids.sharedDoor] });
  const values = (text: string) =>
    text === LINK ? [ids.north, ids.southern] : valuesOf({ id, doors: [ids.sharedDoor, ids.southernDoor] });
  const one = await world.enter(system);
  await one.query(first, values(first));
  const other = run(second, values(second));
  await somebodyWaits(world.admin);
  await one.query("commit");
  one.release();
  await other;
  expect(await placesIn(ids.north)).toEqual(["Entré", "Port"]);
});

test("a door that is taken from everybody leaves the group, and a link does not bring it back", async () => {
  await madeCommon();
  await world.as(system, (client) => unassignDoorStored(client, ids.sharedDoor));
  expect([await placesIn(ids.north), await placesIn(ids.south)]).toEqual([["Norra grinden"], ["Port"]]);
  await run("insert into organization_controllers values ($1, $2)", [ids.north, ids.southern]);
  expect(await placesIn(ids.north)).toEqual(["Norra grinden", "Port"]);
  // A controller that no organisation is offered keeps its kind while the group has it, and is deleted with its place.
  const { rows } = await world.admin.query<{ id: string }>(
    "insert into controllers (name, device_type, device_ip, organization_id) values ('Ny grind', 'axxon_lpr', '192.0.2.9', $1) returning id",
    [ids.north],
  );
  const gate = rows[0]?.id ?? "";
  const other = await saveCommon({ name: "Grind", gates: [gate] });
  const places = async () =>
    (await world.admin.query("select from installation_group_doors where group_id = $1", [other])).rowCount;
  const turn = world.admin.query("update controllers set device_type = 'http_relay' where id = $1", [gate]);
  expect([await said(turn), await places()]).toEqual(["23001", 1]);
  await world.admin.query("delete from controllers where id = $1", [gate]);
  expect(await places()).toBe(0);
});

test("an organisation that loses its links, and is removed, takes its share of the group along", async () => {
  const { rows } = await world.admin.query<{ id: string }>(
    "insert into organizations (name) values ('Väst') returning id",
  );
  const west = rows[0]?.id ?? "";
  await saveCommon({ doors: [ids.sharedDoor] });
  await run(LINK, [west, ids.shared]);
  expect(await placesIn(west)).toEqual(["Entré"]);
  await run("delete from organization_controllers where organization_id = $1", [west]);
  await run("delete from organizations where id = $1", [west]);
  expect([await groupIn(west), await placesIn(ids.north)]).toEqual([null, ["Entré"]]);
});

test("an own group of the same name comes first, in lists and for a file that names it", async () => {
  await saveCommon({ doors: [ids.sharedDoor] });
  const own = await save({ name: "Städ" });
  const found = await world.as(north, async (client) => [
    (await readGroups(client, ids.north)).map(({ id }) => id),
    (await groupsForImport(client, ids.north)).map(({ id }) => id),
  ]);
  const both = [own, await groupIn(ids.north)];
  expect(found).toEqual([both, both]);
  const bo = await newPerson("Bo");
  await asked(north, "select private.set_groups_of_person($1, $2) as id", [bo.person, both]);
  const { rows } = await world.admin.query(
    "select count(*)::int as n from access_group_members where end_user_id = $1",
    [bo.person],
  );
  expect(rows).toEqual([{ n: 2 }]);
});
