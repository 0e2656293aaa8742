// Limits live connections. Until a socket joins with a valid token it is anonymous; anonymous sockets evict only each other.
import { SOCKET_JOIN_MS } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import { addressKey } from "#server/platform/connections/address-key.ts";
import { createWaitingRoom } from "#server/platform/connections/waiting-room.ts";
import { addTo } from "#server/platform/counts.ts";
import type { PortalMetrics } from "#server/platform/metrics/metrics.ts";
import type { Connection, Socket } from "./connection.ts";

/** Signed-in sockets, and at most half of all connections. */
const MOST_SIGNED_IN = 2_000;
/** One person's pages over all browsers. */
const MOST_OF_ACCOUNT = 50;
/** Unjoined sockets; at most an eighth of all connections. */
const MOST_ANONYMOUS = 256;
/** Anonymous sockets per address: all pages of one building may reconnect at once. */
const MOST_ANONYMOUS_OF_ADDRESS = 64;
/** supabase-js sends a heartbeat every 25 s. */
const SILENT_MS = 90_000;
/** Limit for a socket without channels. */
const WITHOUT_CHANNEL_MS = 60_000;
const CLOSE_POLICY = 1008;

type Served = Pick<Connection, "lastFrameAt" | "hasChannels">;

interface Entry {
  connection: Served;
  openedAt: number;
  /** Null before the first join. */
  userId: string | null;
  /** Cut off at the next sweep. */
  closing: boolean;
}

export interface Sockets {
  readonly size: number;
  all(): Socket[];
  /** Takes an anonymous socket, evicting another if full; `serve` starts reading it. */
  open(socket: Socket, address: string, serve: () => Served): void;
  /** Admits a signed-in socket; returns false when there is no room. */
  admit(socket: Socket, userId: string): boolean;
  /** Closes silent and unjoined sockets. */
  sweep(): void;
}

export interface SocketsOptions {
  clock: Pick<Clock, "monotonic">;
  metrics: Pick<PortalMetrics, "turnedAway">;
  /** Connections of the whole server. */
  maxConnections: number;
}

/** Creates the count of connections, with room for `maxConnections` and shares of it for accounts and strangers. */
export function createSockets({ clock, metrics, maxConnections }: SocketsOptions): Sockets {
  const most = sharesOf(maxConnections);
  const entries = new Map<Socket, Entry>();
  const outsiders = createWaitingRoom<Socket>();
  const ofAccount = new Map<string, number>();

  const forget = (socket: Socket) => {
    const entry = entries.get(socket);
    if (!entry) return;
    entries.delete(socket);
    outsiders.remove(socket);
    if (entry.userId !== null) addTo(ofAccount, entry.userId, -1);
  };
  const makeWay = (socket: Socket | null) => {
    if (socket === null) return;
    metrics.turnedAway("evicted");
    forget(socket);
    // close() is not used: the peer need not answer, and its place is needed now.
    socket.terminate();
  };

  return {
    get size() {
      return entries.size;
    },
    all: () => [...entries.keys()],
    open: (socket, address, serve) => {
      const key = addressKey(address);
      if (outsiders.countOf(key) >= MOST_ANONYMOUS_OF_ADDRESS) makeWay(outsiders.oldestOf(key));
      else if (outsiders.size >= most.anonymous) makeWay(outsiders.oldestOfLargest());
      outsiders.add(socket, key);
      entries.set(socket, { connection: serve(), openedAt: clock.monotonic(), userId: null, closing: false });
      socket.on("close", () => forget(socket));
    },
    admit: (socket, userId) => {
      const entry = entries.get(socket);
      if (!entry) return false;
      if (entries.size - outsiders.size >= most.signedIn || (ofAccount.get(userId) ?? 0) >= MOST_OF_ACCOUNT) {
        metrics.turnedAway("full");
        return false;
      }
      outsiders.remove(socket);
      entry.userId = userId;
      addTo(ofAccount, userId, 1);
      return true;
    },
    sweep: () => {
      const now = clock.monotonic();
      for (const [socket, entry] of entries) {
        const ends = endOf(entry, now);
        if (ends === "at once") socket.terminate();
        else if (ends === "unjoined") {
          metrics.turnedAway("no_join");
          entry.closing = true;
          socket.close(CLOSE_POLICY, "no channel was joined");
        }
      }
    },
  };
}

const sharesOf = (maxConnections: number) => ({
  signedIn: Math.min(MOST_SIGNED_IN, Math.floor(maxConnections / 2)),
  anonymous: Math.min(MOST_ANONYMOUS, Math.ceil(maxConnections / 8)),
});

/** Decides how a sweep ends a socket; null: it stays. */
function endOf({ connection, openedAt, userId, closing }: Entry, now: number): "at once" | "unjoined" | null {
  const silent = now - connection.lastFrameAt();
  if (closing || silent > SILENT_MS) return "at once";
  if (userId === null && now - openedAt > SOCKET_JOIN_MS) return "unjoined";
  return silent > WITHOUT_CHANNEL_MS && !connection.hasChannels() ? "at once" : null;
}
