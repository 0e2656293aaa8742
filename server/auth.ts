import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import { isTooDeep } from "#rest/json-depth.ts";
import { identityRoutes } from "#server/auth/account/identities.route.ts";
import { sessionListRoutes } from "#server/auth/account/sessions.route.ts";
import { userRoutes } from "#server/auth/account/user.route.ts";
import { authorizeRoutes } from "#server/auth/sign-in/authorize.route.ts";
import { logoutRoute } from "#server/auth/sign-in/logout.route.ts";
import { reauthenticateRoutes } from "#server/auth/sign-in/reauthenticate.route.ts";
import { tokenRoute } from "#server/auth/sign-in/token.route.ts";
import { verifyRoutes } from "#server/auth/sign-in/verify.route.ts";
import type { AuthDeps } from "./auth/deps.ts";
import { AuthError, sendAuthError } from "./auth/errors.ts";
import { factorRoutes } from "./auth/factors/factors.route.ts";
import { recoveryCodeRoutes } from "./auth/factors/recovery-codes.route.ts";
import { recoverRoute } from "./auth/passwords/recover.route.ts";
import { requirePlainJson } from "./auth/plain-json.ts";
import { serviceInfoRoutes } from "./auth/service-info.route.ts";
import { jwksRoute } from "./auth/sessions/jwks.route.ts";
import { signupRoute } from "./auth/signup.route.ts";

/** The largest body, a passkey's attestation, has a few kilobytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Serves /auth/v1 and /.well-known/jwks.json. */
export function authPlugin(deps: AuthDeps): FastifyPluginAsync {
  return async (app) => {
    jwksRoute(app, deps);
    await app.register(async (calls) => authCalls(calls, deps), { prefix: "/auth/v1" });
    app.addHook("onClose", async () => deps.links.idle());
  };
}

async function authCalls(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  app.setErrorHandler(sendAuthError);
  app.setNotFoundHandler((request, reply) => {
    const call = `${request.method} ${request.url.split("?")[0]}`;
    return sendAuthError(new AuthError(authErrors.auth_call_unknown({ call })), request, reply);
  });
  acceptEmptyJson(app);
  // Replies hold tokens and accounts, so they must not be cached.
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

/** Accepts an empty JSON body: supabase-js announces JSON on calls without a body (logout), which Fastify's parser refuses. */
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
