// Gives connections their places. When full, one without a complete request is evicted; a gate's connection only for another
// gate's.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { addTo } from "../counts.ts";
import type { ConnectionEvent, PortalMetrics } from "../metrics/metrics.ts";
import { createWaitingRoom } from "./waiting-room.ts";

/** Limit per address, proxies apart: a building behind one address has some hundred. */
export const CONNECTIONS_PER_ADDRESS = 256;
/** Share reserved for addresses whose gate calls were recently accepted. */
const GATE_SHARE = 1 / 8;

export interface Held {
  /** Over TLS: the encrypted connection until the handshake, then the decrypted one. */
  socket: Socket;
  readonly peer: string;
  readonly key: string;
  readonly isGate: boolean;
  /** The request's headers are read and its reply is not sent. */
  begun: boolean;
  /** Requests read completely and unanswered; several when pipelined. */
  owed: Set<IncomingMessage>;
  /** Upgrading: Node neither reads nor times further requests on it. */
  upgrading: boolean;
  /** A reply is unread and the socket timeout runs. */
  timed: boolean;
}

const peerOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

/** Connections in `waiting` have not sent a whole request and are evicted first, then those in `idle`. */
const createRooms = () => ({ waiting: createWaitingRoom<Held>(), idle: createWaitingRoom<Held>() });
type Rooms = ReturnType<typeof createRooms>;

export class ConnectionPlaces {
  readonly #most: number;
  readonly #mostGeneral: number;
  readonly #metrics: Pick<PortalMetrics, "connection">;
  readonly #held = new Map<Socket, Held>();
  /** By address and port of both ends, which a connection has alone while it is open. */
  readonly #byPeer = new Map<string, Held>();
  readonly #perAddress = new Map<string, number>();
  #ofGates = 0;
  readonly #rooms = createRooms();
  readonly #gateRooms = createRooms();

  constructor(most: number, metrics: Pick<PortalMetrics, "connection">) {
    this.#most = most;
    this.#mostGeneral = most - Math.ceil(most * GATE_SHARE);
    this.#metrics = metrics;
  }

  get(socket: Socket): Held | undefined {
    return this.#held.get(socket);
  }

  all(): Iterable<Held> {
    return this.#held.values();
  }

  get sizes(): { held: number; waiting: number; idle: number } {
    const [general, gates] = [this.#rooms, this.#gateRooms];
    return {
      held: this.#held.size,
      waiting: general.waiting.size + gates.waiting.size,
      idle: general.idle.size + gates.idle.size,
    };
  }

  /** Takes a connection, evicting another if full; returns false, and ends it, when there is no room. */
  admit(socket: Socket, key: string, { proxy, gate }: { proxy: boolean; gate: boolean }): boolean {
    if (!this.#makeRoom(key, { proxy, gate })) {
      this.#metrics.connection("refused");
      socket.destroy();
      return false;
    }
    const peer = peerOf(socket);
    const one: Held = {
      socket,
      peer,
      key,
      isGate: gate,
      begun: false,
      owed: new Set(),
      upgrading: false,
      timed: false,
    };
    this.#held.set(socket, one);
    this.#byPeer.set(peer, one);
    if (gate) this.#ofGates += 1;
    addTo(this.#perAddress, key, 1);
    this.#roomsOf(one).waiting.add(one, key);
    socket.once("close", () => this.#forget(one));
    return true;
  }

  /** Replaces a connection's encrypted socket by its decrypted one. */
  secure(socket: Socket): void {
    const one = this.#byPeer.get(peerOf(socket));
    if (one === undefined || !this.#held.delete(one.socket)) return;
    one.socket = socket;
    this.#held.set(socket, one);
  }

  /** Keeps a connection from eviction until it is idle. */
  setWorking(one: Held): void {
    this.#roomsOf(one).waiting.remove(one);
    this.#roomsOf(one).idle.remove(one);
  }

  setIdle(one: Held): void {
    this.#roomsOf(one).idle.add(one, one.key);
  }

  #roomsOf(one: Held): Rooms {
    return one.isGate ? this.#gateRooms : this.#rooms;
  }

  #makeRoom(key: string, { proxy, gate }: { proxy: boolean; gate: boolean }): boolean {
    const full = !proxy && (this.#perAddress.get(key) ?? 0) >= CONNECTIONS_PER_ADDRESS;
    // A gate's address may have older connections from before it was known.
    if (full && !this.#evictOf(key, this.#rooms) && !this.#evictOf(key, this.#gateRooms)) return false;
    const { size } = this.#held;
    if (gate) return size < this.#most || this.#evictAny(this.#rooms) || this.#evictAny(this.#gateRooms);
    return (size - this.#ofGates < this.#mostGeneral && size < this.#most) || this.#evictAny(this.#rooms);
  }

  #evictOf(key: string, { waiting, idle }: Rooms): boolean {
    return this.#evict(waiting.oldestOf(key) ?? idle.oldestOf(key), "evicted_address");
  }

  #evictAny({ waiting, idle }: Rooms): boolean {
    return this.#evict(waiting.oldestOfLargest() ?? idle.oldestOfLargest(), "evicted_full");
  }

  #evict(one: Held | null, why: ConnectionEvent): boolean {
    if (one === null) return false;
    this.#metrics.connection(why);
    this.#forget(one);
    one.socket.destroy();
    return true;
  }

  #forget(one: Held): void {
    if (!this.#held.delete(one.socket)) return;
    if (this.#byPeer.get(one.peer) === one) this.#byPeer.delete(one.peer);
    this.setWorking(one);
    if (one.isGate) this.#ofGates -= 1;
    addTo(this.#perAddress, one.key, -1);
  }
}
