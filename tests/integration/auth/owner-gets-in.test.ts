// Under any attack the owner gets in within the reserve; nobody else has more than the account's ten attempts.
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import type { Passwords } from "#server/auth/passwords/passwords.ts";
import { DEFAULT_AUTH_SETTINGS } from "#server/auth/settings.ts";
import { paced } from "#tests/support/pace.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { type AuthServer, type Browser, messages, type SentCall, startAuthServer } from "./auth-server.ts";

/** OWNER_PATTERNS=1000 is the whole campaign; `npm test` draws the first of the same patterns. */
const PATTERNS = Number(process.env["OWNER_PATTERNS"] ?? 60);
const SEED = 20_261_122;
const PASSWORD = "korrekt häst batteri";
const NEW_PASSWORD = "violett tratt på stranden";
const VERIFIER = "v".repeat(43);
const { attempts } = DEFAULT_AUTH_SETTINGS;
const ATTEMPTS = attempts.perAccount + attempts.perAccountKnownAddress;
/** The limits are small, so that a few requests use up an office's attempts. */
const SETTINGS = { attempts: { ...attempts, perAddress: 12 } };

/** One person and the attackers; patterns share no account or office, so several run at once. */
interface Pattern {
  random: Random;
  email: string;
  userId: string;
  office: string;
  outsiders: string[];
  browser: Browser;
}

