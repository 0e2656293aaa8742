// Pipelined requests are served one after the other, so a connection never runs more than one request at a time.
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { createConnectionGuard } from "#server/platform/connections/connection-guard.ts";
import { guardedServer } from "#server/platform/connections/http-server.ts";
import { MOST_WAITING } from "#server/platform/connections/one-at-a-time.ts";
import { createMetrics } from "#server/platform/metrics/metrics.ts";
import { paced } from "#tests/support/pace.ts";
import { ended, openRaw, outsiderAddress } from "#tests/support/raw-sockets.ts";

const ask = (n: number) => `GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`;
const asks = (count: number) => Array.from({ length: count }, (_, n) => ask(n)).join("");

describe("a connection that sends requests ahead", () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  const start = async (handler: RequestListener) => {
    const guard = createConnectionGuard({
      clock: systemClock,
      log: { warn: () => undefined },
      metrics: createMetrics(),
      maxConnections: 64,
      isProxy: () => false,
      isGate: () => false,
    });
    const server = guardedServer(guard)(handler).listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(() => {
      guard.stop();
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  };

  it("has one under way at a time, and every answer in its turn", async () => {
    let underWay = 0;
    let most = 0;
    const url = await start((request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.end(`<${request.url}>`);
      });
    });
    const socket = await openRaw(url, outsiderAddress(0), asks(MOST_WAITING + 1));
    let text = "";
    socket.on("data", (chunk) => {
      text += String(chunk);
    });
    await vi.waitFor(() => expect(text).toContain(`</${MOST_WAITING}>`), paced(60_000));
    const answers = [...text.matchAll(/<\/(\d+)>/g)].map(([, n]) => Number(n));
    expect(answers).toEqual(Array.from({ length: MOST_WAITING + 1 }, (_, n) => n));
    expect(most).toBe(1);
    socket.write(ask(99));
    await vi.waitFor(() => expect(text).toContain("</99>"), paced(60_000));
  });

  it("is ended when it sends thousands, and none but the first was begun", async () => {
    const begun: (string | undefined)[] = [];
    const url = await start(({ url: path }) => void begun.push(path));
    const socket = await openRaw(url, outsiderAddress(0), asks(5_000));
    socket.resume();
    await ended(socket);
    expect(begun).toEqual(["/0"]);
  });
});
