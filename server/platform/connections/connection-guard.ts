// Limits this process's connections. When full, one without a complete request is evicted, so that a flood of slow connections harms the
// attacker, not a gate or a person (docs/decisions/0030).
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { REQUEST_LIMIT_MS } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import { repeat } from "../jobs/run-jobs.ts";
import type { ConnectionEvent, ConnectionStates, PortalMetrics } from "../metrics/metrics.ts";
import { addressKey } from "./address-key.ts";
import { createWaitingRoom } from "./waiting-room.ts";

/** Limit per address, proxies apart: a building behind one address has some hundred. */
export const CONNECTIONS_PER_ADDRESS = 256;
/** Share reserved for addresses whose gate calls were recently accepted. */
const GATE_SHARE = 1 / 8;
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

interface Held {
  socket: Socket;
  key: string;
  isGate: boolean;
  /** Its headers are read and its reply is not sent. */
  begun: boolean;
  /** Requests read completely and unanswered; several when pipelined. */
  owed: Set<IncomingMessage>;
  /** Upgrading: Node neither reads nor times further requests on it. */
  upgrading: boolean;
  /** A reply is unread and the socket timeout runs. */
  timed: boolean;
}

export function createConnectionGuard(options: GuardOptions): ConnectionGuard {
  const { clock, log, metrics, maxConnections, isProxy, isGate } = options;
  const general = maxConnections - Math.ceil(maxConnections * GATE_SHARE);
  const held = new Map<Socket, Held>();
  const perAddress = new Map<string, number>();
  let ofGates = 0;
  /** Connections in `waiting` have not sent a whole request and are evicted first, then those in `idle`. */
  const rooms = { waiting: createWaitingRoom<Held>(), idle: createWaitingRoom<Held>() };
  /** Gate connections are evicted only for other gate connections. */
  const gateRooms = { waiting: createWaitingRoom<Held>(), idle: createWaitingRoom<Held>() };
  const roomsOf = (one: Held) => (one.isGate ? gateRooms : rooms);

  const evict = (one: Held | null, why: ConnectionEvent): boolean => {
    if (one === null) return false;
    metrics.connection(why);
    forget(one);
    one.socket.destroy();
    return true;
  };
  const forget = (one: Held) => {
    if (!held.delete(one.socket)) return;
    roomsOf(one).waiting.remove(one);
    roomsOf(one).idle.remove(one);
    if (one.isGate) ofGates -= 1;
    const left = (perAddress.get(one.key) ?? 1) - 1;
    if (left > 0) perAddress.set(one.key, left);
    else perAddress.delete(one.key);
  };
  const evictOf = (key: string, from: typeof rooms) =>
    evict(from.waiting.oldestOf(key) ?? from.idle.oldestOf(key), "evicted_address");
  const evictAny = (from: typeof rooms) =>
    evict(from.waiting.oldestOfLargest() ?? from.idle.oldestOfLargest(), "evicted_full");

  const makeRoom = (key: string, { proxy, gate }: { proxy: boolean; gate: boolean }): boolean => {
    const full = !proxy && (perAddress.get(key) ?? 0) >= CONNECTIONS_PER_ADDRESS;
    // A gate's address may have older connections from before it was known.
    if (full && !evictOf(key, rooms) && !evictOf(key, gateRooms)) return false;
    if (!gate) return held.size - ofGates < general && held.size < maxConnections ? true : evictAny(rooms);
    return held.size < maxConnections || evictAny(rooms) || evictAny(gateRooms);
  };

  const admit = (socket: Socket): boolean => {
    const { remoteAddress } = socket;
    const key = addressKey(remoteAddress);
    const proxy = isProxy(remoteAddress);
    const gate = !proxy && isGate(key);
    if (!makeRoom(key, { proxy, gate })) {
      metrics.connection("refused");
      socket.destroy();
      return false;
    }
    const one: Held = { socket, key, isGate: gate, begun: false, owed: new Set(), upgrading: false, timed: false };
    held.set(socket, one);
    if (gate) ofGates += 1;
    perAddress.set(key, (perAddress.get(key) ?? 0) + 1);
    roomsOf(one).waiting.add(one, key);
    socket.once("close", () => forget(one));
    return true;
  };

  const stop = new AbortController();
  /** Finds connections that leave their reply unread, which count as idle. */
  const sweep = () => {
    for (const one of held.values()) {
      if (one.upgrading || one.owed.size === 0) one.timed = false;
      else if (one.timed !== one.socket.writableLength > 0) {
        one.timed = !one.timed;
        // Node counts bytes sent, even within one write, and takes the first period for progress, so half the limit is set.
        one.socket.setTimeout(one.timed ? REQUEST_LIMIT_MS / 2 : 0);
      }
    }
  };
  const rounds = { clock, log, everyMs: SWEEP_MS, failed: "connections were not looked through" };

  return {
    attach: (server) => {
      // Runs before Node's own listener: a refused connection must not cost a parser.
      const serve = server.listeners("connection");
      server.removeAllListeners("connection");
      server.on("connection", (socket: Socket) => {
        if (stop.signal.aborted) socket.destroy();
        else if (admit(socket)) for (const listener of serve) listener.call(server, socket);
      });
      server.prependListener("request", ({ socket }: IncomingMessage) => {
        const one = held.get(socket);
        if (one) one.begun = true;
      });
      server.on("upgrade", ({ socket }: IncomingMessage) => {
        const one = held.get(socket);
        if (!one) return;
        one.upgrading = true;
        socket.setTimeout(REQUEST_LIMIT_MS, () => socket.destroy());
      });
      server.once("listening", () => void repeat(rounds, stop.signal, async () => sweep()));
    },
    turnAway: (socket) => {
      metrics.connection("pipelined");
      socket.destroy();
    },
    readWhole: (request) => {
      const one = held.get(request.socket);
      if (!one) return;
      one.owed.add(request);
      roomsOf(one).waiting.remove(one);
      roomsOf(one).idle.remove(one);
    },
    answered: (request) => {
      const one = held.get(request.socket);
      if (!one?.owed.delete(request) || one.owed.size > 0) return;
      one.begun = false;
      // A reply in HTTP without an upgrade: nobody would read further requests. Once the server closes, no further request is served.
      if (one.upgrading || stop.signal.aborted) one.socket.destroySoon();
      else roomsOf(one).idle.add(one, one.key);
    },
    counts: () => {
      const waiting = rooms.waiting.size + gateRooms.waiting.size;
      const idle = rooms.idle.size + gateRooms.idle.size;
      let upgraded = 0;
      for (const one of held.values()) if (one.upgrading && one.owed.size > 0) upgraded += 1;
      return { waiting, idle, upgraded, working: held.size - waiting - idle - upgraded };
    },
    limit: maxConnections,
    stop: () => {
      stop.abort();
      for (const one of held.values()) if (!one.begun && one.owed.size === 0 && !one.upgrading) one.socket.destroy();
    },
  };
}
