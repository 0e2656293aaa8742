// POST (or GET) /functions/v1/axxon-webhook?regnr=<plate>&gateid=<controller id>. Answers after the decision is committed and before the
// gate is asked to open.

import type { FastifyPluginAsync } from "fastify";
import { gateErrors } from "#contract/errors/gates.ts";
import type { AxxonWebhookReply } from "#contract/functions/axxon-webhook.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";
import { bodyInTime } from "./body-in-time.ts";
import { gatePassage } from "./gate-passage.ts";
import { BEAT_MS, createPauseWatch } from "./pause-watch.rules.ts";
import { basicCredentials, readGateId, takeContentType, unauthorized, type WebhookOptions } from "./webhook-sender.ts";

export const axxonWebhookPlugin: FastifyPluginAsync<WebhookOptions> = async (app, { gate, track, received }) => {
  app.setErrorHandler((error, request, reply) => {
    // The rest of a late body must not keep the connection open.
    if (error instanceof PortalError && error.code === "request_timeout") void reply.header("connection", "close");
    return sendError(error, request, reply);
  });
  const pauses = createPauseWatch(gate.clock);
  const beats = setInterval(() => pauses.beat(), BEAT_MS).unref();
  app.addHook("onClose", () => clearInterval(beats));
  // The body is ignored whatever its type; the size limit applies.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => {
    const end = bodyInTime<null>(gate, done);
    payload.resume();
    payload.once("end", () => end(null, null));
    payload.once("error", end);
  });
  app.decorateRequest("arrivedAt", 0);
  app.addHook("onRequest", (request, _reply, done) => {
    request.arrivedAt = pauses.arrivedAt();
    takeContentType(request);
    done();
  });
  app.route<{ Querystring: Query }>({
    method: ["POST", "GET"],
    url: "/axxon-webhook",
    exposeHeadRoute: false,
    // Browser headers are of no use to an LPR system.
    helmet: false,
    handler: async (request, reply) => {
      const { arrivedAt } = request;
      const credentials = basicCredentials(request.headers.authorization);
      if (!credentials) throw unauthorized(reply);
      const answer = await gatePassage(gate, { ...readQuery(request.query), ...credentials, arrivedAt });
      if (!answer) throw unauthorized(reply);
      received(request.socket.remoteAddress);
      const { granted, reason, logId, open } = answer;
      void reply.send({ granted, reason, log_id: logId } satisfies AxxonWebhookReply);
      if (open) track(open());
      gate.metrics.decided({ granted, reason, seconds: (gate.clock.monotonic() - arrivedAt) / 1000 });
      return reply;
    },
  });
};

type Query = Record<string, string | string[]>;

/** Reads the query. Names are case-insensitive and the first value wins, because people configure LPR systems by hand. */
function readQuery(query: Query): { plateText: string; gateId: string | null } {
  let plateText: string | undefined;
  let gate: string | undefined;
  for (const name in query) {
    const value = query[name];
    const first = Array.isArray(value) ? value[0] : value;
    const lower = name.toLowerCase();
    if (lower === "regnr") plateText ??= first;
    else if (lower === "gateid") gate ??= first;
  }
  if (plateText === undefined || gate === undefined) {
    const field = plateText === undefined ? "regnr" : "gateid";
    throw new PortalError(gateErrors.read_parameter_missing({ name: field }), { field });
  }
  return { plateText, gateId: readGateId(gate) };
}
