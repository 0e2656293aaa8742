import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { inParallel } from "#tests/support/raw-sockets.ts";
import { type AuthServer, makeUser, type RawReply, startAuthServer } from "./auth-server.ts";

const EMAIL = "anna@example.se";
const PASSWORD = "korrekt häst batteri";
const OFFICE = "192.0.2.10";
const OUTSIDER = "198.51.100.7";

const evaluated = (replies: { body: { error_code?: string } }[]) =>
  replies.filter((reply) => reply.body.error_code === "invalid_credentials").length;

describe("limits on attempts", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let server: AuthServer;
  let other: AuthServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    [server, other] = await Promise.all([startAuthServer(database), startAuthServer(database)]);
    await makeUser(server, EMAIL, PASSWORD);
  });
  beforeEach(async () => {
    await admin.query("delete from auth.rate_limits; delete from auth.sessions");
  });
  afterAll(async () => {
    await server.stop();
    await other.stop();
    await admin.end();
    await database.drop();
  });

  const attempt = (email: string, password: string, on = server) =>
    on.post("/token?grant_type=password", { email, password });
  const openFrom = (address: string) =>
    admin.query(
      "insert into auth.sessions (user_id, not_after, ip) select id, now(), $1::inet from auth.users limit 1",
      [address],
    );

  // Covers: auth.30
  it.each([
    ["a known account", EMAIL],
    ["an unknown account", "ingen@example.se"],
  ])("let at most 10 of 1,000 parallel attempts at %s over two servers be evaluated", async (_what, email) => {
    await openFrom("127.0.0.1");
    const replies: RawReply[] = [];
    // More connections at once than a busy system keeps for a server would be reset by the system.
    await inParallel(1_000, 200, async (i) => {
      replies.push(await attempt(email, `gissning ${i}`, i % 2 ? server : other));
    });
    expect(evaluated(replies)).toBe(10);
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(990);
    expect(refused[0]?.body.error_code).toBe("over_request_rate_limit");
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(800);
  });

  it("the right password is not evaluated either once the attempts are used up", async () => {
    for (let i = 0; i < 7; i += 1) await attempt(EMAIL, "fel");
    expect((await attempt(EMAIL, PASSWORD)).status).toBe(429);
  });

  it("attempts from before the clock was set back are not counted until the old time comes again", async () => {
    for (let i = 0; i < 7; i += 1) await attempt(EMAIL, "fel");
    await admin.query(
      "update auth.rate_limits set taken = array(select t + interval '2 hours' from unnest(taken) t), expires_at = expires_at + interval '2 hours'",
    );
    expect((await attempt(EMAIL, PASSWORD)).status).toBe(200);
    for (let i = 0; i < 20; i += 1) await attempt(EMAIL, "fel");
    expect((await attempt(EMAIL, PASSWORD)).status).toBe(429);
  });

  // Covers: auth.38
  it("an outsider who uses up his share leaves the owner's usual address its own", async () => {
    await openFrom(OFFICE);
    const { limiter } = server.service;
    const take = (address: string, known: boolean) => limiter.take({ account: "anna", address, known });
    for (let i = 0; i < 7; i += 1) await take(OUTSIDER, false);
    await expect(take(OUTSIDER, false)).rejects.toMatchObject({ status: 429 });
    for (let i = 0; i < 3; i += 1) await take(OFFICE, true);
    await expect(take(OFFICE, true)).rejects.toMatchObject({ status: 429 });
  });

  it("being right costs nothing: twenty sign-ins in a row all work", async () => {
    for (let i = 0; i < 20; i += 1) expect((await attempt(EMAIL, PASSWORD)).status).toBe(200);
    // The rest counts as written rows (settings.writes), not as an attempt.
    const { rows } = await admin.query(
      "select coalesce(sum(cardinality(taken)), 0)::int as taken from auth.rate_limits where key not like 'signIns:%'",
    );
    expect(rows[0].taken).toBe(0);
  });

  it("one right sign-in does not give a guesser new tries", async () => {
    await openFrom("127.0.0.1");
    for (let i = 0; i < 5; i += 1) await attempt(EMAIL, "fel");
    await attempt(EMAIL, PASSWORD);
    const more = [];
    for (let i = 0; i < 10; i += 1) more.push(await attempt(EMAIL, "fel"));
    expect(evaluated(more)).toBe(5);
  });

  it("attempts come back one by one as they leave the window, never all at once", async () => {
    for (let i = 0; i < 7; i += 1) await attempt(EMAIL, "fel");
    await admin.query(
      "update auth.rate_limits set taken[1] = taken[1] - interval '16 minutes' where key like 'account:%'",
    );
    const replies = [await attempt(EMAIL, "fel"), await attempt(EMAIL, "fel")];
    expect(replies.map((reply) => reply.status)).toEqual([400, 429]);
  });

  it("one address has a hundred attempts over all accounts, whatever names it tries", async () => {
    const { limiter } = server.service;
    for (let i = 0; i < 100; i += 1) await limiter.take({ account: `konto ${i}`, address: OUTSIDER, known: false });
    await expect(limiter.take({ account: "konto 101", address: OUTSIDER, known: false })).rejects.toMatchObject({
      status: 429,
    });
    await expect(limiter.take({ account: "konto 101", address: OFFICE, known: false })).resolves.toBeDefined();
  });
});
