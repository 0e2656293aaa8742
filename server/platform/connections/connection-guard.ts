// Limits this process's connections. When full, one without a complete request is evicted, so that a flood of slow connections harms the
// attacker, not a gate or a person (docs/decisions/0030).
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { REQUEST_LIMIT_MS } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import { repeat } from "../jobs/run-jobs.ts";
import type { ConnectionStates, PortalMetrics } from "../metrics/metrics.ts";
import { addressKey } from "./address-key.ts";
import { ConnectionPlaces, type Held } from "./connection-places.ts";

const SWEEP_MS = 1_000;

export interface GuardOptions {
  clock: Clock;
  log: Pick<Logger, "warn">;
  metrics: Pick<PortalMetrics, "connection">;
  maxConnections: number;
  isProxy: (address: string | undefined) => boolean;
  isGate: (key: string) => boolean;
}

export interface ConnectionGuard {
  /** Takes over the server's connections; call before it listens. */
  attach(server: Server): void;
  turnAway(socket: Socket): void;
  readWhole(request: IncomingMessage): void;
  answered(request: IncomingMessage): void;
  counts(): ConnectionStates;
  readonly limit: number;
  /**
   * Ends connections without a request in progress, before the server closes. A browser opens connections in advance, which would delay a
   * stop.
   */
  stop(): void;
}

/** Makes the guard of one server. It begins with `attach`. */
export function createConnectionGuard(options: GuardOptions): ConnectionGuard {
  const { clock, log, metrics, maxConnections, isProxy, isGate } = options;
  const places = new ConnectionPlaces(maxConnections, metrics);
  const admit = (socket: Socket): boolean => {
    const key = addressKey(socket.remoteAddress);
    const proxy = isProxy(socket.remoteAddress);
    return places.admit(socket, key, { proxy, gate: !proxy && isGate(key) });
  };

  const stop = new AbortController();
  const rounds = { clock, log, everyMs: SWEEP_MS, failed: "connections were not looked through" };

  return {
    attach: (server) => {
      takeOver(server, places, (socket) => {
        if (!stop.signal.aborted) return admit(socket);
        socket.destroy();
        return false;
      });
      server.once("listening", () => void repeat(rounds, stop.signal, async () => sweepUnread(places.all())));
    },
    turnAway: (socket) => {
      metrics.connection("pipelined");
      socket.destroy();
    },
    readWhole: (request) => {
      const one = places.get(request.socket);
      if (!one) return;
      one.owed.add(request);
      places.setWorking(one);
    },
    answered: (request) => {
      const one = places.get(request.socket);
      if (!one?.owed.delete(request) || one.owed.size > 0) return;
      one.begun = false;
      // An upgrading connection that got a plain HTTP reply has nobody to read further requests. Once the server closes, no
      // further request is served.
      if (one.upgrading || stop.signal.aborted) one.socket.destroySoon();
      else places.setIdle(one);
    },
    counts: () => {
      const { held, waiting, idle } = places.sizes;
      let upgraded = 0;
      for (const one of places.all()) if (one.upgrading && one.owed.size > 0) upgraded += 1;
      return { waiting, idle, upgraded, working: held - waiting - idle - upgraded };
    },
    limit: maxConnections,
    stop: () => {
      stop.abort();
      for (const one of places.all()) if (!one.begun && one.owed.size === 0 && !one.upgrading) one.socket.destroy();
    },
  };
}

/** Follows the server's connections; `admit` ends those that it returns false for. */
function takeOver(server: Server, places: ConnectionPlaces, admit: (socket: Socket) => boolean): void {
  // Runs before Node's own listener: a refused connection must not cost a parser.
  const serve = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (admit(socket)) for (const listener of serve) listener.call(server, socket);
  });
  // Over TLS the requests are of another socket than the connection that was admitted.
  server.prependListener("secureConnection", (socket: Socket) => places.secure(socket));
  server.prependListener("request", ({ socket }: IncomingMessage) => {
    const one = places.get(socket);
    if (one) one.begun = true;
  });
  server.on("upgrade", ({ socket }: IncomingMessage) => {
    const one = places.get(socket);
    if (!one) return;
    one.upgrading = true;
    socket.setTimeout(REQUEST_LIMIT_MS, () => socket.destroy());
  });
}

/** Finds connections that leave their reply unread, which count as idle. */
function sweepUnread(connections: Iterable<Held>): void {
  for (const one of connections) {
    if (one.upgrading || one.owed.size === 0) one.timed = false;
    else if (one.timed !== one.socket.writableLength > 0) {
      one.timed = !one.timed;
      // Node counts bytes sent, even within one write, and takes the first period for progress, so half the limit is set.
      one.socket.setTimeout(one.timed ? REQUEST_LIMIT_MS / 2 : 0);
    }
  }
}
