// POST (or GET) /functions/v1/axxon-webhook?regnr=<plate>&gateid=<controller id>: the LPR system tells what it read.
// The answer is sent after the decision is committed and before the gate is told to open.

import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import { gateErrors } from "#contract/errors/gates.ts";
import type { AxxonWebhookReply } from "#contract/functions/axxon-webhook.ts";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";
import { type GateDeps, gatePassage } from "./gate-passage.ts";
import { BEAT_MS, createPauseWatch } from "./pause-watch.rules.ts";

const REALM = 'Basic realm="axxon"';
/** Longer texts are no credentials of ours; they are not even looked up. */
const MAX_CREDENTIAL_LENGTH = 512;

declare module "fastify" {
  interface FastifyRequest {
    /** When the headers of a gate's call were here: its body, which nobody reads, makes the read no younger. */
    arrivedAt: number;
  }
}

export interface WebhookOptions {
  gate: GateDeps;
  /** Registers an opening under way, so that a graceful stop can wait for it. */
  track: (opening: Promise<void>) => void;
  /** A call from this address showed a right password. */
  heard: (address: string | undefined) => void;
}

export const axxonWebhookPlugin: FastifyPluginAsync<WebhookOptions> = async (app, { gate, track, heard }) => {
  app.setErrorHandler((error, request, reply) => {
    // What is left of a late body must not keep the connection.
    if (error instanceof PortalError && error.code === "request_timeout") void reply.header("connection", "close");
    return sendError(error, request, reply);
  });
  const pauses = createPauseWatch(gate.clock);
  const beats = setInterval(() => pauses.beat(), BEAT_MS).unref();
  app.addHook("onClose", () => clearInterval(beats));
  // The body is ignored whatever its type; the size limit of the server still holds.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => {
    // After that time the read opens nothing, so nobody waits for the rest of it.
    const limit = new AbortController();
    const end = (error: Error | null) => {
      if (limit.signal.aborted) return;
      limit.abort();
      done(error, null);
    };
    const late = () => {
      gate.metrics.broken("request_timeout", "gate");
      end(new PortalError(gateErrors.read_too_late()));
    };
    gate.clock.wait(GATE_LATEST_MS, limit.signal).then(late, () => {});
    payload.resume();
    payload.once("end", () => end(null));
    payload.once("error", end);
  });
  app.decorateRequest("arrivedAt", 0);
  app.addHook("onRequest", (request, _reply, done) => {
    request.arrivedAt = pauses.arrivedAt();
    done();
  });
  app.route<{ Querystring: Query }>({
    method: ["POST", "GET"],
    url: "/axxon-webhook",
    exposeHeadRoute: false,
    // Headers for browsers; the sender is an LPR system that reads none of the reply.
    helmet: false,
    handler: async (request, reply) => {
      const { arrivedAt } = request;
      const credentials = basicCredentials(request.headers.authorization);
      if (!credentials) throw unauthorized(reply);
      const answer = await gatePassage(gate, { ...readQuery(request.query), ...credentials, arrivedAt });
      if (!answer) throw unauthorized(reply);
      heard(request.socket.remoteAddress);
      const { granted, reason, logId, open } = answer;
      void reply.send({ granted, reason, log_id: logId } satisfies AxxonWebhookReply);
      if (open) track(open());
      gate.metrics.decided({ granted, reason, seconds: (gate.clock.monotonic() - arrivedAt) / 1000 });
      return reply;
    },
  });
};

/** What Fastify's own parser makes of a query: a text, or several when the name stands more than once. */
type Query = Record<string, string | string[]>;

/** Names are case-insensitive and the first value wins: what LPR systems fill in is not under our control. */
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
  return { plateText, gateId: z.guid().safeParse(gate.trim()).data ?? null };
}

/** 401 with a challenge: some LPR systems send their credentials only after being asked. */
function unauthorized(reply: FastifyReply): PortalError {
  void reply.header("www-authenticate", REALM);
  return new PortalError(gateErrors.webhook_unauthorized());
}

function basicCredentials(header: string | undefined): { user: string; password: string } | null {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? "");
  if (!match || (match[1] ?? "").length > MAX_CREDENTIAL_LENGTH) return null;
  const text = Buffer.from(match[1] ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || /\p{Cc}/u.test(text) ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
