// A question about a past time gets the same answer that it got at that time, for every caller, while the log is kept.
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type PassingPlace, type PassingRow, whereMay, whoMayPass } from "#contract/tables/who-may-pass.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import {
  type Caller,
  ids,
  north,
  openWorld,
  somebodyWaits,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { confirm, drawEdits, fill, settleControllers } from "./who-then-world.ts";

const PLACES = [ids.sharedDoor, ids.sharedBackDoor, ids.northGate];
const CALLERS = { system, north };

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.reset();
  await fill(world);
  await confirm(world);
  await settleControllers(world);
});
afterAll(() => world[Symbol.asyncDispose]());

type Told = Pick<
  PassingRow,
  "label" | "source_id" | "verdict" | "reason" | "device" | "valid_from" | "valid_to" | "sources"
> & {
  place: string;
};
/** A failure is no longer known afterwards. */
const deviceOf = ({ device }: Told) => (device === "failed" ? "pending" : device);
/** Writes a row as one text without a failure's own words, and each time in one form. */
const tell = (row: Told) =>
  [
    row.label,
    row.source_id,
    row.place,
    row.verdict,
    row.reason,
    deviceOf(row),
    ...[row.valid_from, row.valid_to].map((time) => (time === null ? time : new Date(time).toISOString())),
    row.sources.map(({ group_name: group, schedule_name: schedule }) => `${group} ${schedule}`).join(),
  ].join(" | ");
type Noted = Pick<
  PassingPlace,
  "place" | "name" | "lists" | "closed" | "unsure" | "everybody" | "hours_name" | "hours_open"
>;
const note = (place: Noted) =>
  [
    place.place,
    place.name,
    place.lists,
    place.closed,
    place.unsure,
    place.everybody,
    place.hours_name,
    place.hours_open,
  ].join(" | ");

interface Answered {
  at: string;
  edit: string;
  said: Record<keyof typeof CALLERS, string[]>;
}

async function asEach(ask: (caller: Caller) => Promise<string[]>): Promise<Answered["said"]> {
  const said = { system: await ask(system), north: await ask(north) };
  return { system: said.system.toSorted(), north: said.north.toSorted() };
}

async function askNow(edit: string): Promise<Answered> {
  const { rows } = await world.admin.query<{ at: string }>(
    "select to_json(clock_timestamp())#>>'{}' as at from pg_sleep(0.003)",
  );
  const people = await peopleOf();
  const said = await asEach((caller) =>
    world.as(caller, async (client) => {
      const answer = async (text: string, id: string) =>
        (await client.query<{ answer: unknown }>(`select ${text} as answer`, [id])).rows[0]?.answer;
      const all: string[] = [];
      for (const id of PLACES) {
        const { place, rows } = whoMayPass.reply.parse(
          await answer(`who_may_pass(${isGate(id) ? "controller_id" : "access_point_id"} => $1, "limit" => 1000)`, id),
        );
        all.push(...rows.map((row) => tell({ ...row, place: id })), ...(place === null ? [] : [note(place)]));
      }
      for (const id of people)
        all.push(
          ...whereMay.reply
            .parse(await answer('where_may(end_user_id => $1, "limit" => 1000)', id))
            .rows.map((row) => tell({ ...row, place: row.access_point_id ?? row.controller_id })),
        );
      return all;
    }),
  );
  await world.admin.query("select pg_sleep(0.003)");
  return { at: rows[0]?.at ?? "", edit, said };
}

async function askLater({ at, edit }: Answered): Promise<Answered> {
  const people = await peopleOf();
  const said = await asEach((caller) =>
    world.as(caller, async (client) => {
      const all: string[] = [];
      for (const id of PLACES) {
        all.push(
          ...(await client.query<Told>("select * from private.passings_then($1, null, $2)", [id, at])).rows.map(tell),
        );
        all.push(
          ...(await client.query<Noted>("select * from private.places_then(array[$1::uuid], $2)", [id, at])).rows.map(
            note,
          ),
        );
      }
      for (const id of people)
        all.push(
          ...(await client.query<Told>("select * from private.passings_then(null, $1, $2)", [id, at])).rows.map(tell),
        );
      return all;
    }),
  );
  return { at, edit, said };
}

const isGate = (id: string) => id === ids.northGate;
const peopleOf = async () =>
  (
    await world.admin.query<{ id: string }>(
      "select id from end_users where first_name in ('Anna', 'Bo', 'Eva') order by id",
    )
  ).rows.map(({ id }) => id);

