import { expect, test } from "vitest";
import { SOCKET_JOIN_MS } from "#contract/limits.ts";
import { createSockets } from "./sockets.ts";

class FakeSocket {
  readonly bufferedAmount = 0;
  readonly readyState = 1;
  readonly said: string[] = [];
  #closed = () => {};
  send(text: string): void {
    this.said.push(text);
  }
  close(code?: number): void {
    this.said.push(`closed ${code}`);
  }
  terminate(): void {
    this.said.push("cut");
    this.#closed();
  }
  on(event: "message" | "close", listener: ((data: Buffer, isBinary: boolean) => void) | (() => void)): void {
    if (event === "close") this.#closed = () => (listener as () => void)();
  }
}

function opened() {
  let now = 0;
  const sockets = createSockets({
    clock: { monotonic: () => now },
    metrics: { turnedAway: () => {} },
    maxConnections: 100,
  });
  const connection = { lastFrameAt: () => now, hasChannels: () => false, tick: () => {} };
  const socket = new FakeSocket();
  sockets.open(socket, "192.0.2.1", () => connection as never);
  const sweepAt = (ms: number) => {
    now = ms;
    sockets.sweep();
    return socket.said;
  };
  return { sockets, socket, sweepAt };
}

test("a socket that joins nothing is closed at the first sweep past its five seconds, and cut at the next", () => {
  const { sockets, sweepAt } = opened();
  expect(SOCKET_JOIN_MS).toBe(5_000);
  expect(sweepAt(5_000)).toEqual([]);
  expect(sweepAt(5_001)).toEqual(["closed 1008"]);
  expect(sockets.size).toBe(1);
  expect(sweepAt(5_002)).toEqual(["closed 1008", "cut"]);
  expect(sockets.size).toBe(0);
});

test("one that has joined signed in is left alone then", () => {
  const { sockets, socket, sweepAt } = opened();
  expect(sockets.admit(socket, "somebody")).toBe(true);
  expect(sweepAt(5_001)).toEqual([]);
});
