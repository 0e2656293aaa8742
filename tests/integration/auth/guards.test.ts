import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminPool, openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { type AuthServer, makeUser, startAuthServer } from "./auth-server.ts";

const OUTSIDE_ROLES = ["anon", "system_admin", "org_admin", "portal_gate", "authenticator"];

describe("the schema auth", () => {
  let database: TestDatabase;
  let admin: Pool;
  let caller: Pool;
  let server: AuthServer;
  let userId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    caller = openPool({ connectionString: database.authenticatorUrl, max: 1 });
    server = await startAuthServer(database);
    userId = await makeUser(server, "anna@example.se", "korrekt häst batteri");
  });
  afterAll(async () => {
    await server.stop();
    await caller.end();
    await admin.end();
    await database.drop();
  });

  const as = async (role: string, statement: string) => {
    const client = await caller.connect();
    try {
      await client.query("begin");
      if (role !== "authenticator") await client.query(`set local role ${role}`);
      return await client.query(statement);
    } finally {
      await client.query("rollback");
      client.release();
    }
  };
  const tables = async () => {
    const { rows } = await admin.query<{ name: string; rls: boolean; forced: boolean; owner: string }>(
      `select relname as name, relrowsecurity as rls, relforcerowsecurity as forced, relowner::regrole::text as owner
       from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' order by 1`,
    );
    return rows;
  };

  it("has row level security enabled and forced on every table", async () => {
    const found = await tables();
    expect(found.length).toBeGreaterThan(7);
    for (const table of found) expect(table).toMatchObject({ rls: true, forced: true, owner: "portal_owner" });
  });

  it.each(OUTSIDE_ROLES)("is closed to %s, its functions too", async (role) => {
    for (const { name } of await tables()) {
      for (const statement of [`select from auth.${name}`, `delete from auth.${name}`]) {
        await expect(as(role, statement)).rejects.toMatchObject({ code: "42501" });
      }
    }
    await expect(as(role, `select auth.set_password('${userId}', '$argon2id$x', false)`)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(as(role, `select auth.revoke_sessions('${userId}', 'x')`)).rejects.toMatchObject({ code: "42501" });
  });

  it("lets the engine see who exists, but no password, token or key", async () => {
    const { rows } = await as("portal_engine", "select id, email from auth.users");
    expect(rows).toEqual([{ id: userId, email: "anna@example.se" }]);
    for (const hidden of ["password_hash from auth.users", "* from auth.refresh_tokens", "* from auth.signing_keys"]) {
      await expect(as("portal_engine", `select ${hidden}`)).rejects.toMatchObject({ code: "42501" });
    }
    await expect(as("portal_engine", "update auth.users set email = 'x@y.z'")).rejects.toMatchObject({ code: "42501" });
  });

  it("lets the engine administer accounts within its own transaction", async () => {
    const client = await caller.connect();
    const { administration } = server.service;
    await client.query("begin");
    await client.query("set local role portal_engine");
    const id = await administration.createUser(client, {
      email: "ny@example.se",
      password: "hemligt ord",
      mustChangePassword: true,
    });
    await administration.setEmail(client, id, "ny2@example.se");
    const { rows } = await client.query("select email, must_change_password from auth.users where id = $1", [id]);
    await client.query("rollback");
    client.release();
    expect(rows).toEqual([{ email: "ny2@example.se", must_change_password: true }]);
    const { rows: after } = await admin.query("select from auth.users where id = $1", [id]);
    expect(after).toHaveLength(0);
  });

  it("refuses a taken address in any spelling, a short password and a bad address", async () => {
    const create = (email: string, password: string) =>
      server.service.administration.createUser(server.service.pool, { email, password, mustChangePassword: false });
    await expect(create("ANNA@Example.se", "hemligt ord")).rejects.toMatchObject({
      status: 409,
      code: "email_taken",
      authCode: "email_exists",
    });
    await expect(create("kort@example.se", "åäö12")).rejects.toMatchObject({ status: 400, code: "weak_password" });
    await expect(create("ingen adress", "hemligt ord")).rejects.toMatchObject({ status: 400, code: "invalid_email" });
  });

  it("takes no password in clear and no private key in clear", async () => {
    await expect(admin.query("update auth.users set password_hash = 'klartext'")).rejects.toMatchObject({
      code: "23514",
    });
    const { rows } = await admin.query("select encrypted_private_key from auth.signing_keys");
    expect(rows[0].encrypted_private_key).toMatch(/^p1:/);
    await expect(admin.query(`update auth.signing_keys set encrypted_private_key = '{"d":"x"}'`)).rejects.toMatchObject(
      {
        code: "23514",
      },
    );
  });
});
