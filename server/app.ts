// The only place where the parts of the server are joined.

import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { DatabaseError } from "pg";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Language } from "#contract/language.ts";
import { restPlugin } from "#rest/rest-plugin.ts";
import { acceptInvitationPlugin } from "./administrators/accept-invitation.route.ts";
import { firstAdminPlugin } from "./administrators/first-admin.route.ts";
import { type AuthService, createAuthService } from "./auth/auth-service.ts";
import { authPlugin } from "./auth/plugin.ts";
import { bearerToken } from "./auth/sessions/authenticate.ts";
import { TokenExpiredError } from "./auth/sessions/tokens.ts";
import { functionsPlugin } from "./functions.ts";
import { axxonWebhookPlugin } from "./gates/axxon-webhook.route.ts";
import { createGateAddresses } from "./gates/gate-addresses.ts";
import { createGate } from "./gates/open-gate.ts";
import { type Lifecycle, operationsPlugin } from "./operations/operations.route.ts";
import { pinRefusal } from "./people/pin-refusals.ts";
import { searchEndUsersPlugin } from "./people/search-end-users.route.ts";
import { proxyCheck } from "./platform/connections/address-key.ts";
import { createConnectionGuard } from "./platform/connections/connection-guard.ts";
import { connectionCap, openFilesLimit } from "./platform/connections/descriptors.ts";
import { brokenRequests, guardedServer } from "./platform/connections/http-server.ts";
import { asUser, type SessionClaims } from "./platform/database/as-user.ts";
import type { Deps } from "./platform/deps.ts";
import { languageOf } from "./platform/http/accept-language.ts";
import { allowOrigins } from "./platform/http/cors.ts";
import { heldRule, PortalError, sendError } from "./platform/http/errors.ts";
import { refuseForeignFetches } from "./platform/http/foreign-fetches.ts";
import { limitJsonDepth } from "./platform/http/json-bodies.ts";
import { pagePlugin } from "./platform/http/page.ts";
import { followOrigins } from "./platform/http/request-origin.ts";
import { requestIds, requestTrail } from "./platform/http/request-trail.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import { createHttpSmsGateway } from "./platform/sms/http-gateway.ts";
import { createRealtime } from "./realtime/realtime.ts";
import type { SyncEngine } from "./reconcile/engine.ts";
import { portalCodecs } from "./rest-codecs.ts";

/** Larger bodies are refused before they are read. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export interface App {
  http: FastifyInstance;
  auth: AuthService;
  /** Stops taking requests, finishes what is under way (openings included) and closes sockets. */
  close(): Promise<void>;
}

export interface AppOptions {
  deps: Deps;
  sync: SyncEngine;
  /** Public address without a trailing slash: issuer of tokens and base of links. */
  publicUrl: string;
  /** Folder of the built page; null serves no page (tests of the API). */
  pageDir: string | null;
  lifecycle: Lifecycle;
  /** Highest migration that this code knows; /readyz refuses a database beyond it. */
  schemaVersion: number;
}

