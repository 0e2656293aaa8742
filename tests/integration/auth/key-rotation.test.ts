import type pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { rotateSigningKeys } from "#server/auth/sessions/signing-keys.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { type AuthServer, makeUser, signIn, startAuthServer } from "./auth-server.ts";

const EMAIL = "anna@example.se";
const PASSWORD = "korrekt häst batteri";

describe("changing the signing key while servers run", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let server: AuthServer;
  let other: AuthServer;

  beforeEach(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    server = await startAuthServer(database);
    other = await startAuthServer(database);
    await makeUser(server, EMAIL, PASSWORD);
  });
  afterEach(async () => {
    await Promise.all([server.stop(), other.stop(), admin.end()]);
    await database.drop();
  });

  const rotate = (withdraw = false) => rotateSigningKeys({ ...server.service, withdraw });
  const reload = () => Promise.all([server.service.keys.reload(), other.service.keys.reload()]);
  const later = (seconds: number) =>
    admin.query(
      "update auth.signing_keys set created_at = created_at - make_interval(secs => $1), retired_at = retired_at - make_interval(secs => $1)",
      [seconds],
    );
  const kids = async (on: AuthServer) => {
    const keys = z.object({ keys: z.array(z.object({ kid: z.string() })) });
    return keys.parse(await (await on.get("/.well-known/jwks.json")).json()).keys.map(({ kid }) => kid);
  };
  const signedBy = async (on: AuthServer) => {
    const { data } = await (await signIn(on, EMAIL, PASSWORD)).auth.getClaims();
    return data?.header.kid;
  };

  // Covers: auth.18
  it("both keys are published; the old one signs until everybody knows the new one, which then takes over", async () => {
    const [old = ""] = await kids(server);
    const kid = await rotate();
    await reload();
    for (const on of [server, other]) expect(await kids(on)).toEqual([kid, old]);
    expect(await signedBy(server)).toBe(old);
    await later(100);
    await reload();
    expect(await signedBy(server)).toBe(kid);
    expect(await signedBy(other)).toBe(kid);
  });

  it("a server that has not looked yet still verifies what the others sign", async () => {
    await rotate();
    await server.service.keys.reload();
    const client = await signIn(server, EMAIL, PASSWORD);
    const { data } = await client.auth.getSession();
    const reply = await other.get("/user", { authorization: `Bearer ${data.session?.access_token}` });
    expect(reply.status).toBe(200);
  });

  it("nobody is signed out; a day after its last signature the old key is gone", async () => {
    const client = await signIn(server, EMAIL, PASSWORD);
    const kid = await rotate();
    await later(200);
    await reload();
    expect((await client.auth.getUser()).error).toBeNull();
    await later(25 * 3600);
    await reload();
    expect(await kids(server)).toEqual([kid]);
    expect((await client.auth.getUser()).error?.code).toBe("bad_jwt");
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it("a stolen key is withdrawn at once; sessions go on with new tokens", async () => {
    const client = await signIn(server, EMAIL, PASSWORD);
    const kid = await rotate(true);
    await reload();
    expect(await kids(other)).toEqual([kid]);
    expect((await client.auth.getUser()).error?.code).toBe("bad_jwt");
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it("two who change it at once leave two new keys that everybody knows, and both operations in the audit", async () => {
    await Promise.all([rotate(), rotate()]);
    await reload();
    expect(await kids(server)).toHaveLength(3);
    expect(await kids(other)).toEqual(await kids(server));
    const { rows } = await admin.query(
      "select count(*)::int as actions from public.audit where action = 'auth.keys_rotate'",
    );
    expect(rows[0].actions).toBe(2);
  });
});
