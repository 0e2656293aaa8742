import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ids, one, openWorld, outcome, type World } from "#tests/integration/platform/world.ts";

const SESSION = "00000000-0000-4000-8000-0000000000aa";
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.reset();
  await world.admin.query(
    `insert into auth.sessions (id, user_id, not_after) values ('${SESSION}', '${ids.northAdmin}', now() + interval '1 hour')`,
  );
});
afterAll(() => world[Symbol.asyncDispose]());

async function asLogin<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await world.enter({ role: "anon" });
  try {
    await client.query("rollback; begin");
    return await work(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
const enter = (client: pg.PoolClient, session = SESSION, user: string = ids.northAdmin) =>
  one<{ denied: string | null }>(client, "select * from private.enter($1, $2)", [session, user]);

test("an org admin with a living session becomes org_admin of the own organisation, for this transaction", async () => {
  await asLogin(async (client) => {
    expect(await enter(client)).toEqual({
      user_id: ids.northAdmin,
      app_role: "org_admin",
      organization_id: ids.north,
      denied: null,
    });
    expect(
      await one(
        client,
        "select current_user as role, current_setting('app.org') as org, current_setting('app.sub') as sub, current_setting('app.session') as session",
      ),
    ).toEqual({
      role: "org_admin",
      org: ids.north,
      sub: ids.northAdmin,
      session: SESSION,
    });
    expect((await client.query("select id from end_users")).rows).toEqual([{ id: ids.anna }]);
    await client.query("commit; begin");
    expect(await one(client, "select current_user as role, current_setting('app.org') as org")).toEqual({
      role: "authenticator",
      org: "",
    });
  });
});

test("a system admin has no organisation", async () => {
  await world.admin.query(`update auth.sessions set user_id = '${ids.systemAdmin}'`);
  await asLogin(async (client) => {
    expect(await enter(client, SESSION, ids.systemAdmin)).toMatchObject({
      app_role: "system_admin",
      organization_id: null,
      denied: null,
    });
    expect((await client.query("select id from end_users")).rowCount).toBe(2);
  });
});

// Covers: auth.25, design.7
test.each<[string, string, string]>([
  ["signed out", "update auth.sessions set revoked_at = now(), revoked_reason = 'sign_out'", "session_not_found"],
  ["past the end of the session", "update auth.sessions set not_after = now() - interval '1 s'", "session_not_found"],
  ["another person's session", `update auth.sessions set user_id = '${ids.southAdmin}'`, "session_not_found"],
  [
    "banned",
    `update auth.users set banned_until = now() + interval '1 hour' where id = '${ids.northAdmin}'`,
    "session_not_found",
  ],
  [
    "whose role has changed",
    `update user_roles set role = 'system_admin', organization_id = null where user_id = '${ids.northAdmin}'`,
    "session_not_found",
  ],
  [
    "whose organisation has changed",
    `update user_roles set organization_id = '${ids.south}' where user_id = '${ids.northAdmin}'`,
    "session_not_found",
  ],
  ["deleted", `update auth.users set deleted_at = now() where id = '${ids.northAdmin}'`, "session_not_found"],
  ["whose role was taken away", `delete from user_roles where user_id = '${ids.northAdmin}'`, "session_not_found"],
  [
    "whose role was taken away and given anew",
    `delete from user_roles where user_id = '${ids.northAdmin}';
     insert into user_roles (user_id, role, organization_id) values ('${ids.northAdmin}', 'org_admin', '${ids.north}')`,
    "session_not_found",
  ],
  [
    "without a role",
    `delete from user_roles where user_id = '${ids.northAdmin}';
     update auth.sessions set revoked_at = null, revoked_reason = null`,
    "no_role",
  ],
  [
    "with a temporary password",
    `update auth.users set must_change_password = true where id = '${ids.northAdmin}'`,
    "password_change_required",
  ],
  [
    "with a second factor not yet given",
    `insert into auth.mfa_factors (user_id, factor_type, status) values ('${ids.northAdmin}', 'totp', 'verified')`,
    "insufficient_aal",
  ],
])("somebody %s is denied and nothing is set", async (_who, sql, denied) => {
  await world.admin.query(sql);
  await asLogin(async (client) => {
    expect(await enter(client)).toMatchObject({ app_role: null, organization_id: null, denied });
    expect(
      await one(client, "select current_user as role, coalesce(current_setting('app.org', true), '') as org"),
    ).toEqual({ role: "authenticator", org: "" });
    expect(await outcome(client.query("select from public.end_users"))).toBe("42501");
  });
});

test("a second factor that was given, or a factor never confirmed, lets one in", async () => {
  await world.admin.query(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ('${ids.northAdmin}', 'totp', 'unverified')`,
  );
  await asLogin(async (client) => expect(await enter(client)).toMatchObject({ denied: null }));
  await world.admin.query("update auth.mfa_factors set status = 'verified'; update auth.sessions set aal = 'aal2'");
  await asLogin(async (client) => expect(await enter(client)).toMatchObject({ denied: null }));
});

test("no portal role can enter as somebody else", async () => {
  const client = await world.enter({ role: "org_admin", org: ids.north, sub: ids.northAdmin });
  expect(await outcome(client.query("select private.enter($1, $2)", [SESSION, ids.northAdmin]))).toBe("42501");
  await client.query("rollback");
  client.release();
});
