// The search for near plates: by index, and the same plates as the rules would find.
import { afterAll, beforeAll, expect, test } from "vitest";
import { plateShape, rankPlates, SHAPE_FROM, SHAPE_TO, shapesOf } from "#contract/near-plate.ts";
import { findNearPlates, NEAR_PLATES_SQL } from "#server/gates/near-misses.store.ts";
import { engine, ids, openWorld, type World } from "#tests/integration/platform/world.ts";

const PLATES = 10_000;
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.admin.query(
    `with u as (insert into end_users (organization_id, first_name, last_name) select '${ids.north}', 'N', 'Bil' from generate_series(1, ${PLATES}) returning id),
     k as (insert into credentials (end_user_id, credential_type, credential_value)
       select id, 'license_plate', chr(65 + (n * 7 % 26)::int) || chr(65 + (n / 26 % 26)::int) || chr(65 + (n / 676 % 26)::int) || lpad((n * 37 % 1000)::text, 3, '0')
       from (select id, row_number() over () as n from u) p returning id)
     insert into controller_assignments (credential_id, controller_id) select id, '${ids.northGate}' from k`,
  );
  await world.admin.query("analyze");
});
afterAll(() => world[Symbol.asyncDispose]());

const asEngine = async <T>(work: (client: Parameters<typeof findNearPlates>[0]) => Promise<T>): Promise<T> => {
  const client = await world.enter(engine);
  try {
    return await work(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
};

test("one statement asks three indexes and reads no plate of the gate that it does not need", async () => {
  const plan = await asEngine(async (client) => {
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare near as ${NEAR_PLATES_SQL}`);
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain (costs off) execute near (array['${ids.northGate}']::uuid[], array['H8M001'], array['8M001'], array['H8M00'])`,
    );
    await client.query("deallocate near");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  for (const index of [
    "credentials_plate_shape",
    "credentials_plate_shape_less_first",
    "credentials_plate_shape_less_last",
  ])
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan.* (using|on) ${index}\\b`));
  expect(plan).not.toMatch(/Seq Scan on (credentials|controller_assignments)/);
});

test("finds what the rules find among all", async () => {
  const { rows: plates } = await world.admin.query<{ plateKey: string; shape: string }>(
    `select plate_key as "plateKey", translate(plate_key, '${SHAPE_FROM}', '${SHAPE_TO}') as shape from credentials where plate_key is not null and id <> '${ids.svenCar}'`,
  );
  expect(plates.filter(({ plateKey, shape }) => plateShape(plateKey) !== shape)).toEqual([]);
  const readings = plates.slice(0, 400).map(({ plateKey }, n) => {
    if (n % 4 === 0) return plateKey.slice(1);
    if (n % 4 === 1) return `I${plateKey}`;
    const place = Array.from(plateKey).findIndex((sign) => SHAPE_FROM.includes(sign));
    return place < 0
      ? plateKey.slice(0, -1)
      : plateKey.slice(0, place) + plateShape(plateKey[place] ?? "") + plateKey.slice(place + 1);
  });
  const found = await asEngine((client) =>
    findNearPlates(
      client,
      readings.map((reading) => ({ controllerId: ids.northGate, shapes: shapesOf(reading) })),
    ),
  );
  const keys = (of: readonly { plateKey: string }[]) => of.map(({ plateKey }) => plateKey);
  for (const [at, reading] of readings.entries())
    expect([
      reading,
      keys(
        rankPlates(
          reading,
          found.filter(({ place }) => place === at + 1),
        ),
      ),
    ]).toEqual([reading, keys(rankPlates(reading, plates))]);
  expect(found.length).toBeGreaterThan(readings.length);
});
