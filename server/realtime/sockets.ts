// How many live connections there are, and whose. A socket is a stranger's until it has joined a channel with a token that counts;
// strangers have a small room of their own, in which the oldest makes way, so that they take nobody's place who is signed in.
// Of this process, like every cap of connections.
import { SOCKET_JOIN_MS } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import { addressKey } from "#server/platform/connections/address-key.ts";
import { createWaitingRoom } from "#server/platform/connections/waiting-room.ts";
import type { PortalMetrics } from "#server/platform/metrics/metrics.ts";
import type { Connection, Socket } from "./connection.ts";

/** Signed-in sockets, and at most half of all connections. */
const MOST_SIGNED_IN = 2_000;
/** Pages of one person, over all their browsers. */
const MOST_OF_ACCOUNT = 50;
/** Sockets that have not joined; at most an eighth of all connections. */
const MOST_STRANGERS = 256;
/** Of one address, which may be a house full of people whose pages reconnect at once. */
const MOST_STRANGERS_OF_ADDRESS = 64;
/** supabase-js sends a heartbeat every 25 s; a socket silent for this long is gone. */
const SILENT_MS = 90_000;
/** Nobody needs a socket whose channels are all gone for longer. */
const WITHOUT_CHANNEL_MS = 60_000;
const CLOSE_POLICY = 1008;

interface Entry {
  connection: Connection;
  openedAt: number;
  /** Who joined first; null = nobody yet. */
  userId: string | null;
  /** Was asked to close; at the next sweep it is cut. */
  closing: boolean;
}

export interface Sockets {
  readonly size: number;
  all(): Socket[];
  /** Takes a new socket in as a stranger's; whoever makes way for it is closed. `serve` begins to read it. */
  open(socket: Socket, address: string, serve: () => Connection): void;
  /** It has shown a token that counts: false when there is no room for one more. */
  admit(socket: Socket, userId: string): boolean;
  /** Closes what is silent, never joined or joins no more. */
  sweep(): void;
}

export interface SocketsOptions {
  clock: Pick<Clock, "monotonic">;
  metrics: Pick<PortalMetrics, "turnedAway">;
  /** Connections of the whole server. */
  maxConnections: number;
}

export function createSockets({ clock, metrics, maxConnections }: SocketsOptions): Sockets {
  const mostSignedIn = Math.min(MOST_SIGNED_IN, Math.floor(maxConnections / 2));
  const mostStrangers = Math.min(MOST_STRANGERS, Math.ceil(maxConnections / 8));
  const entries = new Map<Socket, Entry>();
  const strangers = createWaitingRoom<Socket>();
  const ofAccount = new Map<string, number>();

  const forget = (socket: Socket) => {
    const entry = entries.get(socket);
    if (!entry) return;
    entries.delete(socket);
    strangers.remove(socket);
    if (entry.userId === null) return;
    const left = (ofAccount.get(entry.userId) ?? 1) - 1;
    if (left > 0) ofAccount.set(entry.userId, left);
    else ofAccount.delete(entry.userId);
  };
  const makeWay = (socket: Socket | null) => {
    if (socket === null) return;
    metrics.turnedAway("evicted");
    forget(socket);
    // Not close(): a stranger need not answer, and its place is wanted now.
    socket.terminate();
  };

  return {
    get size() {
      return entries.size;
    },
    all: () => [...entries.keys()],
    open: (socket, address, serve) => {
      const key = addressKey(address);
      if (strangers.countOf(key) >= MOST_STRANGERS_OF_ADDRESS) makeWay(strangers.oldestOf(key));
      else if (strangers.size >= mostStrangers) makeWay(strangers.oldestOfLargest());
      strangers.add(socket, key);
      entries.set(socket, { connection: serve(), openedAt: clock.monotonic(), userId: null, closing: false });
      socket.on("close", () => forget(socket));
    },
    admit: (socket, userId) => {
      const entry = entries.get(socket);
      if (!entry) return false;
      const count = ofAccount.get(userId) ?? 0;
      if (entries.size - strangers.size >= mostSignedIn || count >= MOST_OF_ACCOUNT) {
        metrics.turnedAway("full");
        return false;
      }
      strangers.remove(socket);
      entry.userId = userId;
      ofAccount.set(userId, count + 1);
      return true;
    },
    sweep: () => {
      const now = clock.monotonic();
      for (const [socket, entry] of entries) {
        const silent = now - entry.connection.lastFrameAt();
        if (entry.closing || silent > SILENT_MS) socket.terminate();
        else if (entry.userId === null && now - entry.openedAt > SOCKET_JOIN_MS) {
          metrics.turnedAway("no_join");
          entry.closing = true;
          socket.close(CLOSE_POLICY, "no channel was joined");
        } else if (silent > WITHOUT_CHANNEL_MS && !entry.connection.hasChannels()) socket.terminate();
      }
    },
  };
}
