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

export interface Connections {
  /** Acquires a connection in turn. Throws errors of `connect`, and CallAbortedError once closed. */
  acquire(): Promise<Lease>;
  readonly isClosed: boolean;
  /** Ends every connection, also those in use. */
  close(): void;
}

export function createConnections({ most, connect }: { most: number; connect: () => Promise<Socket> }): Connections {
  const idle: { socket: Socket; forget: () => void }[] = [];
  const inUse = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let open = 0;
  let isClosed = false;

  const drop = (socket: Socket) => {
    open -= 1;
    socket.destroy();
    waiting.shift()?.();
  };
  const keep = (socket: Socket, ms: number) => {
    const end = () => {
      entry.forget();
      drop(socket);
    };
    const timer = setTimeout(end, Math.min(ms, KEEP_ALIVE_MAX_MS));
    const entry = {
      socket,
      forget() {
        clearTimeout(timer);
        for (const event of ["data", "end", "close", "error"]) socket.off(event, end);
        const at = idle.indexOf(entry);
        if (at >= 0) idle.splice(at, 1);
      },
    };
    // Bytes that arrive while nothing was asked are no answer.
    for (const event of ["data", "end", "close", "error"]) socket.on(event, end);
    idle.push(entry);
    waiting.shift()?.();
  };
  const lend = (socket: Socket): Lease => {
    let isBack = false;
    inUse.add(socket);
    return {
      socket,
      release(keepMs) {
        if (isBack) return;
        isBack = true;
        inUse.delete(socket);
        if (keepMs === null || keepMs <= 0 || socket.destroyed || isClosed) drop(socket);
        else keep(socket, keepMs);
      },
    };
  };

  return {
    async acquire() {
      for (;;) {
        if (isClosed) throw new CallAbortedError({ outcomeUnknown: false });
        const kept = idle.at(-1);
        if (kept) {
          kept.forget();
          return lend(kept.socket);
        }
        if (open < most) break;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      open += 1;
      try {
        const socket = await connect();
        if (!isClosed) return lend(socket);
        socket.destroy();
      } catch (error) {
        open -= 1;
        waiting.shift()?.();
        throw error;
      }
      throw new CallAbortedError({ outcomeUnknown: false });
    },
    get isClosed() {
      return isClosed;
    },
    close() {
      isClosed = true;
      for (const { socket, forget } of idle.splice(0)) {
        forget();
        socket.destroy();
      }
      for (const socket of inUse) socket.destroy();
      for (const wake of waiting.splice(0)) wake();
    },
  };
}

/** Returns the device's own limit of a Keep-Alive header, less a second. */
export function keptFor(keepAlive: string): number {
  const seconds = /timeout=(\d{1,5})/i.exec(keepAlive)?.[1];
  return seconds === undefined ? KEEP_ALIVE_MS : Number(seconds) * 1000 - 1000;
}