export async function buildApp({ deps, sync, publicUrl, pageDir, lifecycle, schemaVersion }: AppOptions): Promise<App> {
  const { pools, keys, clock, log } = deps;
  const auth = await createAuthService({
    pool: pools.auth,
    sealer: keys,
    clock,
    log,
    mailer: deps.mail,
    sms: deps.config.smsUrl === null ? null : createHttpSmsGateway(deps.config.smsUrl),
    providers: deps.config.oidcProviders,
    settings: { issuer: `${publicUrl}/auth/v1` },
  });
  const isProxy = proxyCheck(deps.config.trustedProxies);
  const gateAddresses = createGateAddresses({ ...deps, isProxy });
  const connections = createConnectionGuard({
    clock,
    metrics: deps.metrics,
    maxConnections: connectionCap(deps.config.maxConnections, openFilesLimit()),
    isProxy,
    isGate: (key) => gateAddresses.has(key),
  });
  const loggerInstance: FastifyBaseLogger = log; // its type is Fastify's, or every plugin would have to name pino's
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: ["loopback", ...deps.config.trustedProxies],
    forceCloseConnections: "idle",
    serverFactory: guardedServer(connections),
    clientErrorHandler: brokenRequests(deps.metrics),
    routerOptions: { maxParamLength: 200 },
  });
  http.setErrorHandler(sendError);
  limitJsonDepth(http);
  followOrigins(http);
  await http.register(requestTrail, { metrics: deps.metrics, connections });
  await http.register(securityHeaders, { publicUrl });
  await allowOrigins(http, deps.config.corsOrigins);
  await http.register(refuseForeignFetches, { origins: deps.config.corsOrigins });
  await http.register(operationsPlugin, { deps, sync, connections, lifecycle, schemaVersion });

  const signedIn = (request: FastifyRequest): SessionClaims => {
    const token = bearerToken(request);
    // supabase-js sends its key as bearer while nobody is signed in: that is nobody, not a bad token.
    if (token === null || token === request.headers["apikey"]) {
      throw new PortalError(platformErrors.sign_in_first());
    }
    return auth.tokens.verify(token);
  };
  const realtime = createRealtime({ deps, tokens: auth.tokens, maxConnections: connections.limit });
  const gate = createGate(deps, { wake: realtime.wake });

  await http.register(authPlugin(auth));
  const rest = restPlugin({
    schema: "public",
    pool: pools.user,
    codecs: portalCodecs(keys),
    roles: ["system_admin", "org_admin"],
    // One round trip opens the transaction; the texts in it are ours and the limit is a number.
    // A system admin has no wall and sees every row: for them alone the planner's guess tells nothing that is not theirs.
    plannerCounts: true,
    transaction: (request, work, { readOnly, statementTimeoutMs, settings }) =>
      asUser(
        pools.user,
        signedIn(request),
        (client, caller) => work(client, deps.wall.rows(caller)),
        `begin${readOnly ? " read only" : ""}; set local statement_timeout = ${Math.trunc(statementTimeoutMs)}`,
        settings,
      ),
    describeError: describeRestError,
  });
  await http.register(rest, { prefix: "/rest/v1" });
  await http.register(searchEndUsersPlugin, { prefix: "/rest/v1", deps, signedIn });
  await http.register(functionsPlugin, { prefix: "/functions/v1", deps: { ...deps, sync, auth }, signedIn });
  await http.register(firstAdminPlugin, { prefix: "/functions/v1", deps, administration: auth.administration });
  await http.register(acceptInvitationPlugin, { prefix: "/functions/v1", auth });
  const { track } = gate;
  await http.register(axxonWebhookPlugin, {
    prefix: "/functions/v1",
    gate: gate.deps,
    track,
    heard: (address) => gateAddresses.heard(address),
  });
  await http.register(realtime.plugin);
  if (pageDir !== null) await http.register(pagePlugin, { folder: pageDir });
  // Fastify's own answer repeats the address, which may hold what should not be repeated.
  else
    http.setNotFoundHandler(() => {
      throw new PortalError(platformErrors.address_unknown());
    });

  const stopping = new AbortController();
  http.addHook("onReady", async () => void gateAddresses.keep(stopping.signal));

  return {
    http,
    auth,
    close: async () => {
      stopping.abort();
      connections.stop();
      await http.close();
      await gate.idle();
      deps.metrics.close();
    },
  };
}

/** A bearer token that is no good, as PostgREST says it; undefined where there was none, or where it is the session that has ended. */
function refusedBearer(refused: PortalError, language: Language) {
  const { cause } = refused;
  if (!(cause instanceof Error)) return undefined;
  const expired = cause instanceof TokenExpiredError;
  const said = expired ? "JWT expired" : "JWT could not be verified";
  const headers = { "www-authenticate": `Bearer error="invalid_token", error_description="${said}"` };
  return {
    status: 401,
    code: expired ? "PGRST303" : "PGRST301",
    message: said,
    hint: refused.sentence(language),
    headers,
  };
}

/** Our own refusals, and those of triggers, in the shape of table errors. */
function describeRestError(error: unknown, request: FastifyRequest) {
  const language = languageOf(request);
  if (error instanceof PortalError && error.code === "not_signed_in") {
    const refused = refusedBearer(error, language);
    if (refused) return refused;
  }
  const known = error instanceof PortalError ? error : (heldRule(error) ?? pinRefusal(error, "credential_value"));
  if (known === null) return undefined;
  // A SQLSTATE of PostgREST's for a status is what its clients look at.
  const code = error instanceof DatabaseError && error.code?.startsWith("PT") ? error.code : known.code;
  const headers = { "content-language": language };
  return { status: known.status, code, message: known.sentence(language), details: known.field ?? null, headers };
}
