// A span for each request. Everything that its handler awaits, device calls included, belongs to it.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RequestSpan, Telemetry } from "./telemetry.ts";

/** Adds hooks that begin and end a span for each request. */
export function traceRequests(app: FastifyInstance, telemetry: Telemetry): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { traceparent } = request.headers;
    spans.set(request, telemetry.request(request.method, typeof traceparent === "string" ? traceparent : undefined));
    done();
  });
  // The context is set after the body is read, because socket events would lose it.
  app.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.within(done);
  });
  app.addHook("onResponse", async (request, reply) => {
    spans.get(request)?.end({ route: request.routeOptions.url ?? "unknown", status: reply.statusCode });
  });
}
