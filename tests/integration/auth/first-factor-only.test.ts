// A password alone opens only the second factor. Calls come from the router, so a new one fails until classified.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { signIn } from "./auth-server.ts";
import { EMAIL, type MfaWorld, NEW_PASSWORD, openMfaWorld, PASSWORD } from "./mfa-world.ts";

/** Statuses known to auth-js: 401 of an account update, 422 of removing a factor. */
type Refusal = 401 | 403 | 422;
type Answer = { refused: Refusal; body?: object; query?: string } | "asks for no session" | "the second factor itself";

const CALLS: Record<string, Answer> = {
  "GET /.well-known/jwks.json": "asks for no session",
  "GET /auth/v1/.well-known/jwks.json": "asks for no session",
  "GET /auth/v1/health": "asks for no session",
  "GET /auth/v1/settings": "asks for no session",
  "POST /auth/v1/signup": "asks for no session",
  "POST /auth/v1/token": "asks for no session",
  "POST /auth/v1/recover": "asks for no session",
  "GET /auth/v1/verify": "asks for no session",
  "POST /auth/v1/verify": "asks for no session",
  "GET /auth/v1/authorize": "asks for no session",
  "GET /auth/v1/callback": "asks for no session",
  // auth-js lists factors by this call, and mfa.getAuthenticatorAssuranceLevel uses it.
  "GET /auth/v1/user": "the second factor itself",
  "GET /auth/v1/factors": "the second factor itself",
  "POST /auth/v1/factors/:id/challenge": "the second factor itself",
  "POST /auth/v1/factors/:id/verify": "the second factor itself",
  "POST /auth/v1/factors/recovery-codes/verify": "the second factor itself",
  // With scope=local it ends its own session; the other scopes are tested below.
  "POST /auth/v1/logout": "the second factor itself",
  "PUT /auth/v1/user": { refused: 401, body: { data: { language: "en" } } },
  "GET /auth/v1/reauthenticate": { refused: 403 },
  "POST /auth/v1/reauthenticate": { refused: 403, body: { current_password: PASSWORD } },
  "POST /auth/v1/factors": { refused: 403, body: { factor_type: "totp", friendly_name: "Tjuvens" } },
  "DELETE /auth/v1/factors/:id": { refused: 422 },
  "GET /auth/v1/factors/recovery-codes": { refused: 403 },
  "POST /auth/v1/factors/recovery-codes": { refused: 403 },
  "POST /auth/v1/factors/recovery-codes/regenerate": { refused: 403 },
  "DELETE /auth/v1/factors/recovery-codes": { refused: 403 },
  "GET /auth/v1/sessions": { refused: 403 },
  "DELETE /auth/v1/sessions/:id": { refused: 403 },
  "GET /auth/v1/user/identities/authorize": { refused: 403, query: "?provider=x" },
  "DELETE /auth/v1/user/identities/:id": { refused: 403 },
};

const methodSchema = z.enum(["GET", "POST", "PUT", "DELETE"]);
const refusals = Object.entries(CALLS).flatMap(([call, answer]) =>
  typeof answer === "string" ? [] : [{ call, ...answer }],
);

describe("a session that has shown only the password of an account with a second factor", () => {
  let world: MfaWorld;
  let bearer: string;
  let factorId: string;
  let owners: string;

  beforeAll(async () => {
    world = await openMfaWorld();
    await world.reset();
    const owner = await world.withApp();
    await owner.client.auth.mfa.recoveryCodes.generate();
    ({ factorId } = owner);
    owners = (await owner.client.auth.getSession()).data.session?.access_token ?? "";
    const { data } = await (await signIn(world.server, EMAIL, PASSWORD)).auth.getSession();
    bearer = data.session?.access_token ?? "";
  });
  afterAll(() => world.stop());

  const send = async (call: string, { body, query = "" }: { body?: object; query?: string }, token = bearer) => {
    const [method, route = ""] = call.split(" ");
    const path = route.replace("/auth/v1", "").replace(":id", factorId) + query;
    return world.server.send({
      method: methodSchema.parse(method),
      path,
      bearer: token,
      ...(body === undefined ? {} : { body }),
    });
  };

  // Covers: auth.35
  it("has every call of the router in the table, and no other", () => {
    const there = world.server.routes.filter((route) => !route.startsWith("HEAD "));
    expect([...there].sort()).toEqual(Object.keys(CALLS).sort());
  });

  // Covers: auth.35
  it.each(refusals)("is refused $call", async ({ call, refused, ...more }) => {
    const before = await rows();
    const { status, body } = await send(call, more);
    expect({ status, code: body.error_code }).toEqual({ status: refused, code: "insufficient_aal" });
    expect(await rows()).toEqual(before);
  });

  it.each(["", "?scope=global", "?scope=others"])("ends nobody's sessions by POST /logout%s", async (query) => {
    const { status, body } = await send("POST /auth/v1/logout", { query });
    expect({ status, code: body.error_code }).toEqual({ status: 403, code: "insufficient_aal" });
    expect((await send("GET /auth/v1/user", {}, owners)).status).toBe(200);
  });

  it("begins nothing with a factor that the owner has not finished", async () => {
    const begun = await send("POST /auth/v1/factors", { body: { factor_type: "totp", friendly_name: "Ny" } }, owners);
    const reply = await world.server.send({ path: `/factors/${begun.body.id}/challenge`, body: {}, bearer });
    expect({ status: reply.status, code: reply.body.error_code }).toEqual({ status: 403, code: "insufficient_aal" });
  });

  it("lists and challenges the factor, and leaves", async () => {
    expect((await send("GET /auth/v1/user", {})).status).toBe(200);
    expect((await send("GET /auth/v1/factors", {})).status).toBe(200);
    expect((await send("POST /auth/v1/factors/:id/challenge", { body: {} })).status).toBe(200);
    const leaver = await signIn(world.server, EMAIL, PASSWORD);
    const { data } = await leaver.auth.getSession();
    expect((await leaver.auth.signOut({ scope: "local" })).error).toBeNull();
    expect((await send("GET /auth/v1/user", {}, data.session?.access_token)).status).toBe(403);
    expect((await send("GET /auth/v1/user", {}, owners)).status).toBe(200);
  });

  it("changes no password by a recovery link either", async () => {
    const reply = await send("PUT /auth/v1/user", { body: { password: NEW_PASSWORD, current_password: PASSWORD } });
    expect({ status: reply.status, code: reply.body.error_code }).toEqual({ status: 401, code: "insufficient_aal" });
  });

  const rows = async () => {
    const { rows: found } = await world.admin.query(
      `select (select jsonb_agg(to_jsonb(u)) from auth.users u) as users,
         (select jsonb_agg(s.revoked_at order by s.id) from auth.sessions s) as sessions,
         (select count(*) from auth.mfa_factors) as factors, (select count(*) from auth.mfa_recovery_codes) as codes,
         (select count(*) from public.audit) as actions, (select count(*) from public.mail_queue) as messages`,
    );
    return z.array(z.looseObject({ actions: z.string() })).parse(found)[0];
  };
});
