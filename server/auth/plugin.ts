// /auth/v1: the authentication service that supabase-js speaks to. Each call has a file of its own.
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { isTooDeep } from "../rest/json-depth.ts";
import { authorizeRoutes } from "./authorize.ts";
import type { AuthDeps } from "./deps.ts";
import { AuthError, authErrors, sendAuthError } from "./errors.ts";
import { factorRoutes } from "./factors.ts";
import { identityRoutes } from "./identities.ts";
import { jwksRoute } from "./jwks.ts";
import { logoutRoute } from "./logout.ts";
import { maintainAuth } from "./maintenance.ts";
import { requirePlainJson } from "./plain-json.ts";
import { reauthenticateRoutes } from "./reauthenticate.ts";
import { recoverRoute } from "./recover.ts";
import { recoveryCodeRoutes } from "./recovery-codes.ts";
import { serviceInfoRoutes } from "./service-info.ts";
import { sessionListRoutes } from "./session-list.ts";
import { signupRoute } from "./signup.ts";
import { tokenRoute } from "./token.ts";
import { userRoutes } from "./user.ts";
import { verifyRoutes } from "./verify.ts";

/** The largest body here is a passkey's attestation, a few kilobytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Serves /auth/v1 and /.well-known/jwks.json; its upkeep runs from ready to close. */
export function authPlugin(deps: AuthDeps): FastifyPluginAsync {
  return async (app) => {
    jwksRoute(app, deps);
    await app.register(async (calls) => authCalls(calls, deps), { prefix: "/auth/v1" });
    const stop = new AbortController();
    app.addHook("onReady", async () => {
      void maintainAuth(deps, { log: app.log, signal: stop.signal });
    });
    app.addHook("onClose", async () => {
      stop.abort();
      await deps.links.idle();
    });
  };
}

async function authCalls(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  app.setErrorHandler(sendAuthError);
  app.setNotFoundHandler((request, reply) => {
    const call = `${request.method} ${request.url.split("?")[0]}`;
    return sendAuthError(
      new AuthError(404, "not_found", `Okänt anrop: ${call}`, { english: `Unknown call: ${call}` }),
      request,
      reply,
    );
  });
  acceptEmptyJson(app);
  // Answers hold tokens and accounts; nothing between us and the page may keep them.
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  tokenRoute(app, deps);
  userRoutes(app, deps);
  reauthenticateRoutes(app, deps);
  logoutRoute(app, deps);
  jwksRoute(app, deps);
  serviceInfoRoutes(app, deps);
  signupRoute(app);
  recoverRoute(app, deps);
  verifyRoutes(app, deps);
  factorRoutes(app, deps);
  recoveryCodeRoutes(app, deps);
  sessionListRoutes(app, deps);
  authorizeRoutes(app, deps);
  identityRoutes(app, deps);
}

/** supabase-js announces JSON on calls without a body (logout); Fastify's own parser refuses that. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => {
      const text = body.toString();
      if (text.trim() === "") return done(null, undefined);
      try {
        if (isTooDeep(text)) throw authErrors.badJson(new Error("nested too deep"));
        const parsed: unknown = JSON.parse(text);
        requirePlainJson(parsed);
        done(null, parsed);
      } catch (cause) {
        done(cause instanceof AuthError ? cause : authErrors.badJson(cause), undefined);
      }
    },
  );
}
