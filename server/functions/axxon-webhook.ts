// POST (or GET) /functions/v1/axxon-webhook?regnr=<plate>&gateid=<controller id>: the LPR system tells what it read.
// The answer is sent after the decision is committed and before the gate is told to open.
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import type { AxxonWebhookReply } from "#contract/functions/axxon-webhook.ts";
import { BEAT_MS, createPauseWatch } from "../core/pause-watch.ts";
import { PortalError, sendError } from "../http/errors.ts";
import { type GateDeps, gatePassage } from "../services/gate-passage.ts";

const REALM = 'Basic realm="axxon"';
/** Longer texts are no credentials of ours; they are not even looked up. */
const MAX_CREDENTIAL_LENGTH = 512;

export interface WebhookOptions {
  gate: GateDeps;
  /** Registers an opening under way, so that a graceful stop can wait for it. */
  track: (opening: Promise<void>) => void;
}

export const axxonWebhookPlugin: FastifyPluginAsync<WebhookOptions> = async (app, { gate, track }) => {
  app.setErrorHandler(sendError);
  const pauses = createPauseWatch(gate.clock);
  const beats = setInterval(() => pauses.beat(), BEAT_MS).unref();
  app.addHook("onClose", () => clearInterval(beats));
  // The body is ignored whatever its type; the size limit of the server still holds.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => {
    payload.resume();
    payload.on("end", () => done(null, null));
    payload.on("error", done);
  });
  app.route<{ Querystring: Query }>({
    method: ["POST", "GET"],
    url: "/axxon-webhook",
    exposeHeadRoute: false,
    // Headers for browsers; the sender is an LPR system that reads none of the reply.
    helmet: false,
    handler: async (request, reply) => {
      const arrivedAt = pauses.arrivedAt();
      const credentials = basicCredentials(request.headers.authorization);
      if (!credentials) throw unauthorized(reply);
      const answer = await gatePassage(gate, { ...readQuery(request.query), ...credentials, arrivedAt });
      if (!answer) throw unauthorized(reply);
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
    throw new PortalError(400, "missing_parameter", `Anropet saknar ${field}. Inget har loggats.`, { field });
  }
  return { plateText, gateId: z.guid().safeParse(gate.trim()).data ?? null };
}

/** 401 with a challenge: some LPR systems send their credentials only after being asked. */
function unauthorized(reply: FastifyReply): PortalError {
  void reply.header("www-authenticate", REALM);
  return new PortalError(401, "webhook_unauthorized", "Fel användarnamn eller lösenord för grindens anrop.");
}

function basicCredentials(header: string | undefined): { user: string; password: string } | null {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? "");
  if (!match || (match[1] ?? "").length > MAX_CREDENTIAL_LENGTH) return null;
  const text = Buffer.from(match[1] ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || /\p{Cc}/u.test(text) ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
