// Gives every request an id, in its log lines, errors and reply header, so that a quoted error leads to the log. Counts
// replies once sent, and requests whose sender left first, which are not logged.
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { ConnectionGuard } from "../connections/connection-guard.ts";
import type { Area, PortalMetrics } from "../metrics/metrics.ts";

/** Returns ids unique across servers and restarts: a random prefix per process, then a counter. */
export function requestIds(): () => string {
  const beginning = randomBytes(4).toString("hex");
  let next = 0;
  return () => `${beginning}-${((next += 1)).toString(36)}`;
}

export interface RequestTrailOptions {
  metrics: Pick<PortalMetrics, "answered" | "broken">;
  connections: Pick<ConnectionGuard, "readWhole" | "answered">;
}

export const requestTrail = fp<RequestTrailOptions>(async (app, { metrics, connections }) => {
  app.addHook("onRequest", (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    void reply.header("x-request-id", request.id);
    // Registered before the body reader, so that the error counts as the caller's, not as a lost database connection with the same code.
    request.raw.on("error", (error: Error & { code?: string; statusCode?: number }) => {
      error.statusCode = 400;
      error.code = "REQUEST_ABORTED";
      metrics.broken("request_aborted", areaOf(pathOf(request)));
    });
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    connections.readWhole(request.raw);
    done();
  });
  app.addHook("onResponse", async (request, reply) => {
    connections.answered(request.raw);
    const path = pathOf(request);
    metrics.answered({ area: areaOf(path), status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    // The route, not the path, which may hold a token or a password.
    const route = request.routeOptions.url ?? "unknown";
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "answered",
    );
  });
});

const pathOf = (request: FastifyRequest) => request.url.split("?")[0] ?? "";

function areaOf(path: string): Area {
  if (path === "/functions/v1/axxon-webhook" || path.startsWith("/functions/v1/plate-push/")) return "gate";
  const area = /^\/(auth|rest|functions|realtime)\/v1(?:\/|$)/.exec(path)?.[1];
  if (area === "auth" || area === "rest" || area === "functions" || area === "realtime") return area;
  return /^\/(healthz|readyz|metrics)$/.test(path) ? "operations" : "page";
}