/** Runs an edit, then another one in a transaction that had begun before it. */
async function begunEarlier(
  edit: (admin: Pick<PoolClient, "query">) => Promise<unknown>,
  earlier = edit,
): Promise<void> {
  const early = await world.admin.connect();
  try {
    await early.query("begin");
    await early.query("select now()");
    await edit(world.admin);
    await earlier(early);
    await early.query("commit");
  } finally {
    early.release();
  }
}

const editTwice = (name: string, seed: number) =>
  begunEarlier(async (admin) => (await drawEdits(admin, seededRandom(seed)))[name]?.());

test("each edit is answered afterwards as it was answered then, though it had begun before another one", async () => {
  const random = seededRandom(Number(process.env["SEED"] ?? 36));
  const then = [await askNow("nothing")];
  const names = Object.keys(await drawEdits(world.admin, random));
  for (let left = names; left.length > 0; ) {
    const name = random.pick(left);
    left = left.filter((one) => one !== name);
    if (random.next() < 0.5) await editTwice(name, random.below(2 ** 31));
    else await (await drawEdits(world.admin, random))[name]?.();
    if (random.next() < 0.6) await confirm(world);
    await settleControllers(world);
    then.push(await askNow(name));
  }
  await confirm(world);
  for (const one of then) expect(await askLater(one)).toEqual(one);
  expect(new Set(then.map(({ said }) => said.system.join())).size).toBeGreaterThan(names.length / 3);
});

