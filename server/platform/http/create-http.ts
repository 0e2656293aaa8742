import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import { bareAddress, proxyCheck } from "../connections/address-key.ts";
import type { ConnectionGuard } from "../connections/connection-guard.ts";
import { brokenRequests, type Certificate, guardedServer, type NoteBroken } from "../connections/http-server.ts";
import type { Deps } from "../deps.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { traceRequests } from "../telemetry/trace-requests.ts";
import { allowOrigins } from "./cors.ts";
import { PortalError, sendError } from "./errors.ts";
import { refuseForeignFetches } from "./foreign-fetches.ts";
import { limitJsonDepth } from "./json-bodies.ts";
import { followOrigins } from "./request-origin.ts";
import { requestIds, requestTrail } from "./request-trail.ts";
import { securityHeaders } from "./security-headers.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;

/** Creates the server with its limits, logging and headers, and without routes. */
export async function createHttp(
  { config, log, metrics }: Pick<Deps, "config" | "log" | "metrics">,
  connections: ConnectionGuard,
  {
    publicUrl,
    certificate = null,
    telemetry = null,
  }: { publicUrl: string; certificate?: Certificate | null; telemetry?: Telemetry | null },
  /** Called when bytes from this address were no request. */
  broken: NoteBroken = () => {},
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log; // Fastify's type, or every plugin would have to name pino's.
  const isProxy = proxyCheck(config.trustedProxies);
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT_BYTES,
    // An outer proxy may be named with its port. If it were taken for a caller, it would be charged for all callers.
    trustProxy: (address: string) => isProxy(bareAddress(address)),
    forceCloseConnections: "idle",
    serverFactory: guardedServer(connections, certificate),
    clientErrorHandler: brokenRequests(metrics, broken),
    // The address cannot be parsed. Fastify's own reply would repeat it, and it may hold secrets.
    frameworkErrors: (_error, request, reply) => {
      broken(request.socket.remoteAddress, request.url);
      void sendError(new PortalError(platformErrors.address_unknown()), request, reply);
    },
    routerOptions: { maxParamLength: 200 },
  });
  http.decorateRequest("refusedAs", null);
  http.setErrorHandler(sendError);
  limitJsonDepth(http);
  followOrigins(http);
  if (telemetry !== null) traceRequests(http, telemetry);
  await http.register(requestTrail, { metrics, connections });
  await http.register(securityHeaders, { publicUrl });
  await allowOrigins(http, config.corsOrigins);
  await http.register(refuseForeignFetches, { origins: config.corsOrigins });
  return http;
}
