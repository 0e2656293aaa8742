// Every request has an id: in its log lines, in its errors and in the header of its reply, so that a sentence somebody
// reads out on the telephone leads to the lines of the log. And every answer is counted, after it has left.
import { randomBytes } from "node:crypto";
import fp from "fastify-plugin";
import type { Area, PortalMetrics } from "../operations/metrics.ts";

/** Unique over servers and restarts: a random beginning for each process, then a number. */
export function requestIds(): () => string {
  const beginning = randomBytes(4).toString("hex");
  let next = 0;
  return () => `${beginning}-${((next += 1)).toString(36)}`;
}

export interface RequestTrailOptions {
  metrics: Pick<PortalMetrics, "answered">;
}

export const requestTrail = fp<RequestTrailOptions>(async (app, { metrics }) => {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    metrics.answered({ area: areaOf(path), status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    // The route and not the path: what somebody puts in an address may be a token or a password.
    const route = request.routeOptions.url ?? "unknown";
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "answered",
    );
  });
});

function areaOf(path: string): Area {
  if (path === "/functions/v1/axxon-webhook") return "gate";
  const area = /^\/(auth|rest|functions|realtime)\/v1(?:\/|$)/.exec(path)?.[1];
  if (area === "auth" || area === "rest" || area === "functions" || area === "realtime") return area;
  return /^\/(healthz|readyz|metrics)$/.test(path) ? "operations" : "page";
}