test("a membership that gave nothing is no source afterwards: a PIN that waits, and one that the reader does not take", async () => {
  const give = (name: string, door: string) =>
    world.admin.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id)
       select c.id, $2, $3 from credentials c join end_users u on u.id = c.end_user_id
       where u.first_name = $1 and c.credential_type = 'pin'`,
      [name, ids.shared, door],
    );
  // Another organisation's PINs are at the unit, so Eva's waits.
  await give("Eva", ids.sharedDoor);
  await give("Bo", ids.sharedBackDoor);
  await world.admin.query("update access_points set pin_min = 6, pin_max = 6 where id = $1", [ids.sharedBackDoor]);
  await world.admin.query(
    `insert into access_group_doors (group_id, organization_id, controller_id, access_point_id)
     select id, organization_id, $1, $2 from access_groups where name = 'Grupp Bo'`,
    [ids.shared, ids.sharedBackDoor],
  );
  await confirm(world);
  await settleControllers(world);
  const then = await askNow("given");
  const sourcesOf = (name: string, door: string) =>
    then.said.system.filter((row) => row.startsWith(name) && row.includes(door)).map((row) => row.split(" | ").at(-1));
  expect(new Set(sourcesOf("Eva", ids.sharedDoor))).toEqual(new Set(["null null"]));
  expect(new Set(sourcesOf("Bo", ids.sharedBackDoor))).toEqual(new Set(["null null"]));
  expect(await askLater(then)).toEqual(then);
});

test("doors and gates that waited after a restore are answered afterwards as they were answered then", async () => {
  await world.admin.query("insert into restore_state (backup_id, taken_at) values (gen_random_uuid(), now())");
  await world.admin.query("update controller_sync set restored_at = now()");
  const then = await askNow("restored");
  expect(then.said.system.join("\n")).toMatch(new RegExp(`^${ids.northGate} .*restore_held`, "m"));
  await world.admin.query("delete from restore_state");
  await world.admin.query("update controller_sync set restored_at = null");
  expect(await askLater(then)).toEqual(then);
});

test("a person who is removed by what began before another edit stays removed", async () => {
  const names = async () => {
    const { rows } = await world.admin.query<{ label: string }>(
      "select label from private.passings_then($1, null, clock_timestamp())",
      [ids.sharedDoor],
    );
    return rows.map(({ label }) => label);
  };
  expect(await names()).toContain("Anna Ängström");
  await begunEarlier(
    (admin) => admin.query("update credentials set valid_to = now() + interval '1 month' where id = $1", [ids.annaPin]),
    (admin) => admin.query("delete from end_users where id = $1", [ids.anna]),
  );
  await confirm(world);
  expect(await names()).not.toContain("Anna Ängström");
});

type Change = [text: string, values: string[]];
const dated: Change = ["update credentials set valid_to = '2030-01-01T00:00:00Z' where id = $1", [ids.annaCar]];
const given: Change = [
  "insert into controller_assignments (credential_id, controller_id) values ($1, $2)",
  [ids.annaCar, ids.northGate],
];
const taken: Change = [
  "delete from controller_assignments where credential_id = $1 and controller_id = $2",
  [ids.annaCar, ids.northGate],
];
const listed: Change = ["update controllers set list_sync = true where id = $1", [ids.northGate]];
const linked: Change = ["insert into organization_controllers values ($1, $2)", [ids.south, ids.northGate]];
test.each<[string, Change, Change]>([
  ["a car gets another end, then the gate", dated, given],
  ["a car gets the gate, then another end", given, dated],
  ["a car gets another end, then loses the gate", dated, taken],
  ["a gate gets a list, then an organisation", listed, linked],
  ["a gate gets an organisation, then a list", linked, listed],
])("the newest version has both changes where %s before the first is committed", async (_what, first, second) => {
  if (first === given || second === given) await world.admin.query(...taken);
  const [one, two] = await Promise.all([world.admin.connect(), world.admin.connect()]);
  try {
    await one.query("begin");
    await one.query(...first);
    await two.query("begin");
    const done = two.query(...second).then(() => two.query("commit"));
    await somebodyWaits(world.admin);
    await one.query("commit");
    await done;
  } finally {
    one.release();
    two.release();
  }
  const { rows } = await world.admin.query(
    `select (select v.valid_to = c.valid_to and (v.controller_ids = array[$2::uuid])
         = exists (select from controller_assignments a where a.credential_id = c.id and a.controller_id = $2)
       from credential_versions v join credentials c on c.id = v.credential_id where c.id = $1 order by v.since desc limit 1) as car,
      (select v.list_sync = k.list_sync and cardinality(v.organization_ids) = (select count(*) from organization_controllers l where l.controller_id = k.id)
       from gate_versions v join controllers k on k.id = v.controller_id where k.id = $2 order by v.since desc limit 1) as gate`,
    [ids.annaCar, ids.northGate],
  );
  expect(rows).toEqual([{ car: true, gate: true }]);
});

const ask = (caller: Caller, at: string, door: string = ids.sharedDoor) =>
  world.as(caller, async (client) => {
    const { rows } = await client.query<{ answer: unknown }>(
      `select who_may_pass(access_point_id => $1, at => now() - $2::interval) as answer`,
      [door, at],
    );
    return whoMayPass.reply.parse(rows[0]?.answer);
  });

/** Moves everything kept so far an hour back. */
const anHourLater = () =>
  world.admin.query(`update door_versions set since = since - interval '1 hour'; update credential_versions set since = since - interval '1 hour', valid_from = valid_from - interval '1 hour';
    update access_group_versions set since = since - interval '1 hour'; update membership_versions set since = since - interval '1 hour';
    update weekly_code_versions set since = since - interval '1 hour'; update schedule_versions set since = since - interval '1 hour'`);

test("a time that has passed names removed people without a link, and groups by their names of then", async () => {
  await anHourLater();
  await world.admin.query("delete from end_users where id = $1", [ids.anna]);
  await world.admin.query("update access_groups set name = 'Nytt namn' where name = 'Grupp Dan'");
  const { place, rows, known } = await ask(north, "30 minutes");
  const anna = rows.find(({ label }) => label === "Anna Ängström");
  expect([known, place?.name, anna?.end_user_id]).toEqual([true, "Entré", null]);
  expect(anna?.sources.map(({ group_name }) => group_name)).toEqual([null, "Grupp Bo", "Grupp Cia", "Grupp Dan"]);
  expect(rows.map(({ label }) => label)).not.toContain("Eva Dragen");
  const now = (await ask(north, "0")).rows.find(({ label }) => label === "Anna Ängström");
  expect([now?.verdict, now?.reason, anna?.verdict, anna?.reason]).toEqual(["unknown", "removed", "unknown", null]);
});

test("before the first version a door was not there, and beyond the kept log nothing is known", async () => {
  expect(await ask(system, "2 days")).toMatchObject({ known: true, place: null, rows: [] });
  await world.admin.query("update organizations set kind = 'housing', log_days = 14 where id = $1", [ids.north]);
  await world.admin.query("update door_versions set since = since - interval '100 days'");
  const knows = async (caller: Caller, days: number) => (await ask(caller, `${days} days`)).known;
  expect([await knows(north, 13), await knows(north, 15), await knows(system, 15), await knows(system, 91)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(await ask(north, "15 days")).toMatchObject({ rows: [], counts: { in: 0, unknown: 0, out: 0 } });
  await world.admin.query(
    `insert into audit (action, subject_table, after)
     values ('backup_restored', 'backups', jsonb_build_array(jsonb_build_object('taken_at', now() - interval '3 days')))`,
  );
  expect([await knows(system, 2), await knows(system, 4)]).toEqual([false, true]);
});
