import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { onlyAction } from "#contract/define-action.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { createGateDrivers } from "#server/devices/gate-drivers.ts";
import { functionsPlugin } from "#server/functions.ts";
import { type SessionClaims, turnsOf } from "#server/platform/database/as-user.ts";
import { action } from "#server/platform/functions/action.ts";
import { admitted } from "#server/platform/functions/as-caller.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { openTls } from "#server/tls/serve-tls.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { type FunctionAction, OPERATIONS } from "./function-actions.ts";

let portal: TestPortal;
let orgAdmin: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { data } = await (await signedInClient(portal.url, portal.accounts.nord)).auth.getSession();
  orgAdmin = data.session?.access_token ?? "";
});
afterAll(() => portal.close());

const refusal = z.looseObject({ code: z.string().optional(), field: z.string().nullish() });

async function ask({ fn }: Pick<FunctionAction, "fn">, body: unknown, token?: string) {
  const reply = await fetch(`${portal.url}/functions/v1/${fn.name}`, {
    method: fn.method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(fn.method === "POST" && { body: JSON.stringify(body) }),
  });
  const { code, field } = refusal.parse(await reply.json());
  return { status: reply.status, code, field };
}

const named = (actions: readonly FunctionAction[]) =>
  actions.map((action) => [[action.fn.name, action.action].filter(Boolean).join("/"), action] as const);
const ROLE_REFUSED = { status: 403, code: "forbidden", field: undefined };

test("each operation has a body that its function takes", () => {
  expect(OPERATIONS.length).toBeGreaterThan(60);
  expect(named(OPERATIONS).flatMap(([name, { fn, body }]) => (fn.input.safeParse(body).success ? [] : [name]))).toEqual(
    [],
  );
});

// Otherwise a limit, a cipher's binding or the rule "not oneself" would treat each spelling of an id as another row.
test("an id in capitals is the id of its row, in each operation", () => {
  const capitals = "ABCDEF00-0000-4000-8000-000000000001";
  const read = named(OPERATIONS).flatMap(([name, { fn, body }]) => {
    const sent = JSON.stringify(body).replaceAll("00000000-0000-4000-8000-000000000001", capitals);
    return sent.includes(capitals) ? [[name, JSON.stringify(fn.input.parse(JSON.parse(sent)))] as const] : [];
  });
  expect(read.length).toBeGreaterThan(40);
  expect(read.filter(([, input]) => input.includes(capitals)).map(([name]) => name)).toEqual([]);
});

describe("an org admin", () => {
  test("may call these and no others", () => {
    const open = OPERATIONS.filter(({ fn }) => fn.role !== "system_admin").map(({ fn }) => fn.name);
    expect([...new Set(open)]).toEqual([
      "about",
      "access-groups",
      "access-preview",
      "apply-fix",
      "ask-unit",
      "door-control",
      "end-user-manager",
      "explain-passage",
      "granted-passages",
      "near-miss",
      "own-weekly-codes",
      "passage-image",
      "people-import",
      "person-data",
      "schedules",
      "test-mail",
      "vehicle-import",
    ]);
  });

  test.each(named(OPERATIONS.filter(({ fn }) => fn.role === "system_admin")))("is refused %s", async (_, action) => {
    expect(await ask(action, action.body, orgAdmin)).toEqual(ROLE_REFUSED);
  });

  test.each(named(OPERATIONS.filter(({ fn }) => fn.role !== "system_admin")))("is heard by %s", async (_, action) => {
    const answer = await ask(action, action.body, orgAdmin);
    expect(answer.status).toBeLessThan(500);
    expect(answer).not.toEqual(ROLE_REFUSED);
  });

  test.each(named(OPERATIONS.filter(({ action }) => action !== null)))(
    "refuses a body that %s cannot read before it checks the role",
    async (_, action) => {
      expect((await ask(action, { action: 7 }, orgAdmin)).status).toBe(400);
    },
  );
});

test.each(named(OPERATIONS))("nobody is refused %s", async (_, action) => {
  expect((await ask(action, action.body)).status).toBe(401);
});

describe("a function that does something before it runs as its caller, or never does", () => {
  const begun: string[] = [];
  const careless = (role: "system_admin" | "any") =>
    defineFunction({
      role,
      call: action(
        onlyAction(`careless-${role}`, z.object({ throws: z.boolean().optional() }), { secret: z.string() }),
        async (_deps, { claims: caller }, input) => {
          begun.push(caller.sub);
          if (input.throws) throw new PortalError(platformErrors.form_invalid());
          return { secret: "1234" };
        },
      ),
    });
  const http = Fastify();
  let claims: SessionClaims;

  beforeAll(async () => {
    const { deps, sync, app } = portal.server;
    await http.register(functionsPlugin, {
      deps: {
        ...deps,
        sync,
        tls: await openTls({ ...deps, pool: deps.pools.auth }),
        auth: app.auth,
        gateDrivers: createGateDrivers(deps),
        adminUrl: portal.database.adminUrl,
      },
      signedIn: () => claims,
      functions: [careless("system_admin"), careless("any")],
    });
  });
  const call = (url: string, payload: object = {}) => http.inject({ method: "POST", url, payload });

  test.each([
    ["an account of another role", () => sessionOf(orgAdmin), "/careless-system_admin", 403],
    ["a session that is gone", () => ({ ...sessionOf(orgAdmin), session_id: randomUUID() }), "/careless-any", 401],
    ["another account's session", () => ({ ...sessionOf(orgAdmin), sub: randomUUID() }), "/careless-any", 401],
  ])("has done nothing for %s", async (_, whose, url, status) => {
    claims = whose();
    const reply = await call(url);
    expect(begun).toEqual([]);
    expect(reply.statusCode).toBe(status);
    expect(reply.body).not.toContain("1234");
  });

  test("leaves no transaction open, whether it answers or throws", async () => {
    claims = sessionOf(orgAdmin);
    expect((await call("/careless-any")).statusCode).toBe(200);
    expect((await call("/careless-any", { throws: true })).statusCode).toBe(400);
    expect(begun).toEqual([claims.sub, claims.sub]);
    const { pools } = portal.server.deps;
    expect(pools.user.totalCount - pools.user.idleCount).toBe(0);
    expect(turnsOf(pools.user).load).toEqual({ running: 0, waiting: 0 });
  });
});

test("asking who the caller is costs no transaction of its own, and a deadlock runs the work again", async () => {
  const { user } = portal.server.deps.pools;
  let taken = 0;
  const count = () => void (taken += 1);
  user.on("acquire", count);
  const work = vi
    .fn<() => Promise<string>>()
    .mockResolvedValueOnce("at once")
    .mockRejectedValueOnce(Object.assign(new Error("deadlock detected"), { code: "40P01" }))
    .mockResolvedValueOnce("the second time");
  const asked = { claims: sessionOf(orgAdmin), role: "org_admin" } as const;
  expect([await admitted(user, asked, (asCaller) => asCaller(work)), taken]).toEqual(["at once", 1]);
  expect([await admitted(user, asked, (asCaller) => asCaller(work)), taken]).toEqual(["the second time", 3]);
  user.off("acquire", count);
});

const sessionOf = (token: string) =>
  z.object({ sub: z.string(), session_id: z.string() }).parse(JSON.parse(atob(token.split(".")[1] ?? "")));
