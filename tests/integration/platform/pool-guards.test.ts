// Requests share a few connections, even after broken transactions. No request finds anything of an earlier one.
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "#scripts/seed/random.ts";
import { asUser, type SessionClaims } from "#server/platform/database/as-user.ts";
import { openPool } from "#tests/support/pool.ts";
import { ids, one, openWorld, type World } from "./world.ts";

const REQUESTS = 3_000;
const CONNECTIONS = 3;
const AT_ONCE = 50;

let world: World;
let pool: Pool;
const callers = [ids.northAdmin, ids.southAdmin, ids.systemAdmin].map((sub, n) => ({
  sub,
  session_id: `00000000-0000-4000-8000-0000000000b${n}`,
  sees: [[ids.anna], [ids.sven], [ids.anna, ids.sven]][n] ?? [],
}));
/** A valid token whose session has ended. */
const nobody: SessionClaims = { sub: ids.northAdmin, session_id: "00000000-0000-4000-8000-0000000000bf" };

beforeAll(async () => {
  world = await openWorld();
  for (const { sub, session_id } of callers) {
    await world.admin.query(
      "insert into auth.sessions (id, user_id, not_after) values ($1, $2, now() + interval '1 hour')",
      [session_id, sub],
    );
  }
  pool = openPool({ connectionString: world.database.authenticatorUrl, max: CONNECTIONS });
});
afterAll(async () => {
  await pool.end();
  await world[Symbol.asyncDispose]();
});

// Covers: tenant.2
test(`${REQUESTS} requests of four callers over ${CONNECTIONS} connections each see their own rows`, async () => {
  const random = seededRandom(7);
  const seen: string[] = [];
  const wrong: unknown[] = [];
  const request = async () => {
    const kind = random.below(5);
    const caller = random.pick(callers);
    if (kind === 0) {
      await asUser(pool, nobody, async () => wrong.push("an outsider was let in")).catch(() => seen.push("outsider"));
      return;
    }
    await asUser(pool, caller, async (client) => {
      const { rows } = await client.query<{ id: string }>("select id from end_users order by id");
      const found = rows.map(({ id }) => id);
      if (found.join() !== caller.sees.join()) wrong.push({ caller: caller.sub, found });
      seen.push(caller.sub);
      if (kind === 1) throw new Error("the work fails");
      if (kind === 2) await client.query("select 1 / 0");
      // Such a request tries to leave something behind for the whole connection.
      if (kind === 3) await client.query("select set_config('app.org', $1, false)", [ids.south]);
    }).catch(() => {});
  };
  // A session has a limited number of places in the waiting room.
  const worker = async (first: number) => {
    for (let n = first; n < REQUESTS; n += AT_ONCE) await request();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => worker(first)));
  expect(wrong).toEqual([]);
  expect(new Set(seen).size).toBe(4);
  expect(seen).toHaveLength(REQUESTS);
  for (let n = 0; n < CONNECTIONS; n += 1) {
    const client = await pool.connect();
    expect(
      await one(client, "select current_user as role, coalesce(current_setting('app.sub', true), '') as sub"),
    ).toEqual({
      role: "authenticator",
      sub: "",
    });
    client.release();
  }
});
