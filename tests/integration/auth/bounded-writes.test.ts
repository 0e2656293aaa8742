// Hundreds of requests of each kind to /auth/v1 leave less than three quarters of a megabyte, undeletable rows included.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { USER_DATA_MAX_BYTES, USER_DATA_MAX_DEPTH, USER_DATA_MAX_KEYS } from "#contract/limits.ts";
import { createAccount, startTestPortal, type TestAccount, type TestPortal } from "#tests/support/build-portal.ts";
import { paced } from "#tests/support/pace.ts";

/** AUTH_REQUESTS=2000 is the whole flood, which may leave a megabyte; the quotas let most requests of both floods through. */
const REQUESTS = Number(process.env["AUTH_REQUESTS"] ?? 160);
const MOST_BYTES = (REQUESTS > 500 ? 1 : 0.75) * 1024 * 1024;
const WIDTH = 20;

describe("an attacker who tries to fill the disk through /auth/v1", { timeout: paced(300_000) }, () => {
  let portal: TestPortal;
  let account: TestAccount;
  let logged = 0;
  let made = 0;

  beforeAll(async () => {
    portal = await startTestPortal({
      env: { LOG_LEVEL: "info" },
      logTo: (line) => {
        logged += line.length;
      },
    });
  });
  beforeEach(async () => {
    made += 1;
    account = await createAccount(portal.server, `full${made}`, portal.accounts.nord.organizationId);
    await portal.admin.query("delete from auth.rate_limits");
  });
  afterAll(() => portal.close());

  interface Call {
    method?: "GET" | "POST" | "PUT";
    path: string;
    body?: object;
    bearer?: string;
    cookie?: string;
  }
  const inject = (call: Call) =>
    portal.server.app.http.inject({
      method: call.method ?? "POST",
      url: `/auth/v1${call.path}`,
      headers: {
        ...(call.bearer !== undefined && { authorization: `Bearer ${call.bearer}` }),
        ...(call.cookie !== undefined && { cookie: call.cookie }),
      },
      ...(call.body === undefined ? {} : { payload: call.body }),
    });
  const send = async (call: Call) => {
    const reply = await inject(call);
    const body: unknown = reply.body.startsWith("{") ? JSON.parse(reply.body) : {};
    return { status: reply.statusCode, body: z.looseObject({ error_code: z.string().optional() }).parse(body) };
  };
  const session = async () => {
    const { email, password } = account;
    const reply = await send({ path: "/token?grant_type=password", body: { email, password } });
    return z.object({ access_token: z.string(), refresh_token: z.string() }).parse(reply.body);
  };
  const bytes = async () => {
    const { rows } = await portal.admin.query(
      `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
       where c.relkind = 'r' and c.relnamespace in ('auth'::regnamespace, 'public'::regnamespace, 'private'::regnamespace)`,
    );
    return z.object({ bytes: z.number() }).parse(rows[0]).bytes;
  };
  const actions = async () => {
    const { rows } = await portal.admin.query("select count(*)::int as actions from public.audit where actor = $1", [
      account.userId,
    ]);
    return z.object({ actions: z.number() }).parse(rows[0]).actions;
  };
  const flood = async (one: (i: number) => Promise<{ status: number }>, count = REQUESTS) => {
    const [before, lines] = [await bytes(), logged];
    const statuses: number[] = [];
    for (let i = 0; i < count; i += WIDTH) {
      const replies = await Promise.all(Array.from({ length: WIDTH }, (_, n) => one(i + n)));
      statuses.push(...replies.map(({ status }) => status));
    }
    return {
      done: statuses.filter((status) => status < 300).length,
      refused: statuses.filter((status) => status === 429).length,
      written: (await bytes()) - before + logged - lines,
    };
  };
  const limits = () => portal.server.app.auth.settings.writes;

  // Covers: auth.36
  it("writes data of the account, as much as may be and different each time", async () => {
    const { access_token: bearer } = await session();
    const sent = await flood(() =>
      send({ method: "PUT", path: "/user", body: { data: { noise: randomBytes(2_800).toString("base64") } }, bearer }),
    );
    expect(sent.done).toBe(limits().changes);
    expect(sent.refused).toBe(REQUESTS - sent.done);
    expect(await actions()).toBeLessThanOrEqual(limits().changes + 1);
    expect(sent.written).toBeLessThan(MOST_BYTES);
  });

  it("begins factors, over and over", async () => {
    const { access_token: bearer } = await session();
    const sent = await flood((i) =>
      send({ path: "/factors", body: { factor_type: "totp", friendly_name: `${i}${"x".repeat(90)}` }, bearer }),
    );
    expect(sent.done).toBe(limits().changes);
    expect(sent.written).toBeLessThan(MOST_BYTES);
  });

  it("signs out others that are not there", async () => {
    const { access_token: bearer } = await session();
    const before = await actions();
    const sent = await flood(() => send({ path: "/logout?scope=others", bearer }));
    expect(sent.done).toBe(REQUESTS);
    expect(await actions()).toBe(before);
    expect(sent.written).toBeLessThan(MOST_BYTES);
  });

  it("refreshes without an end", async () => {
    let { refresh_token } = await session();
    const chain = async () => {
      const reply = await send({ path: "/token?grant_type=refresh_token", body: { refresh_token } });
      const next = z.object({ refresh_token: z.string() }).safeParse(reply.body);
      if (next.success) ({ refresh_token } = next.data);
      return reply;
    };
    const before = await bytes();
    const statuses = [];
    for (let i = 0; i < REQUESTS / 4; i += 1) statuses.push((await chain()).status);
    // The sign-in's own token is one of the rows.
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits().refreshes - 1);
    expect((await bytes()) - before).toBeLessThan(MOST_BYTES);
  });

  it("signs in with the right password, again and again", async () => {
    const { email, password } = account;
    const sent = await flood(() => send({ path: "/token?grant_type=password", body: { email, password } }), 200);
    expect(sent.done).toBe(limits().signIns);
    expect(await actions()).toBe(limits().signIns);
    expect(sent.written).toBeLessThan(MOST_BYTES);
  });

  it("signs in from as many browsers as it likes, each of them known", async () => {
    const { signIns } = limits();
    const { email, password } = account;
    const signIn = (who: Pick<TestAccount, "email" | "password">, cookie?: string) =>
      inject({
        path: "/token?grant_type=password",
        body: { email: who.email, password: who.password },
        ...(cookie !== undefined && { cookie }),
      });
    const owner = String((await signIn({ email, password })).headers["set-cookie"]).split(";")[0];
    const browsers: string[] = [];
    for (let n = 1; n < signIns; n += 1) {
      const reply = await signIn({ email, password });
      browsers.push(String(reply.headers["set-cookie"]).split(";")[0] ?? "");
    }
    const statuses: number[] = [];
    // The owner's own browser, known from before, gets in during the flood.
    statuses.push((await signIn({ email, password }, owner)).statusCode);
    expect(statuses).toEqual([200]);
    for (const cookie of [...browsers, ...browsers, ...browsers])
      statuses.push((await signIn({ email, password }, cookie)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(signIns);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await actions()).toBe(2 * signIns);
    // The flood takes nothing from another account's quota.
    expect((await signIn(portal.accounts.nord)).statusCode).toBe(200);
  });

  it("is nobody, and asks for links, codes and other people's accounts", async () => {
    const sent = await flood((i) => {
      const email = `${i}${"x".repeat(200)}@example.se`;
      const calls = [
        { path: "/token?grant_type=password", body: { email, password: "x".repeat(1_000) } },
        { path: "/recover", body: { email, code_challenge: "c".repeat(43), code_challenge_method: "s256" } },
        { path: "/verify", body: { type: "recovery", token_hash: "x".repeat(200) } },
        { path: "/token?grant_type=pkce", body: { auth_code: "x".repeat(200), code_verifier: "x" } },
        { path: "/factors", body: { deep: "x".repeat(50_000) }, bearer: "x.y.z" },
        { method: "GET" as const, path: `/verify?token=${"x".repeat(150)}&type=recovery` },
      ];
      const call = calls[i % calls.length];
      if (call === undefined) throw new RangeError("no such call");
      return send(call);
    });
    expect(sent.written).toBeLessThan(MOST_BYTES);
  });

  describe("its data", () => {
    const put = async (data: object) => {
      const { access_token: bearer } = await session();
      return send({ method: "PUT", path: "/user", body: { data }, bearer });
    };
    const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));

    it.each([
      ["as deep as may be", nested(USER_DATA_MAX_DEPTH), 200],
      ["deeper", nested(USER_DATA_MAX_DEPTH + 1), 400],
      ["as many keys as may be", keys(USER_DATA_MAX_KEYS), 200],
      ["more keys", keys(USER_DATA_MAX_KEYS + 1), 400],
      ["more than may be", { text: "x".repeat(USER_DATA_MAX_BYTES) }, 400],
      ["numbers that grow when they are written out", { n: Array(500).fill(1e300) }, 400],
    ])("that is %s is judged", async (_what, data, status) => {
      expect((await put(data)).status).toBe(status);
    });

    it("does not grow past the limit piece by piece, and what changes nothing writes nothing", async () => {
      const { access_token: bearer } = await session();
      const set = (data: object) => send({ method: "PUT", path: "/user", body: { data }, bearer });
      expect((await set({ a: "x".repeat(3_000) })).status).toBe(200);
      expect((await set({ b: "x".repeat(3_000) })).body.error_code).toBe("validation_failed");
      const before = await actions();
      expect((await set({ a: "x".repeat(3_000) })).status).toBe(200);
      expect(await actions()).toBe(before);
    });

    it("has the same limit in the database as on the wire", async () => {
      const set = (size: number) =>
        portal.admin.query(
          "update auth.users set raw_user_meta_data = jsonb_build_object('a', repeat('x', $2)) where id = $1",
          [account.userId, size - '{"a": ""}'.length],
        );
      await set(USER_DATA_MAX_BYTES);
      await expect(set(USER_DATA_MAX_BYTES + 1)).rejects.toMatchObject({ constraint: "users_bounded_data" });
    });
  });
});
