// The cost of asking about a PIN where others have codes too, and the number of PINs one may have. Twin of contract/limits.ts.
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MEMBER_PINS_AT_ONCE, PIN_ATTEMPTS, PIN_OFFERS, PIN_QUOTAS } from "#contract/limits.ts";
import {
  encrypted,
  hmac,
  ids,
  north,
  one,
  openWorld,
  outcome,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { reservations } from "#tests/integration/reconcile/sync-state.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const { organization: quota, systemAdmin, members } = PIN_ATTEMPTS;

const pinOf = (n: number) => String(610_000 + n);

/** Gives Sven another PIN at a controller's door, as a caller; returns the SQLSTATE or "ok". */
async function type(pin: string, { caller = south, door = "shared", afterwards = "" } = {}): Promise<string> {
  const [controller, accessPoint] = door === "shared" ? [ids.shared, ids.sharedDoor] : [ids.southern, ids.southernDoor];
  const work = async (client: PoolClient) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into credentials (end_user_id, credential_type, credential_value, valid_to) values ($1, 'pin', $2, now() + interval '1 year') returning id`,
      [ids.sven, encrypted(pin)],
    );
    await client.query(
      "insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3)",
      [rows[0]?.id, controller, accessPoint],
    );
    if (afterwards !== "") await client.query(afterwards);
  };
  return world.as(caller, work).then(
    () => "ok",
    (error: { code?: string }) => String(error.code),
  );
}

const spend = (rows: number, caller = south) =>
  world.as(caller, (client) => client.query("select private.consume_pin_attempts($1)", [rows]));
const forgetSven = () =>
  world.admin.query(
    `delete from credentials where end_user_id = '${ids.sven}'; delete from controller_pins where organization_id = '${ids.south}'`,
  );
const audited = async (action: string) =>
  (await one<{ n: number }>(world.admin, "select count(*)::int as n from audit where action = $1", [action])).n;

test("the numbers are those of contract/limits.ts", async () => {
  expect(await one(world.admin, "select * from private.pin_limits()")).toEqual({
    typed_hour: quota.hour,
    typed_day: quota.day,
    reported_hour: quota.reported,
    typed_hour_system: systemAdmin.hour,
    typed_day_system: systemAdmin.day,
    reported_hour_system: systemAdmin.reported,
    offered_hour: PIN_OFFERS.hour,
    offered_day: PIN_OFFERS.day,
    per_person: PIN_QUOTAS.person,
    per_controller: PIN_QUOTAS.controller,
    members_now: MEMBER_PINS_AT_ONCE,
    members_hour: members.hour,
    members_day: members.day,
    members_reported: members.reported,
  });
});

describe("where others have codes, a typed PIN", () => {
  test("is refused unseen when nobody took it from the quota, free or taken alike", async () => {
    const client = await world.enter(south);
    const tryOne = async (pin: string) => {
      await client.query("savepoint one");
      await client.query(
        `with made as (insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values (gen_random_uuid(), '${ids.sven}', 'pin', '${encrypted(pin)}', now() + interval '1 year') returning id) select from made`,
      );
      await client.query(
        `insert into controller_assignments (credential_id, controller_id, access_point_id)
         select id, '${ids.shared}', '${ids.sharedDoor}' from credentials where end_user_id = '${ids.sven}' order by created_at desc, id limit 1`,
      );
      const said = await outcome(client.query("set constraints all immediate"));
      await client.query("rollback to savepoint one");
      return said;
    };
    expect([await tryOne("4711"), await tryOne("471199")]).toEqual(["AP001", "AP001"]);
    await client.query("rollback");
    client.release();
  });

  test("is consumed also when the save fails afterwards, or is taken back", async () => {
    const before = await spent();
    expect(await type(pinOf(1), { afterwards: "set constraints all immediate; select 1/0" })).toBe("22012");
    expect(await spent()).toBe(before + 1);
  });

  test(`is looked at ${quota.hour} times an hour, then refused whatever it is; elsewhere typing stays free`, async () => {
    await spend(quota.hour - 1);
    expect(await type(pinOf(1))).toBe("ok");
    expect(await type(pinOf(2))).toBe("pin_attempts_used_up");
    expect(await type("4711")).toBe("pin_attempts_used_up");
    expect(await type(pinOf(3), { door: "southern" })).toBe("ok");
    expect(await type(pinOf(4), { caller: system })).toBe("ok");
  });

  test("in a bulk call is consumed row by row, or none of them is looked at", async () => {
    const assign = (count: number) =>
      world.as(south, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          `insert into credentials (end_user_id, credential_type, credential_value, valid_to)
           select $1, 'pin', unnest($2::text[]), now() + interval '1 year' returning id`,
          [ids.sven, Array.from({ length: count }, (_, n) => encrypted(pinOf(n)))],
        );
        await client.query(
          `insert into controller_assignments (credential_id, controller_id, access_point_id) select unnest($1::uuid[]), '${ids.shared}', '${ids.sharedDoor}'`,
          [rows.map(({ id }) => id)],
        );
      });
    await spend(quota.hour - 5);
    await expect(assign(6)).rejects.toMatchObject({ code: "pin_attempts_used_up" });
    await assign(5);
    expect(await type(pinOf(9))).toBe("pin_attempts_used_up");
  });

  test(`that is taken is disclosed ${quota.reported} times an hour, each audited, and then no more`, async () => {
    for (let n = 0; n < quota.reported; n++) expect(await type("4711")).toBe("23505");
    expect(await audited("pin_collision_reported")).toBe(quota.reported);
    expect([await type("4711"), await type(pinOf(1))]).toEqual(["pin_attempts_used_up", "pin_attempts_used_up"]);
    expect(await audited("pin_collision_reported")).toBe(quota.reported);
  });

  test("is disclosed no more often by fifty at once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => type("4711")));
    expect(answers.filter((answer) => answer === "23505").length).toBeLessThanOrEqual(quota.reported);
    expect(new Set(answers)).toEqual(new Set(["23505", "pin_attempts_used_up"]));
  });

  test(`is looked at ${quota.day} times a day`, async () => {
    for (let hour = 1; hour <= 3; hour++) {
      await spend(quota.hour);
      await world.admin.query("update private.pin_attempts set at = at - interval '2 hours', reported = false");
    }
    await spend(quota.day - 3 * quota.hour);
    await world.admin.query("update private.pin_attempts set at = at - interval '2 hours', reported = false");
    expect(await type(pinOf(1))).toBe("pin_attempts_used_up");
    await world.admin.query("update private.pin_attempts set at = at - interval '1 day'");
    expect(await type(pinOf(1))).toBe("ok");
  });

  test("costs its own organisation and no other", async () => {
    await spend(quota.hour, north);
    expect(await type(pinOf(1))).toBe("ok");
  });

  test("is audited once an hour when the quota is empty", async () => {
    await spend(quota.hour);
    for (let n = 0; n < 5; n++) await type(pinOf(n));
    expect(await audited("pin_attempts_used_up")).toBe(1);
  });

  test("that the portal proposed is saved with an empty quota, by whom it was proposed to", async () => {
    await spend(quota.hour);
    const offer = (quota_owner: string, pin: string) =>
      world.admin.query("select private.offer_pin($1, $2, $3)", [quota_owner, [ids.shared], [hmac(pin)]]);
    await offer(ids.north, pinOf(1));
    expect(await type(pinOf(1))).toBe("pin_attempts_used_up");
    await offer(ids.south, pinOf(1));
    expect(await type(pinOf(1))).toBe("ok");
    await offer(ids.south, pinOf(2));
    await world.admin.query("update private.pin_offers set at = at - interval '61 minutes'");
    expect(await type(pinOf(2))).toBe("pin_attempts_used_up");
  });

  test("belonging to its source costs nothing: a new period, another door, a re-encrypted PIN", async () => {
    await spend(quota.hour, north);
    await world.as(north, async (client) => {
      await client.query(`update credentials set valid_to = now() + interval '2 years' where id = '${ids.annaPin}'`);
      await client.query(
        `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
      );
    });
    await world.as(north, (client) =>
      client.query(
        `update credentials set credential_value = '${encrypted("4711", ["a", "b"])}' where id = '${ids.annaPin}'`,
      ),
    );
    expect(Object.keys(await reservations(world, ids.shared)).length).toBe(2);
  });

  test("is a question again when what was off is switched on after its replica was confirmed gone", async () => {
    await world.admin.query(`update credentials set enabled = false where id = '${ids.annaPin}'`);
    await world.admin.query(`delete from controller_pins where source_id = '${ids.annaPin}'`);
    await type("4711");
    await spend(quota.hour, north);
    const on = world.as(north, (client) =>
      client.query(`update credentials set enabled = true where id = '${ids.annaPin}'`),
    );
    await expect(on).rejects.toMatchObject({ code: "pin_attempts_used_up" });
  });
});

