import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import { isTooDeep } from "#rest/json-depth.ts";
import type { AuthDeps } from "./deps.ts";
import { AuthError, sendAuthError } from "./errors.ts";
import { factorRoutes } from "./factors/factors.ts";
import { recoveryCodeRoutes } from "./factors/recovery-codes.ts";
import { maintainAuth } from "./maintenance.ts";
import { identityRoutes } from "./oidc/identities.ts";
import { recoverRoute } from "./passwords/recover.ts";
import { verifyRoutes } from "./passwords/verify.ts";
import { requirePlainJson } from "./plain-json.ts";
import { serviceInfoRoutes } from "./service-info.ts";
import { authorizeRoutes } from "./sessions/authorize.ts";
import { jwksRoute } from "./sessions/jwks.ts";
import { logoutRoute } from "./sessions/logout.ts";
import { reauthenticateRoutes } from "./sessions/reauthenticate.ts";
import { sessionListRoutes } from "./sessions/session-list.ts";
import { tokenRoute } from "./sessions/token.ts";
import { signupRoute } from "./signup.ts";
import { userRoutes } from "./user.ts";

/** The largest body, a passkey's attestation, has a few kilobytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Serves /auth/v1 and /.well-known/jwks.json; maintenance runs from ready to close. */
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
    return sendAuthError(new AuthError(authErrors.auth_call_unknown({ call })), request, reply);
  });
  acceptEmptyJson(app);
  // Replies hold tokens and accounts: no caching.
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

/** supabase-js announces JSON on calls without a body (logout), which Fastify's parser refuses. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => {
      const text = body.toString();
      if (text.trim() === "") return done(null, undefined);
      try {
        if (isTooDeep(text)) throw new AuthError(authErrors.bad_json(), { cause: new Error("nested too deep") });
        const parsed: unknown = JSON.parse(text);
        requirePlainJson(parsed);
        done(null, parsed);
      } catch (cause) {
        done(cause instanceof AuthError ? cause : new AuthError(authErrors.bad_json(), { cause }), undefined);
      }
    },
  );
}
