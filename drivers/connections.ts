// Keeps connections to one device open: a limited number, each with one request at a time, kept for a while in between.
import type { Socket } from "node:net";
import { CallAbortedError } from "./errors.ts";

/** Below the usual idle time of devices' web servers (5 s). */
export const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 60_000;

export interface Lease {
  socket: Socket;
  /** Releases the connection. `keepMs`: how long it may wait for another request; null closes it. */
  release(keepMs: number | null): void;
}

interface Idle {
  socket: Socket;
  forget: () => void;
}

const LOST = ["data", "end", "close", "error"];

export class Connections {
  readonly #most: number;
  readonly #connect: () => Promise<Socket>;
  readonly #idle: Idle[] = [];
  readonly #inUse = new Set<Socket>();
  readonly #waiting: (() => void)[] = [];
  #open = 0;
  #isClosed = false;

  constructor({ most, connect }: { most: number; connect: () => Promise<Socket> }) {
    this.#most = most;
    this.#connect = connect;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Acquires a connection; callers are served in turn. Throws errors of `connect`, and CallAbortedError once closed. */
  async acquire(): Promise<Lease> {
    for (;;) {
      if (this.#isClosed) throw new CallAbortedError({ outcomeUnknown: false });
      const kept = this.#idle.at(-1);
      if (kept) {
        kept.forget();
        return this.#lend(kept.socket);
      }
      if (this.#open < this.#most) break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#open += 1;
    try {
      const socket = await this.#connect();
      if (!this.#isClosed) return this.#lend(socket);
      socket.destroy();
    } catch (error) {
      this.#open -= 1;
      this.#waiting.shift()?.();
      throw error;
    }
    throw new CallAbortedError({ outcomeUnknown: false });
  }

  /** Ends every connection, also those in use. */
  close(): void {
    this.#isClosed = true;
    for (const { socket, forget } of this.#idle.splice(0)) {
      forget();
      socket.destroy();
    }
    for (const socket of this.#inUse) socket.destroy();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #lend(socket: Socket): Lease {
    let isBack = false;
    this.#inUse.add(socket);
    return {
      socket,
      release: (keepMs) => {
        if (isBack) return;
        isBack = true;
        this.#inUse.delete(socket);
        if (keepMs === null || keepMs <= 0 || socket.destroyed || this.#isClosed) this.#drop(socket);
        else this.#keep(socket, keepMs);
      },
    };
  }

  #keep(socket: Socket, ms: number): void {
    const end = () => {
      entry.forget();
      this.#drop(socket);
    };
    const timer = setTimeout(end, Math.min(ms, KEEP_ALIVE_MAX_MS));
    const forget = () => {
      clearTimeout(timer);
      for (const event of LOST) socket.off(event, end);
      const at = this.#idle.indexOf(entry);
      if (at >= 0) this.#idle.splice(at, 1);
    };
    const entry = { socket, forget };
    // Bytes that arrive while nothing was asked are no answer.
    for (const event of LOST) socket.on(event, end);
    this.#idle.push(entry);
    this.#waiting.shift()?.();
  }

  #drop(socket: Socket): void {
    this.#open -= 1;
    socket.destroy();
    this.#waiting.shift()?.();
  }
}

/** Returns the device's own limit of a Keep-Alive header, less a second. */
export function keptFor(keepAlive: string): number {
  const seconds = /timeout=(\d{1,5})/i.exec(keepAlive)?.[1];
  return seconds === undefined ? KEEP_ALIVE_MS : Number(seconds) * 1000 - 1000;
}
