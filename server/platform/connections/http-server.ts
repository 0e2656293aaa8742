import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { REQUEST_LIMIT_MS } from "#contract/limits.ts";
import type { PortalMetrics } from "../metrics/metrics.ts";
import type { ConnectionGuard } from "./connection-guard.ts";
import { oneAtATime } from "./one-at-a-time.ts";

const CHECK_EVERY_MS = 1_000;

/** For Fastify's `serverFactory`. */
export function guardedServer(guard: ConnectionGuard): (handler: RequestListener) => Server {
  return (handler) => {
    const server = createServer(
      {
        headersTimeout: REQUEST_LIMIT_MS,
        requestTimeout: REQUEST_LIMIT_MS,
        keepAliveTimeout: REQUEST_LIMIT_MS,
        connectionsCheckingInterval: CHECK_EVERY_MS,
      },
      oneAtATime(handler, (socket) => guard.turnAway(socket)),
    );
    guard.attach(server);
    return server;
  };
}

/** For Fastify's `clientErrorHandler`: counts and answers malformed or slow requests. */
export function brokenRequests(metrics: Pick<PortalMetrics, "broken">, noted: (address: string | undefined) => void) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const late = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    noted(socket.remoteAddress);
    metrics.broken(late ? "request_timeout" : "bad_http", "unknown");
    const status = late ? "408 Request Timeout" : error.code === "HPE_HEADER_OVERFLOW" ? TOO_LARGE : "400 Bad Request";
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    socket.destroySoon();
  };
}

const TOO_LARGE = "431 Request Header Fields Too Large";
