// Every request has an id: in its log lines, in its errors and in the header of its reply, so that a sentence somebody
// reads out on the telephone leads to the lines of the log. Every answer is counted, after it has left, and so is every request whose
// sender went away before it was answered: that is the sender's affair, and no line of the log.
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { ConnectionGuard } from "../connections/connection-guard.ts";
import type { Area, PortalMetrics } from "../metrics/metrics.ts";

/** Unique over servers and restarts: a random beginning for each process, then a number. */
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
    // The first listener, before whoever reads the body: to every handler of errors it is then the caller's error, and not a
    // lost connection of the database, which has the same code.
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
    // The route and not the path: what somebody puts in an address may be a token or a password.
    const route = request.routeOptions.url ?? "unknown";
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "answered",
    );
  });
});

const pathOf = (request: FastifyRequest) => request.url.split("?")[0] ?? "";

function areaOf(path: string): Area {
  if (path === "/functions/v1/axxon-webhook") return "gate";
  const area = /^\/(auth|rest|functions|realtime)\/v1(?:\/|$)/.exec(path)?.[1];
  if (area === "auth" || area === "rest" || area === "functions" || area === "realtime") return area;
  return /^\/(healthz|readyz|metrics)$/.test(path) ? "operations" : "page";
}
