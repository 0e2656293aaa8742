import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { type AuthServer, makeUser, startAuthServer } from "./auth-server.ts";

const PASSWORD = "korrekt häst batteri";
const GRACE_SECONDS = 10;

describe("sessions and refresh tokens", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let server: AuthServer;
  let other: AuthServer;
  let email: string;
  let userId: string;
  let count = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    [server, other] = await Promise.all([startAuthServer(database), startAuthServer(database)]);
  });
  beforeEach(async () => {
    count += 1;
    email = `person${count}@example.se`;
    userId = await makeUser(server, email, PASSWORD);
  });
  afterAll(async () => {
    await server.stop();
    await other.stop();
    await admin.end();
    await database.drop();
  });

  const signIn = async (on = server) => {
    const client = on.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return { client, accessToken: data.session.access_token, refreshToken: data.session.refresh_token };
  };
  const refresh = (refreshToken: string, on = server) =>
    on.post("/token?grant_type=refresh_token", { refresh_token: refreshToken });
  const nextToken = async (refreshToken: string) => (await refresh(refreshToken)).body.refresh_token ?? "none";
  const userStatus = async (accessToken: string, on = server) => {
    const response = await fetch(`${on.url}/auth/v1/user`, { headers: { authorization: `Bearer ${accessToken}` } });
    const { error_code: code } = z.object({ error_code: z.string().optional() }).parse(await response.json());
    return { status: response.status, code };
  };
  const age = (seconds: number) =>
    admin.query(
      `update auth.refresh_tokens t set used_at = used_at - make_interval(secs => $2) from auth.sessions s
       where s.id = t.session_id and s.user_id = $1`,
      [userId, seconds],
    );

  it("two servers that start together share one signing key", async () => {
    const { rows } = await admin.query("select count(*)::int as keys from auth.signing_keys");
    expect(rows[0].keys).toBe(1);
    const { accessToken } = await signIn(server);
    expect((await userStatus(accessToken, other)).status).toBe(200);
  });

  // Covers: 4.1, 9.11, auth.1
  it("supabase-js refreshes by itself when the token is about to end", async () => {
    const short = await startAuthServer(database, { accessTokenSeconds: 30 });
    const client = short.client();
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    // 30 s is inside auth-js's margin of 90 s, so reading the session makes it refresh.
    const { data: later } = await client.auth.getSession();
    expect(later.session?.refresh_token).not.toBe(data.session?.refresh_token);
    expect(events).toContain("TOKEN_REFRESHED");
    expect((await client.auth.getUser()).data.user?.id).toBe(userId);
    await short.stop();
  });

  // Covers: 7.1
  it("a refresh token is worth one child, and the child's access token works", async () => {
    const { refreshToken } = await signIn();
    const reply = await refresh(refreshToken);
    expect(reply.status).toBe(200);
    expect(reply.body.refresh_token).not.toBe(refreshToken);
    expect((await userStatus(reply.body.access_token ?? "")).status).toBe(200);
  });

  it("fifty tabs with the same token at once, over two servers, get the same child and one session", async () => {
    const { refreshToken } = await signIn();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => refresh(refreshToken, i % 2 ? server : other)),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(50).fill(200));
    expect(new Set(replies.map((reply) => reply.body.refresh_token)).size).toBe(1);
    const { rows } = await admin.query(
      "select count(*)::int as unused from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where s.user_id = $1 and used_at is null",
      [userId],
    );
    expect(rows[0].unused).toBe(1);
  });

  // Covers: auth.28
  it("a parent repeated after the grace ends the session at once, child included", async () => {
    const { accessToken, refreshToken } = await signIn();
    const child = await nextToken(refreshToken);
    await age(GRACE_SECONDS + 1);
    const reused = await refresh(refreshToken);
    expect({ status: reused.status, code: reused.body.error_code }).toEqual({
      status: 400,
      code: "refresh_token_already_used",
    });
    expect(await userStatus(accessToken)).toEqual({ status: 403, code: "session_not_found" });
    expect((await refresh(child)).body.error_code).toBe("session_not_found");
  });

  // Covers: auth.28
  it("a grandparent is never forgiven, not even inside the grace", async () => {
    const { refreshToken } = await signIn();
    const child = await nextToken(refreshToken);
    const grandchild = await nextToken(child);
    expect((await refresh(refreshToken)).body.error_code).toBe("refresh_token_already_used");
    expect((await refresh(grandchild)).body.error_code).toBe("session_not_found");
  });

  // Covers: auth.28
  it("when a thief and the owner race with an old and a new token, nothing works once the reuse is seen", async () => {
    const { refreshToken } = await signIn();
    const child = await nextToken(refreshToken);
    await age(GRACE_SECONDS + 1);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => refresh(i % 2 ? refreshToken : child, i % 4 < 2 ? server : other)),
    );
    const handedOut = new Set([child, ...replies.flatMap((reply) => reply.body.refresh_token ?? [])]);
    for (const token of handedOut) expect((await refresh(token)).status).not.toBe(200);
    const { rows } = await admin.query("select revoked_reason from auth.sessions where user_id = $1", [userId]);
    expect(rows).toEqual([{ revoked_reason: "refresh_token_reused" }]);
  });

  it("an invented refresh token is unknown", async () => {
    const reply = await refresh("abc");
    expect({ status: reply.status, code: reply.body.error_code }).toEqual({
      status: 400,
      code: "refresh_token_not_found",
    });
  });

  it("no token is kept in clear", async () => {
    const { refreshToken } = await signIn();
    const child = await nextToken(refreshToken);
    const { rows } = await admin.query("select string_agg(t::text, ' ') as all_rows from auth.refresh_tokens t");
    for (const token of [refreshToken, child]) {
      expect(rows[0].all_rows).not.toContain(token);
      expect(rows[0].all_rows).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    }
  });

  it("a session past its absolute end is over, refreshed or not", async () => {
    const { accessToken, refreshToken } = await signIn();
    await admin.query("update auth.sessions set not_after = now() where user_id = $1", [userId]);
    expect(await userStatus(accessToken)).toEqual({ status: 401, code: "session_expired" });
    expect((await refresh(refreshToken)).body.error_code).toBe("session_expired");
  });

  // Covers: running.28
  it("only the token that a browser held is told that a restore ended its session", async () => {
    const { accessToken, refreshToken } = await signIn();
    const child = await nextToken(refreshToken);
    const restored = "revoked_at = now(), revoked_reason = 'restored', restored_to = '2026-11-21T13:02:59Z'";
    await admin.query(`update auth.sessions set ${restored} where user_id = $1`, [userId]);
    const told = {
      status: 400,
      body: {
        error_code: "session_restored",
        msg: "Portalen har återställts till en säkerhetskopia från 2026-11-21 14:02, så alla måste logga in igen.",
      },
    };
    expect(await refresh(child)).toMatchObject(told);
    expect(await refresh(child, other)).toMatchObject(told);
    expect((await refresh(refreshToken)).body.error_code).toBe("session_not_found");
    expect((await refresh("abc")).body.error_code).toBe("refresh_token_not_found");
    expect(await userStatus(accessToken)).toEqual({ status: 403, code: "session_not_found" });
    await admin.query("update auth.users set banned_until = 'infinity' where id = $1", [userId]);
    expect((await refresh(child)).body.error_code).toBe("session_not_found");
    await admin.query("update auth.users set banned_until = null where id = $1", [userId]);
    await admin.query("update auth.sessions set not_after = now() where user_id = $1", [userId]);
    expect((await refresh(child)).body.error_code).toBe("session_not_found");
  });

  // Covers: auth.8
  it.each([
    ["local", [403, 200, 200]],
    ["others", [200, 403, 403]],
    ["global", [403, 403, 403]],
  ] as const)("signing out with scope %s ends just those sessions", async (scope, expected) => {
    const sessions = [await signIn(), await signIn(), await signIn(other)];
    const { error } = (await sessions[0]?.client.auth.signOut({ scope })) ?? {};
    expect(error).toBeNull();
    const statuses = [];
    for (const { accessToken } of sessions) statuses.push((await userStatus(accessToken, other)).status);
    expect(statuses).toEqual(expected);
  });

  it("signing out leaves other people signed in", async () => {
    const mine = await signIn();
    const neighbour = await makeUser(server, `granne${count}@example.se`, PASSWORD);
    const { data } = await server
      .client()
      .auth.signInWithPassword({ email: `granne${count}@example.se`, password: PASSWORD });
    await mine.client.auth.signOut({ scope: "global" });
    expect((await userStatus(data.session?.access_token ?? "")).status).toBe(200);
    expect(neighbour).not.toBe(userId);
  });

  // Covers: auth.9
  it.each([
    ["ended meanwhile", "update auth.sessions set revoked_at = now(), revoked_reason = 'test'"],
    ["of a deleted account", "delete from auth.users"],
  ])("signing out of a session that has %s is no error, and the browser forgets it", async (_what, sql) => {
    const { client, accessToken } = await signIn();
    await admin.query(sql);
    expect((await userStatus(accessToken)).status).toBe(403);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  // Covers: auth.9
  it("a session is set with both of its tokens or not at all", async () => {
    const { accessToken, refreshToken } = await signIn();
    const browser = server.client();
    for (const half of [
      { access_token: accessToken, refresh_token: "" },
      { access_token: "", refresh_token: refreshToken },
    ]) {
      expect((await browser.auth.setSession(half)).error).not.toBeNull();
      expect((await browser.auth.getSession()).data.session).toBeNull();
    }
    expect(
      (await browser.auth.setSession({ access_token: accessToken, refresh_token: refreshToken })).error,
    ).toBeNull();
  });

  // Covers: 7.1
  it("an unknown scope is refused and ends nothing", async () => {
    const { accessToken } = await signIn();
    const reply = await server.post("/logout?scope=all", "", { authorization: `Bearer ${accessToken}` });
    expect({ status: reply.status, code: reply.body.error_code }).toEqual({ status: 400, code: "validation_failed" });
    expect((await userStatus(accessToken)).status).toBe(200);
  });

  // Covers: auth.24
  it("a new password ends every session but the one kept", async () => {
    const kept = await signIn();
    const lost = await signIn();
    const { rows } = await admin.query("select id from auth.sessions where user_id = $1 order by created_at limit 1", [
      userId,
    ]);
    await server.service.administration.setPassword(server.service.pool, userId, "ett helt nytt", {
      mustChange: false,
      keepSession: rows[0].id,
    });
    expect((await userStatus(kept.accessToken)).status).toBe(200);
    expect((await userStatus(lost.accessToken)).status).toBe(403);
    expect((await refresh(lost.refreshToken)).status).toBe(403);
  });

  // Covers: auth.26
  it("a deleted account's session is gone at the next call", async () => {
    const { accessToken, refreshToken } = await signIn();
    expect(await server.service.administration.deleteUser(server.service.pool, userId)).toBe(true);
    expect(await userStatus(accessToken)).toEqual({ status: 403, code: "session_not_found" });
    expect((await refresh(refreshToken)).body.error_code).toBe("refresh_token_not_found");
  });

  // Covers: auth.26
  it("a blocked account's session stops at the next call", async () => {
    const { accessToken } = await signIn();
    await admin.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [userId]);
    expect((await userStatus(accessToken)).status).toBe(403);
  });

  it("the anonymous key as bearer is nobody, not a bad token", async () => {
    const response = await fetch(`${server.url}/auth/v1/user`, {
      headers: { authorization: "Bearer any-key", apikey: "any-key" },
    });
    expect(await response.json()).toMatchObject({ code: 401, error_code: "no_authorization" });
  });

  it("a server whose secret key was replaced signs with a new key and still knows old tokens", async () => {
    const { accessToken } = await signIn();
    const replaced = await startAuthServer(database, {}, "another secret key, just as long as the first");
    expect((await userStatus(accessToken, replaced)).status).toBe(200);
    const { accessToken: newer } = await signIn(replaced);
    await server.service.keys.reload();
    expect((await userStatus(newer, server)).status).toBe(200);
    await replaced.stop();
  });

  it("the server stays up and answers again after its database connections are killed", async () => {
    const { accessToken } = await signIn();
    // The test waits for the sessions' end: one that is still ending would answer the first request and not the second.
    await admin.query(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'authenticator' and datname = current_database()",
    );
    const first = await userStatus(accessToken);
    expect([200, 503]).toContain(first.status);
    expect((await userStatus(accessToken)).status).toBe(200);
  });
});
