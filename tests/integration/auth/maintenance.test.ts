import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maintainAuth } from "#server/auth/maintain-auth.job.ts";
import { type AuthFixture, type AuthServer, makeUser, openAuthFixture, startAuthServer } from "./auth-server.ts";

describe("the upkeep of the authentication service", () => {
  let fixture: AuthFixture;
  let database: AuthFixture["database"];
  let admin: pg.Pool;
  let server: AuthServer;

  beforeAll(async () => {
    fixture = await openAuthFixture();
    ({ database, admin, server } = fixture);
  });
  afterAll(() => fixture.close());

  const upkeep = async () => {
    const stop = new AbortController();
    const warnings: unknown[] = [];
    let rounds = 0;
    const clock = {
      ...server.service.clock,
      wait: async () => {
        rounds += 1;
        if (rounds > 1) stop.abort();
      },
    };
    const log = { warn: (...args: unknown[]) => void warnings.push(args) };
    await maintainAuth({ ...server.service, clock, log, everyMs: 15_000 }, stop.signal);
    expect(warnings).toEqual([]);
  };

  it("clears sessions a week after their end with their tokens, and spent limits, and nothing else", async () => {
    const id = await makeUser(server, "anna@example.se", "korrekt häst batteri");
    for (let i = 0; i < 3; i += 1) {
      await server.client().auth.signInWithPassword({ email: "anna@example.se", password: "korrekt häst batteri" });
    }
    const { rows: sessions } = await admin.query(
      "select id from auth.sessions where user_id = $1 order by created_at",
      [id],
    );
    await admin.query("update auth.sessions set not_after = now() - interval '8 days' where id = $1", [sessions[0].id]);
    await admin.query(
      "update auth.sessions set revoked_at = now() - interval '6 days', revoked_reason = 'signed_out' where id = $1",
      [sessions[1].id],
    );
    await admin.query(
      "insert into auth.rate_limits values ('old', '{}', now() - interval '1 s'), ('new', '{}', now() + interval '1 h')",
    );
    await upkeep();
    const { rows: left } = await admin.query("select id from auth.sessions order by created_at");
    expect(left).toEqual([{ id: sessions[1].id }, { id: sessions[2].id }]);
    const { rows: tokens } = await admin.query("select count(*)::int as tokens from auth.refresh_tokens");
    expect(tokens[0].tokens).toBe(2);
    const { rows: limits } = await admin.query("select key from auth.rate_limits where key in ('old', 'new')");
    expect(limits).toEqual([{ key: "new" }]);
  });

  it("learns of a key that another server made", async () => {
    const replaced = await startAuthServer(database, {}, "another secret key, just as long as the first");
    expect(server.service.keys.jwks().keys).toHaveLength(1);
    await upkeep();
    expect(server.service.keys.jwks()).toEqual(replaced.service.keys.jwks());
    await replaced.stop();
  });
});
