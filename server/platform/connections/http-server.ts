import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { platformErrors } from "#contract/errors/platform.ts";
import { HEADERS_MAX_BYTES, REQUEST_LIMIT_MS } from "#contract/limits.ts";
import type { PortalMetrics } from "../metrics/metrics.ts";
import type { ConnectionGuard } from "./connection-guard.ts";
import { oneAtATime } from "./one-at-a-time.ts";

const CHECK_EVERY_MS = 1_000;
/** A gate's path stands in the first line. */
const NOTED_BYTES = 2_048;

/** Certificate with its chain, and key, in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Makes a server for Fastify's `serverFactory`, over TLS with a certificate. */
export function guardedServer(
  guard: ConnectionGuard,
  certificate: Certificate | null = null,
): (handler: RequestListener) => Server {
  return (handler) => {
    const listener = oneAtATime(handler, (socket) => guard.turnAway(socket));
    const options = {
      // Some units leave the header out, and nothing here depends on it.
      requireHostHeader: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: REQUEST_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      keepAliveTimeout: REQUEST_LIMIT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    };
    const server =
      certificate === null
        ? createServer(options, listener)
        : createTlsServer({ ...options, ...certificate, handshakeTimeout: REQUEST_LIMIT_MS }, listener);
    // Without this Node would answer 417 itself, and nobody would notice the call.
    server.on("checkExpectation", listener);
    guard.attach(server);
    return server;
  };
}

/** Serves new connections with another certificate; those that are open keep theirs. */
export function renewCertificate(server: Server, certificate: Certificate): void {
  if (server instanceof TlsServer) server.setSecureContext(certificate);
}

/** Receives the sender of a broken request, and the bytes that were no HTTP. */
export type NoteBroken = (address: string | undefined, text?: string) => void;

/** Returns Fastify's `clientErrorHandler`, which counts and answers malformed or slow requests. */
export function brokenRequests(metrics: Pick<PortalMetrics, "broken">, noted: NoteBroken) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const late = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const { rawPacket } = error;
    noted(socket.remoteAddress, Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1", 0, NOTED_BYTES) : "");
    metrics.broken(late ? "request_timeout" : "bad_http", "unknown");
    const status = late ? "408 Request Timeout" : error.code === "HPE_HEADER_OVERFLOW" ? TOO_LARGE : "400 Bad Request";
    const body = status === TOO_LARGE ? TOO_LARGE_BODY : "";
    const type = body === "" ? "" : "Content-Type: application/json; charset=utf-8\r\n";
    if (socket.writable)
      socket.end(
        `HTTP/1.1 ${status}\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    socket.destroySoon();
  };
}

const TOO_LARGE = "431 Request Header Fields Too Large";

/** The call's headers and language are unknown; table calls read `message`, functions `error`. */
const refusal = platformErrors.headers_too_large({ kilobytes: String(HEADERS_MAX_BYTES / 1024) });
const TOO_LARGE_BODY = JSON.stringify({
  error: refusal.sv,
  message: refusal.en,
  code: refusal.code,
  reason: refusal.reason,
  details: null,
  hint: null,
});
