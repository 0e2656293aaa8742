// POST /functions/v1/plate-push/<type>?gateid=<controller id>: a device posts its reads in its vendor's format.

import type { IncomingMessage } from "node:http";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { gateErrors } from "#contract/errors/gates.ts";
import type { PlatePushReply } from "#contract/functions/plate-push.ts";
import { GATE_LATEST_MS, PUSH_MAX_BYTES } from "#contract/limits.ts";
import { DeviceError } from "#drivers/errors.ts";
import type { DevicePush, PushReader } from "#drivers/push-port.ts";
import { pushReaderOf } from "#drivers/registry.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";
import { bodyInTime } from "./body-in-time.ts";
import { BEAT_MS, createPauseWatch } from "./pause-watch.rules.ts";
import { pushPassage } from "./push-passage.ts";
import { basicCredentials, readGateId, takeContentType, unauthorized, type WebhookOptions } from "./webhook-sender.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null: devices of that type do not push. */
    push: PushReader | null;
  }
}

const REFUSED_WHOLE = new Set(["request_timeout", "webhook_unauthorized"]);

export const platePushPlugin: FastifyPluginAsync<WebhookOptions> = async (app, { gate, track, received }) => {
  app.setErrorHandler((error, request, reply) => {
    // The rest of such a body must not keep the connection open.
    if (error instanceof PortalError && REFUSED_WHOLE.has(error.code)) void reply.header("connection", "close");
    if (error instanceof PortalError && error.code === "too_large") {
      // Fastify set this header itself, because the body was not read.
      void reply.removeHeader("connection");
      dropRest(request.raw);
    }
    return sendError(error, request, reply);
  });
  const pauses = createPauseWatch(gate.clock);
  const beats = setInterval(() => pauses.beat(), BEAT_MS).unref();
  app.addHook("onClose", () => clearInterval(beats));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (request: FastifyRequest, payload: IncomingMessage, done) => {
    readBody(request.push, payload, bodyInTime<null>(gate, done));
  });
  app.decorateRequest("arrivedAt", 0);
  app.decorateRequest("push", null);
  app.addHook<{ Params: { type?: string } }>("onRequest", (request, reply, done) => {
    request.arrivedAt = pauses.arrivedAt();
    request.push = pushReaderOf(request.params.type ?? "")?.(takeContentType(request)) ?? null;
    // Checked before the body: without an account nothing of the body is read.
    done(basicCredentials(request.headers.authorization) ? undefined : unauthorized(reply));
  });
  app.route<{ Params: { type: string }; Querystring: { gateid?: string | string[] } }>({
    method: "POST",
    url: "/plate-push/:type",
    helmet: false,
    bodyLimit: PUSH_MAX_BYTES,
    handler: async (request, reply) => {
      const { arrivedAt } = request;
      const credentials = basicCredentials(request.headers.authorization);
      if (!credentials) throw unauthorized(reply);
      const { type } = request.params;
      const push = readPush(request.push);
      const { gateid } = request.query;
      const gateId = readGateId(Array.isArray(gateid) ? gateid[0] : gateid);
      const answer = await pushPassage(gate, { type, push, gateId, ...credentials, arrivedAt, address: request.ip });
      if (answer === null) throw unauthorized(reply);
      received(request.socket.remoteAddress);
      if (answer === "received") return { received: true } satisfies PlatePushReply;
      if (answer === "repeated") return { repeated: true } satisfies PlatePushReply;
      const { granted, reason, logId, open } = answer;
      void reply.send({ granted, reason, log_id: logId } satisfies PlatePushReply);
      if (open) track(open());
      gate.metrics.decided({ granted, reason, seconds: (gate.clock.monotonic() - arrivedAt) / 1000 });
      return reply;
    },
  });
};

/**
 * Reads and drops the rest of a body. Many senders read the answer only after sending everything; if cut off earlier, they never see it and
 * send again. A silent sender is cut off; one that keeps sending has REQUEST_LIMIT_MS, like any request.
 */
function dropRest(request: IncomingMessage): void {
  const cut = setTimeout(() => request.destroy(), GATE_LATEST_MS).unref();
  request.on("data", () => cut.refresh());
  request.once("end", () => clearTimeout(cut)).once("close", () => clearTimeout(cut));
  request.resume();
}

/** Reads a push; throws PortalError. */
function readPush(reader: PushReader | null): DevicePush {
  if (reader === null) throw new PortalError(gateErrors.push_unknown_type());
  try {
    return reader.end();
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    throw new PortalError(gateErrors.push_unreadable(), { cause: error });
  }
}

/** Reads the body. Images are counted and dropped as they come. */
function readBody(reader: PushReader | null, payload: IncomingMessage, end: (error: Error | null) => void): void {
  const tooLarge = () => end(new PortalError(gateErrors.push_too_large()));
  if (Number(payload.headers["content-length"] ?? 0) > PUSH_MAX_BYTES) return tooLarge();
  let total = 0;
  payload.on("data", (chunk: Buffer) => {
    total += chunk.length;
    if (total > PUSH_MAX_BYTES) tooLarge();
    else reader?.add(chunk);
  });
  payload.once("error", end);
  payload.once("end", () => end(null));
}