describe("an owner under attack", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let servers: [AuthServer, AuthServer];
  /** Counts compared wrong passwords by hash. */
  const evaluated = new Map<string, number>();

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    servers = [await startAuthServer(database, SETTINGS), await startAuthServer(database, SETTINGS)];
    // Real hashing would take an hour and is not under test; the stand-in records which account each call concerns.
    const quick: Passwords = {
      hash: async (password) => `$argon2id$${crypto.randomUUID()}$${password}`,
      matches: async (password, stored) => {
        if (stored === null) return false;
        const right = stored.endsWith(`$${password}`);
        if (!right) evaluated.set(stored, (evaluated.get(stored) ?? 0) + 1);
        return right;
      },
    };
    for (const server of servers) Object.assign(server.service, { passwords: quick });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await admin.end();
    await database.drop();
  });

  const send = ({ random }: Pattern, call: SentCall) => random.pick(servers).send(call);
  const signIn = (pattern: Pattern, password: string, more: Partial<SentCall> = {}) =>
    send(pattern, { path: "/token?grant_type=password", body: { email: pattern.email, password }, ...more });

  const attack = (pattern: Pattern): Promise<unknown> => {
    const { random, email, office, outsiders, userId } = pattern;
    const from = random.pick([office, office, ...outsiders]);
    const body = { email, password: `gissning ${random.below(1e9)}` };
    const forged = {
      cookie: `portal_device=${Buffer.from(JSON.stringify([userId, "A".repeat(22), 4e9, ""])).toString("base64url")}.${"A".repeat(43)}`,
    };
    const calls: SentCall[] = [
      { path: "/token?grant_type=password", body },
      { path: "/token?grant_type=password", body },
      { path: "/token?grant_type=password", body, headers: forged },
      { path: "/token?grant_type=password", body: { ...body, email: `annan${random.below(1e9)}@example.se` } },
      { path: "/token?grant_type=pkce", body: { auth_code: "x".repeat(43), code_verifier: VERIFIER } },
      { path: "/recover", body: { email, code_challenge: "c".repeat(43), code_challenge_method: "s256" } },
      { path: "/verify?type=recovery&token=x", method: "GET" },
      { path: "/verify", body: { type: "invite", token_hash: "x".repeat(43) } },
      { path: "/reauthenticate", body: { current_password: "gissning" }, bearer: "a.b.c" },
    ];
    return send(pattern, { ...random.pick(calls), from });
  };

  /** Ways in which the owner signs in, with some wrong attempts; each lists its expected statuses. */
  const ways: Record<string, (pattern: Pattern, session: string) => Promise<number>> = {
    "the right password in her browser": async (pattern) =>
      (await signIn(pattern, PASSWORD, { browser: pattern.browser, from: pattern.office })).status,
    "the right password in her browser, elsewhere": async (pattern) =>
      (await signIn(pattern, PASSWORD, { browser: pattern.browser, from: "192.0.2.200" })).status,
    "a step-up within her session": async (pattern, bearer) =>
      (await send(pattern, { path: "/reauthenticate", body: { current_password: PASSWORD }, bearer })).status,
    "a new password within her session": async (pattern, bearer) => {
      const body = { password: NEW_PASSWORD, current_password: PASSWORD };
      return (await send(pattern, { method: "PUT", path: "/user", body, bearer, from: pattern.office })).status;
    },
    "digits mailed to her session": async (pattern, bearer) => {
      const asked = await send(pattern, { method: "GET", path: "/reauthenticate", bearer, from: pattern.office });
      if (asked.status !== 200) return asked.status;
      const nonce = (await emailsTo(pattern.email, "reauthentication")).at(-1)?.data.code;
      return (await send(pattern, { path: "/reauthenticate", body: { nonce }, bearer, from: pattern.office })).status;
    },
    "a mailed link": async (pattern) => {
      const { browser, office: from, email } = pattern;
      const body = { email, code_challenge: VERIFIER, code_challenge_method: "plain" };
      const asked = await send(pattern, { path: "/recover", body, browser, from });
      if (asked.status !== 200) return asked.status;
      await Promise.all(servers.map((server) => server.service.links.idle()));
      // Outsiders requested links too; the owner's is among the emails.
      let status = 0;
      for (const { data } of (await emailsTo(email, "recovery")).toReversed()) {
        const { search } = new URL(data.link ?? "about:blank");
        const opened = await send(pattern, { method: "GET", path: `/verify${search}`, from });
        const code = new URL(String(opened.headers["location"])).searchParams.get("code");
        const trade = { auth_code: code, code_verifier: VERIFIER };
        ({ status } = await send(pattern, { path: "/token?grant_type=pkce", body: trade, from }));
        if (status !== 400) break;
      }
      return status;
    },
  };
  const emailsTo = async (email: string, template: string) =>
    (await messages(servers[0], admin, email)).filter((message) => message.template === template);

  const run = async (seed: number): Promise<void> => {
    const random = seededRandom(seed);
    const email = `anna${seed}@example.se`;
    const made = await admin.query("select auth.create_user($1, $2, false, '{}') as id", [
      email,
      `$argon2id$${seed}$${PASSWORD}`,
    ]);
    const userId = z.object({ id: z.uuid() }).parse(made.rows[0]).id;
    const host = `${(seed >> 8) & 255}.${seed & 255}`;
    const outsiders = [`172.16.${host}`, `172.17.${host}`, `2001:db8:${seed & 0xffff}::9`];
    const pattern: Pattern = { random, email, userId, office: `10.1.${host}`, outsiders, browser: new Map() };
    const { office } = pattern;
    const first = await signIn(pattern, PASSWORD, { browser: pattern.browser, from: office });
    const session = z.string().parse(first.body.access_token);
    const { rows } = await admin.query("select password_hash as hash from auth.users where id = $1", [userId]);
    const { hash } = z.object({ hash: z.string() }).parse(rows[0]);

    const [way, enter] = random.pick(Object.entries(ways));
    const attackers = Array.from({ length: 8 + random.below(14) }, () => () => attack(pattern));
    const before = random.next() < 0.7 ? attackers.length : random.below(attackers.length);
    await Promise.all(attackers.slice(0, before).map((one) => one()));
    const mistakes = random.below(attempts.perDevice);
    const owner = async () => {
      if (way.startsWith("the right password")) {
        for (let i = 0; i < mistakes; i += 1) await signIn(pattern, "fel", { browser: pattern.browser, from: office });
      }
      return enter(pattern, session);
    };
    const [status] = await Promise.all([owner(), ...attackers.slice(before).map((one) => one())]);
    expect({ seed, way, status }).toEqual({ seed, way, status: 200 });
    // The owner's own attempts are typing errors, and a new password compared with the current one.
    const own = way.startsWith("the right password") ? mistakes : way.startsWith("a new password") ? 1 : 0;
    expect((evaluated.get(hash) ?? 0) - own, `attempts of outsiders, seed ${seed}`).toBeLessThanOrEqual(ATTEMPTS);
  };

  // Covers: auth.32
  it(`gets in within the reserve in ${PATTERNS} drawn patterns, and outsiders have ten attempts`, {
    timeout: paced(600_000),
  }, async () => {
    const seeds = Array.from({ length: PATTERNS }, (_, i) => SEED + i);
    const workers = Array.from({ length: 6 }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) await run(seed);
    });
    await Promise.all(workers);
    // The attack was real: most accounts lost all attempts.
    const worn = [...evaluated.values()].filter((count) => count >= attempts.perAccount).length;
    expect(worn).toBeGreaterThan(PATTERNS / 10);
  });
});
