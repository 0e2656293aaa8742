import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { functionsPlugin } from "#server/functions.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
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

describe("an org admin", () => {
  test("may call these and no others", () => {
    const open = OPERATIONS.filter(({ fn }) => fn.role !== "system_admin").map(({ fn }) => fn.name);
    expect([...new Set(open)]).toEqual([
      "apply-fix",
      "door-control",
      "end-user-manager",
      "explain-passage",
      "granted-passages",
      "near-miss",
      "own-weekly-codes",
      "passage-image",
      "person-data",
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

test("a function that never runs as its caller gives no answer", async () => {
  const { deps, sync, app } = portal.server;
  const careless = defineFunction({
    name: "careless",
    method: "POST",
    role: "system_admin",
    input: z.object({}),
    handle: async () => ({ secret: "1234" }),
  });
  const http = Fastify();
  await http.register(functionsPlugin, {
    deps: { ...deps, sync, auth: app.auth },
    signedIn: () => ({ sub: "somebody", session_id: "theirs" }),
    functions: [careless],
  });
  const reply = await http.inject({ method: "POST", url: "/careless", payload: {} });
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toContain("1234");
});
