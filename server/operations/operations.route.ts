// /healthz: alive. /readyz: ready for requests. /metrics: counters.

import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import type { ConnectionGuard } from "#server/platform/connections/connection-guard.ts";
import { equalSecrets } from "#server/platform/crypto/key-ring.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";
import type { Lifecycle } from "#server/platform/lifecycle.ts";
import type { Telemetry } from "#server/platform/telemetry/telemetry.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { installationReader, metricsText } from "./metrics-text.ts";

export interface OperationsOptions {
  deps: Pick<Deps, "pools" | "metrics" | "config" | "log" | "clock">;
  sync: Pick<SyncEngine, "load">;
  connections: Pick<ConnectionGuard, "counts" | "limit">;
  lifecycle: Lifecycle;
  schemaVersion: number;
  telemetry: Pick<Telemetry, "sendMetrics"> | null;
}

const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

export const operationsPlugin: FastifyPluginAsync<OperationsOptions> = async (app, options) => {
  const { deps, lifecycle } = options;
  const installation = installationReader(deps);
  options.telemetry?.sendMetrics(async () => metricsText(options, await installation()));
  app.setErrorHandler(sendError);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  app.get("/healthz", { helmet: false }, async () => ({ status: "ok" }));
  app.get("/readyz", { helmet: false }, async (_request, reply) => {
    const reason = lifecycle.stopping ? "stopping" : await databaseTrouble(deps, options.schemaVersion);
    return reply
      .code(reason === null ? 200 : 503)
      .send(reason === null ? { status: "ready" } : { status: "not_ready", reason });
  });
  app.get("/metrics", { helmet: false }, async (request, reply) => {
    requireReader(request, deps.config.metricsToken);
    return reply.type(TEXT_FORMAT).send(await metricsText(options, await installation()));
  });
};

/** Requires METRICS_TOKEN. Without one, only this machine may read, and no proxy, behind which every caller looks local. */
function requireReader(request: FastifyRequest, token: string | null): void {
  if (token !== null) {
    const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (equalSecrets(given, token)) return;
  } else if (
    isLoopback(request.socket.remoteAddress) &&
    !FORWARDED.some((name) => request.headers[name] !== undefined)
  ) {
    return;
  }
  throw new PortalError(platformErrors.metrics_closed());
}

const FORWARDED = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address);
}
