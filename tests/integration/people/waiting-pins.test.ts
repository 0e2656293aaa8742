// PINs of a group's members at a controller where others have codes: few are compared at once, many wait, and none is revealed unpaid.
// Covers: 5.5
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MEMBER_PINS_AT_ONCE, PIN_ATTEMPTS } from "#contract/limits.ts";
import { systemClock } from "#drivers/clock.ts";
import { countWaiting } from "#server/passages/access-preview.store.ts";
import { checkWaitingPins, readWithoutEffect, waitingOrganizations } from "#server/people/access-groups.store.ts";
import { keepWaitingPinsChecked } from "#server/people/check-waiting-pins.job.ts";
import {
  encrypted,
  engine,
  hmac,
  ids,
  north,
  openWorld,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { BOTH, groupsOf } from "./group-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const { madeGroup, members, newPerson, rights, save } = groupsOf(() => world);
const { members: quota } = PIN_ATTEMPTS;
const HOUSE = 150;
const pinOf = (n: number) => String(610_000 + n);

/** Adds people with PINs to an organisation; the one with number `taken` has a PIN that somebody in the south has at the shared controller. */
async function house(people = HOUSE, taken = 3): Promise<{ person: string; pin: string }[]> {
  await world.admin.query(
    "insert into controller_pins (controller_id, pin_hmac, organization_id) values ($1, $2, $3)",
    [ids.shared, hmac(pinOf(taken)), ids.south],
  );
  const { rows } = await world.admin.query<{ person: string; pin: string }>(
    `with u as (insert into end_users (organization_id, first_name, last_name) select $1, 'Boende', lpad(n::text, 3, '0') from generate_series(0, $2 - 1) n returning id, last_name),
     c as (insert into credentials (end_user_id, credential_type, credential_value, valid_to)
       select u.id, 'pin', ($3::text[])[u.last_name::int + 1], now() + interval '1 year' from u returning id, end_user_id)
     select u.id as person, c.id as pin from u join c on c.end_user_id = u.id order by u.last_name`,
    [ids.north, people, Array.from({ length: people }, (_, n) => encrypted(pinOf(n)))],
  );
  return rows;
}
const link = (to: "delete" | "insert") =>
  world.as(system, (client) =>
    client.query(
      to === "delete"
        ? `delete from organization_controllers where organization_id = '${ids.north}' and controller_id = '${ids.shared}'`
        : `insert into organization_controllers values ('${ids.north}', '${ids.shared}')`,
    ),
  );
const attempts = async () =>
  (
    await world.admin.query<{ members: boolean; rows: number; reported: number }>(
      "select members, sum(rows)::int as rows, count(*) filter (where reported)::int as reported from private.pin_attempts group by 1 order by 1",
    )
  ).rows;
const waiting = (group: string) => world.as(north, (client) => countWaiting(client, group));
const without = async (group: string) =>
  (await world.as(north, (client) => readWithoutEffect(client, [group]))).map(({ person }) => person);
const having = async (group: string) =>
  (
    await world.as(north, (client) =>
      client.query("select distinct credential_id from access_group_rights where group_id = $1", [group]),
    )
  ).rowCount;
const round = async () => {
  for (const id of await waitingOrganizations(world.admin))
    await world.as(engine, (client) => checkWaitingPins(client, id));
};
const pass = (time: string) => world.admin.query(`update private.pin_attempts set at = at - interval '${time}'`);

/** Runs the job until it compares nothing more now; returns the most that one round compared. */
async function rounds(group: string): Promise<number> {
  let most = 0;
  for (let before = await waiting(group); ; ) {
    await round();
    const after = await waiting(group);
    if (after === before) return most;
    most = Math.max(most, before - after);
    before = after;
  }
}

const all = (people: readonly { person: string }[]) => people.map(({ person }) => person);

test.each([
  ["a link that a system admin makes again", true],
  ["a door that the group gets", false],
])("%s is refused to no house of 150, charges nobody, and tells nobody whose PIN is taken", async (_what, isLink) => {
  const people = await house();
  const group = await madeGroup({ doors: isLink ? BOTH : [] }, []);
  if (isLink) await link("delete");
  await members(group, all(people));
  if (isLink) await link("insert");
  else await save({ id: group, doors: BOTH });
  // The organisation does not make a link itself, so its first PINs are compared together with the link.
  const begun = isLink ? quota.reported : 0;
  expect((await attempts()).reduce((sum, { rows }) => sum + rows, 0)).toBe(begun);
  expect(await waiting(group)).toBe(HOUSE - begun);
  if (!isLink) expect([await having(group), await without(group)]).toEqual([0, []]);

  // The job keeps to the quota for members and leaves the quota for typed PINs alone.
  expect(await rounds(group)).toBeLessThanOrEqual(quota.reported);
  expect(await waiting(group)).toBe(HOUSE - quota.hour);
  expect(await attempts()).toMatchObject([{ members: true, rows: quota.hour }]);
  for (let hours = quota.hour; hours < HOUSE; hours += quota.hour) {
    await pass("61 minutes");
    await rounds(group);
  }
  expect([await waiting(group), await having(group)]).toEqual([0, HOUSE - 1]);
  expect(await attempts()).toEqual([{ members: true, rows: HOUSE, reported: 1 }]);
  expect(await without(group)).toEqual(["Boende 003", "Boende 003"]);
  expect(await rights(people[0]?.pin ?? "")).toEqual(["Boende: Baksida", "Boende: Entré"]);
  const { rows } = await world.admin.query(
    "select count(distinct source_id)::int as n from controller_pins where controller_id = $1 and organization_id = $2 and source_id = any ($3)",
    [ids.shared, ids.north, people.map(({ pin }) => pin)],
  );
  expect(rows).toEqual([{ n: HOUSE - 1 }]);
});

test("few PINs are compared at once, charged as typed ones; with an empty quota they wait instead of a refusal", async () => {
  const people = await house(MEMBER_PINS_AT_ONCE, 700);
  const group = await madeGroup(
    {},
    people.map(({ person }) => person),
  );
  expect([await waiting(group), await having(group)]).toEqual([0, MEMBER_PINS_AT_ONCE]);
  expect(await attempts()).toEqual([{ members: false, rows: MEMBER_PINS_AT_ONCE, reported: 0 }]);

  await world.as(north, (client) => client.query("select private.consume_pin_attempts($1)", [20]));
  const { person, pin } = await newPerson("Sen", "915724");
  await members(group, [person]);
  expect([await waiting(group), await rights(pin)]).toEqual([1, []]);
  await round();
  expect([await waiting(group), await rights(pin)]).toEqual([0, ["Boende: Baksida", "Boende: Entré"]]);
});

test('after the hour\'s answers "taken" no more PINs are compared, and nobody learns of more in a round', async () => {
  const people = await house(40);
  const codes = Array.from({ length: 40 }, (_, n) => hmac(pinOf(n)));
  await world.admin.query(
    "insert into controller_pins (controller_id, pin_hmac, organization_id) select $1, h, $2 from unnest($3::text[]) h on conflict do nothing",
    [ids.shared, ids.south, codes],
  );
  const group = await madeGroup(
    {},
    people.map(({ person }) => person),
  );
  await rounds(group);
  expect(await attempts()).toEqual([{ members: true, rows: quota.reported, reported: quota.reported }]);
  expect([await waiting(group), await having(group)]).toEqual([40 - quota.reported, 0]);
});

test("a member whose PIN was taken gets the doors with another PIN, compared and charged", async () => {
  const people = await house(12);
  const group = await madeGroup(
    {},
    people.map(({ person }) => person),
  );
  await rounds(group);
  const pin = people[3]?.pin ?? "";
  expect(await rights(pin)).toEqual([]);
  await world.as(north, (client) =>
    client.query("update credentials set credential_value = $2 where id = $1", [pin, encrypted("915724")]),
  );
  expect(await rights(pin)).toEqual(["Boende: Baksida", "Boende: Entré"]);
  expect(await without(group)).toEqual([]);
});

test("a PIN that waits is forgotten with the membership, the door and the person, and costs nothing", async () => {
  const people = await house(30);
  const group = await madeGroup(
    {},
    people.map(({ person }) => person),
  );
  await members(
    group,
    [],
    people.slice(0, 10).map(({ person }) => person),
  );
  await world.admin.query("delete from end_users where id = any ($1)", [
    people.slice(10, 20).map(({ person }) => person),
  ]);
  expect(await waiting(group)).toBe(10);
  await save({ id: group, doors: [] });
  await round();
  expect(await attempts()).toEqual([]);
  expect((await world.admin.query("select from private.pin_checks")).rowCount).toBe(0);
});

test("nobody counts another organisation's waiting PINs", async () => {
  const people = await house(20);
  const group = await madeGroup(
    {},
    people.map(({ person }) => person),
  );
  expect(await waiting(group)).toBe(20);
  expect(await world.as(south, (client) => countWaiting(client, group))).toBe(0);
});

test.each([ids.north, ids.south])(
  "an organisation whose PINs cannot be compared keeps no other's waiting: %s",
  async (broken) => {
    await world.admin.query(
      `insert into private.pin_checks (credential_id, controller_id, organization_id)
     values ($1, $3, $4), ($2, $3, $5)`,
      [ids.annaPin, ids.svenPin, ids.shared, ids.north, ids.south],
    );
    await world.admin.query(`create function public.fails() returns trigger language plpgsql as $$ begin
      if old.organization_id = '${broken}' then raise exception 'broken'; end if; return old; end $$;
    create trigger fails before delete on private.pin_checks for each row execute function public.fails()`);
    const stopping = new AbortController();
    const warned: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void warned.push(line) });
    const job = keepWaitingPinsChecked({ engine: world.admin, clock: systemClock, log, everyMs: 10 }, stopping.signal);
    try {
      await expect
        .poll(async () => (await world.admin.query("select organization_id as id from private.pin_checks")).rows)
        .toEqual([{ id: broken }]);
      await expect.poll(() => warned.length).toBeGreaterThan(0);
    } finally {
      stopping.abort();
      await job;
      await world.admin.query("drop trigger fails on private.pin_checks; drop function public.fails()");
    }
  },
);
