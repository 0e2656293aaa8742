// Tests the exact times of a connection, which Node's own timers run (platform/slow-connections.test.ts sees connections end).
import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { expect, test, vi } from "vitest";
import { REQUEST_LIMIT_MS } from "#contract/limits.ts";
import { paced } from "#tests/support/pace.ts";
import { createConnectionGuard } from "./connection-guard.ts";
import { guardedServer } from "./http-server.ts";

function guardWithClock() {
  const sweeps: (() => void)[] = [];
  const waited: number[] = [];
  const clock = {
    now: () => new Date(0),
    monotonic: () => 0,
    wait: (ms: number) => {
      waited.push(ms);
      return new Promise<void>((resolve) => void sweeps.push(resolve));
    },
  };
  const guard = createConnectionGuard({
    clock,
    log: { warn: () => undefined },
    metrics: { connection: () => {} },
    maxConnections: 10,
    isProxy: () => false,
    isGate: () => false,
  });
  const sweep = async () => {
    sweeps.shift()?.();
    await vi.waitFor(() => expect(sweeps).toHaveLength(1), paced(30_000));
  };
  return { guard, waited, sweep };
}

class FakeSocket extends EventEmitter {
  readonly remoteAddress = "192.0.2.1";
  writableLength = 0;
  readonly timeouts: number[] = [];
  setTimeout(ms: number): void {
    this.timeouts.push(ms);
  }
}

test("headers, a whole request and silence have fifteen seconds each", () => {
  const { guard } = guardWithClock();
  const server = guardedServer(guard)(() => {});
  expect(REQUEST_LIMIT_MS).toBe(15_000);
  expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([15_000, 15_000, 15_000]);
  guard.stop();
});

test("an unread answer has the same time, from the next look of each second, and an upgrade from its start", async () => {
  const { guard, waited, sweep } = guardWithClock();
  const server = createServer();
  const [unread, upgrading] = [new FakeSocket(), new FakeSocket()];
  server.removeAllListeners("connection");
  guard.attach(server);
  for (const socket of [unread, upgrading]) server.emit("connection", socket);
  server.emit("listening");
  await vi.waitFor(() => expect(waited).toEqual([1_000]), paced(30_000));
  guard.readWhole({ socket: unread } as never);
  await sweep();
  expect(unread.timeouts).toEqual([]);
  unread.writableLength = 1;
  await sweep();
  // Two periods without progress, because Node counts the first one as progress.
  expect(unread.timeouts).toEqual([7_500]);
  unread.writableLength = 0;
  await sweep();
  expect(unread.timeouts).toEqual([7_500, 0]);
  server.emit("upgrade", { socket: upgrading });
  expect(upgrading.timeouts).toEqual([15_000]);
  guard.stop();
});