test(`at most ${PIN_OFFERS.hour} PINs are proposed to one owner in an hour`, async () => {
  const offers = await world.admin.query<{ noted: boolean }>(
    "select private.offer_pin($1, array[$3::uuid], array[md5(n::text)]) as noted from generate_series(1, $2::int) n",
    [ids.south, PIN_OFFERS.hour + 5, ids.shared],
  );
  expect(offers.rows.filter(({ noted }) => noted)).toHaveLength(PIN_OFFERS.hour);
});

describe("a PIN that is off or over", () => {
  const dead = {
    off: "enabled = false",
    over: "valid_from = now() - interval '2 days', valid_to = now() - interval '1 day'",
  };

  test.each(Object.entries(dead))("reserves nothing when it is made (%s)", async (_, state) => {
    await world.as(north, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into credentials (end_user_id, credential_type, credential_value, valid_to) values ('${ids.anna}', 'pin', '${encrypted("520618")}', now() + interval '1 year') returning id`,
      );
      await client.query(`update credentials set ${state} where id = $1`, [rows[0]?.id]);
      await client.query(
        `insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, '${ids.shared}', '${ids.sharedDoor}')`,
        [rows[0]?.id],
      );
    });
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin });
    expect(await type("520618")).toBe("ok");
  });

  test("keeps its PIN from others until its replica is confirmed gone", async () => {
    await world.admin.query(`update credentials set enabled = false where id = '${ids.annaPin}'`);
    expect(await type("4711")).toBe("23505");
  });
});

describe("a quota", () => {
  test(`allows a person ${PIN_QUOTAS.person} PINs, in bulk and for two at once`, async () => {
    const give = (count: number) =>
      world
        .as(south, (client) =>
          client.query(
            "insert into credentials (end_user_id, credential_type, credential_value, valid_to) select $1, 'pin', unnest($2::text[]), now() + interval '1 year'",
            [ids.sven, Array.from({ length: count }, (_, n) => encrypted(pinOf(n)))],
          ),
        )
        .then(
          () => "ok",
          (error: { constraint?: string }) => String(error.constraint),
        );
    expect(await give(PIN_QUOTAS.person)).toBe("credentials_pins_per_person"); // Sven already has one PIN.
    expect(await give(PIN_QUOTAS.person - 2)).toBe("ok");
    expect((await Promise.all([give(1), give(1)])).sort()).toEqual(["credentials_pins_per_person", "ok"]);
  });

  test("for an organisation at a controller that others use leaves the others their share", async () => {
    await world.admin.query(
      `insert into controller_pins (controller_id, pin_hmac, source_id, organization_id)
       select $1, encode(sha256(n::text::bytea), 'hex'), gen_random_uuid(), $2 from generate_series(1, $3::int) n`,
      [ids.shared, ids.south, PIN_QUOTAS.controller],
    );
    const full = world.as(south, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into credentials (end_user_id, credential_type, credential_value, valid_to) values ('${ids.sven}', 'pin', '${encrypted(pinOf(1))}', now() + interval '1 year') returning id`,
      );
      await client.query(
        `insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, '${ids.shared}', '${ids.sharedDoor}')`,
        [rows[0]?.id],
      );
    });
    await expect(full).rejects.toMatchObject({ code: "23514", constraint: "controller_pins_quota" });
    await forgetSven();
    expect(await type(pinOf(1))).toBe("ok");
  });

  test("for an organisation at a controller that others may use holds before they have any code there", async () => {
    await forgetSven();
    await world.admin.query("delete from controller_pins where controller_id = $1", [ids.shared]);
    await world.admin.query(
      `insert into controller_pins (controller_id, pin_hmac, source_id, organization_id)
       select $1, encode(sha256(n::text::bytea), 'hex'), gen_random_uuid(), $2 from generate_series(1, $3::int) n`,
      [ids.shared, ids.south, PIN_QUOTAS.controller],
    );
    expect(await type(pinOf(1))).toBe("23514");
  });
});

describe("a reader's limits hold for table calls:", () => {
  beforeEach(() =>
    world.admin.query(`update access_points set pin_min = 6, pin_max = 6 where id = '${ids.southernDoor}'`),
  );

  test("a PIN of another length cannot be assigned to its door", async () => {
    expect(await type("4820", { door: "southern" })).toBe("23514");
    expect(await type("482061", { door: "southern" })).toBe("ok");
  });

  test("nor changed to while it is assigned there", async () => {
    const change = (pin: string) =>
      world
        .as(south, (client) =>
          client.query(`update credentials set credential_value = '${encrypted(pin)}' where id = '${ids.svenPin}'`),
        )
        .then(
          () => "ok",
          (error: { constraint?: string }) => String(error.constraint),
        );
    expect(await change("4820")).toBe("credentials_pin_length");
    expect(await change("482061")).toBe("ok");
  });
});

async function spent(): Promise<number> {
  return (await one<{ n: number }>(world.admin, "select coalesce(sum(rows), 0)::int as n from private.pin_attempts")).n;
}
