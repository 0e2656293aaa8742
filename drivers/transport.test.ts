import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { makeCertificate } from "#simulators/network/certificate.ts";
import { paced } from "#tests/support/pace.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createNegotiatedSession } from "./negotiated-session.ts";
import { createNetworkPolicy } from "./network-policy.ts";
import type { DeviceConnection } from "./port.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function listen(server: Server | TcpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return `http://127.0.0.1:${address.port}`;
}

function transportTo(url: string, changes: Partial<DeviceConnection> = {}, options: Partial<TransportOptions> = {}) {
  const connection = {
    baseUrl: new URL(url),
    username: "portal",
    password: "S3cret-pass",
    certSha256: null,
    serial: null,
    allowPlainHttp: false,
    ...changes,
  };
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const transport = createTransport(connection, { network, clock: systemClock, connections: 1, ...options });
  cleanUps.push(() => transport.close());
  return transport;
}

const GET = { method: "GET", path: "/" } as const;

describe("one exchange", () => {
  test("a redirect is an answer, not a way to another host", async () => {
    let elsewhere = 0;
    const other = await listen(createServer((_request, response) => void ((elsewhere += 1), response.end())));
    const url = await listen(
      createServer((_request, response) => void response.writeHead(302, { location: other }).end()),
    );
    expect((await transportTo(url).exchange(GET)).status).toBe(302);
    expect(elsewhere).toBe(0);
  });

  test("a prefix of the address goes before every path", async () => {
    const url = await listen(createServer((request, response) => void response.end(request.url)));
    expect((await transportTo(`${url}/axxon/`).exchange({ method: "GET", path: "/macro?x=1" })).text).toBe(
      "/axxon/macro?x=1",
    );
  });

  test("reading stops at 1 MiB, whatever the device goes on sending", async () => {
    let sent = 0;
    const url = await listen(
      createServer((_request, response) => {
        const pour = () => {
          while (!response.destroyed && sent < 64 * 1024 * 1024 && response.write(Buffer.alloc(64 * 1024)))
            sent += 64 * 1024;
          if (sent >= 64 * 1024 * 1024) response.end();
        };
        response.on("drain", pour);
        pour();
      }),
    );
    await expect(transportTo(url).exchange(GET)).rejects.toMatchObject({
      code: "reply_too_large",
      limitBytes: 1_048_576,
    });
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  test.each(["text", "bytes"] as const)(
    "an answer that calls itself longer is refused before it comes (%s)",
    async (read) => {
      const url = await listen(
        createServer((_request, response) => response.writeHead(200, { "content-length": 104_857_600 }).flushHeaders()),
      );
      await expect(transportTo(url, {}, { clock: manualClock() }).exchange({ ...GET, read })).rejects.toMatchObject({
        code: "reply_too_large",
        limitBytes: 1_048_576,
      });
    },
  );

  test("only the beginning of a log is read", async () => {
    const url = await listen(createServer((_request, response) => void response.end("x".repeat(3_000_000))));
    const reply = await transportTo(url).exchange({ ...GET, read: "head" });
    expect(reply.text).toHaveLength(16 * 1024);
  });

  test("something that does not speak HTTP is nonsense", async () => {
    const url = await listen(createTcpServer((socket) => void socket.once("data", () => socket.end("SSH-2.0-x\r\n"))));
    await expect(transportTo(url).exchange(GET)).rejects.toMatchObject({
      code: "nonsense_reply",
      outcomeUnknown: true,
    });
  });

  test("a certificate of no known authority is accepted from a device and refused from a receiver", async () => {
    let asked = 0;
    const { key, cert } = makeCertificate("127.0.0.1");
    const server = createHttpsServer({ key, cert }, (_request, response) => void ((asked += 1), response.end("ja")));
    const url = (await listen(server)).replace("http:", "https:");
    expect((await transportTo(url).exchange(GET)).status).toBe(200);
    const error = await transportTo(url, {}, { trust: "authorities" })
      .exchange(GET)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "certificate_error", outcomeUnknown: false });
    expect(asked).toBe(1);
  });

  test("a device that answers the handshake in TLS 1.0 is named as such, and nothing was sent", async () => {
    const hello = Buffer.concat([Buffer.from([0x03, 0x01]), Buffer.alloc(32, 7), Buffer.from([0, 0x00, 0x2f, 0])]);
    const record = Buffer.from([0x16, 0x03, 0x01, 0, hello.length + 4, 0x02, 0, 0, hello.length]);
    const url = await listen(
      createTcpServer((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", () => socket.write(Buffer.concat([record, hello])));
      }),
    );
    const asked = transportTo(url.replace("http:", "https:")).exchange(GET, "Basic c2VjcmV0");
    await expect(asked).rejects.toMatchObject({ code: "tls_too_old", outcomeUnknown: false });
  });

  test("TLS towards a port without it is a certificate error, and nothing was sent", async () => {
    const received: Buffer[] = [];
    const url = await listen(
      createTcpServer((socket) => {
        socket.on("data", (chunk) => {
          received.push(chunk);
          socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
        });
      }),
    );
    const transport = transportTo(url.replace("http:", "https:"));
    const error = await transport.exchange(GET, "Basic c2VjcmV0").catch((one: unknown) => one);
    expect(error).toMatchObject({ code: "certificate_error", outcomeUnknown: false });
    expect(Buffer.concat(received).includes("c2VjcmV0")).toBe(false);
  });

  test("a connection that ends before the answer leaves the outcome unknown", async () => {
    const url = await listen(createServer((request) => void request.socket.destroy()));
    await expect(transportTo(url).exchange(GET)).rejects.toMatchObject({
      code: "connection_lost",
      outcomeUnknown: true,
    });
  });

  test("half an answer is a lost connection", async () => {
    const head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf";
    const url = await listen(createTcpServer((socket) => void socket.once("data", () => socket.end(head))));
    const error = await transportTo(url)
      .exchange(GET)
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ retryable: true, outcomeUnknown: true });
  });

  test("a caller that gives up frees the connection for the next call", async () => {
    let calls = 0;
    const url = await listen(
      createServer((_request, response) => {
        calls += 1;
        if (calls > 1) response.end("ok");
      }),
    );
    const clock = manualClock();
    const transport = transportTo(url, {}, { clock });
    const first = transport.exchange(GET);
    await expect.poll(() => calls).toBe(1);
    clock.strike();
    await expect(first).rejects.toMatchObject({ code: "timeout", outcomeUnknown: true, limitMs: 10_000 });
    expect((await transport.exchange(GET)).text).toBe("ok");
  });

  test("a request whose time ran out while the process stood still is never sent", async () => {
    let requests = 0;
    const url = await listen(createServer((_request, response) => void ((requests += 1), response.end())));
    const timeoutMs = paced(5_000);
    let stoodStillMs = 0;
    const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + stoodStillMs };
    const real = createNetworkPolicy({ allow: [], allowLoopback: true });
    const network = {
      ...real,
      resolve: async (to: URL) => {
        const target = await real.resolve(to);
        stoodStillMs = timeoutMs + 1_000;
        return target;
      },
    };
    const late = transportTo(url, {}, { clock, network }).exchange({
      ...GET,
      timeoutMs,
      freshConnection: true,
    });
    await expect(late).rejects.toMatchObject({ code: "timeout", outcomeUnknown: false });
    expect(requests).toBe(0);
  });

  test("a request that was given up while it waited for its turn is never sent", async () => {
    const seen: (string | undefined)[] = [];
    const held = Promise.withResolvers<void>();
    const url = await listen(
      createServer((request, response) => {
        seen.push(request.url);
        void held.promise.then(() => response.end("ok"));
      }),
    );
    const transport = transportTo(url);
    const first = transport.exchange(GET);
    await expect.poll(() => seen.length).toBe(1);
    const second = transport.exchange({ method: "GET", path: "/opening", timeoutMs: paced(20) });
    await expect(second).rejects.toMatchObject({ code: "timeout", outcomeUnknown: false });
    held.resolve();
    expect((await first).text).toBe("ok");
    expect((await transport.exchange({ method: "GET", path: "/next" })).text).toBe("ok");
    expect(seen).toEqual(["/", "/next"]);
  });

  // Covers: device.10
  test("time that runs out before a connection is there has sent nothing", async () => {
    const clock = manualClock();
    const slow = { resolve: () => new Promise<never>(() => undefined) };
    const transport = transportTo("http://door.example", {}, { clock, network: slow });
    const call = transport.exchange(GET);
    clock.strike();
    await expect(call).rejects.toMatchObject({ code: "timeout", outcomeUnknown: false });
  });

  test("a shutdown ends a running call and refuses the next", async () => {
    const stop = new AbortController();
    let calls = 0;
    const url = await listen(createServer(() => void (calls += 1)));
    const transport = transportTo(url, {}, { signal: stop.signal });
    const running = transport.exchange(GET);
    await expect.poll(() => calls).toBe(1);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted", outcomeUnknown: true });
    await expect(transport.exchange(GET)).rejects.toMatchObject({ code: "aborted", outcomeUnknown: false });
    expect(calls).toBe(1);
  });

  test("the device's clock is read from its answers", async () => {
    const url = await listen(
      createServer((_request, response) => void response.setHeader("date", "Thu, 01 Jan 2026 12:00:00 GMT").end()),
    );
    const now = new Date("2026-01-01T11:00:00Z");
    const transport = transportTo(url, {}, { clock: { ...systemClock, now: () => now } });
    expect(transport.clockSkewMs()).toBeNull();
    await transport.exchange(GET);
    expect(transport.clockSkewMs()).toBe(3_600_500);
  });

  test("a name is resolved for each connection and never between, so an answer cannot be swapped", async () => {
    const url = await listen(createServer((_request, response) => void response.end("ok")));
    const answers = ["127.0.0.1", "169.254.169.254"];
    let asked = 0;
    const network = createNetworkPolicy({
      allow: [],
      allowLoopback: true,
      lookup: async () => [answers[asked++] ?? ""],
    });
    const transport = transportTo(url.replace("127.0.0.1", "door.example"), {}, { network });
    await transport.exchange(GET);
    await transport.exchange(GET);
    expect(asked).toBe(1);
    const second = transport.exchange({ ...GET, freshConnection: true });
    await expect(second).rejects.toMatchObject({ code: "address_forbidden" });
  });
});

describe("signing in", () => {
  test("a nonce is kept and counted", async () => {
    const { seen, session } = await guarded((authorization) => (authorization ? null : [digest("n1")]));
    for (let call = 0; call < 3; call += 1) expect((await session.send(GET)).text).toBe("in");
    expect(seen.map((one) => /nc=(\w+)/.exec(one ?? "")?.[1])).toEqual([undefined, "00000001", "00000002", "00000003"]);
  });

  test("calls at once never share a count", async () => {
    const { seen, session } = await guarded((authorization) => (authorization ? null : [digest("n1")]));
    await Promise.all(Array.from({ length: 10 }, () => session.send(GET)));
    const counts = seen.flatMap((one) => /nc=(\w+)/.exec(one ?? "")?.[1] ?? []);
    expect(counts).toEqual(counts.toSorted());
    expect(new Set(counts).size).toBe(10);
  });

  test("a second 401 is not retried", async () => {
    const { seen, session } = await guarded(() => [digest("n1")]);
    await expect(session.send(GET)).rejects.toMatchObject({ code: "auth_failed", retryable: false });
    expect(seen).toHaveLength(2);
  });

  // Covers: device.3
  test("a stale nonce is answered once more, and only once", async () => {
    const stale = await guarded((_authorization, call) => (call < 3 ? [digest(`n${call}`, ", stale=true")] : null));
    expect((await stale.session.send(GET)).text).toBe("in");
    const always = await guarded(() => [digest("n", ", stale=true")]);
    await expect(always.session.send(GET)).rejects.toMatchObject({ code: "auth_failed" });
    expect(always.seen).toHaveLength(3);
  });

  test("a device that was restarted asks anew, without saying stale", async () => {
    let nonce = "before";
    const { seen, session } = await guarded((one) => (one?.includes(`nonce="${nonce}"`) ? null : [digest(nonce)]));
    await session.send(GET);
    nonce = "after";
    expect((await session.send(GET)).text).toBe("in");
    expect(seen.at(-1)).toContain("nc=00000001");
  });

  test("Basic is refused over plain http, and no password crosses the wire", async () => {
    const { seen, session } = await guarded(() => ['Basic realm="AXIS_ACCC8E123456"']);
    await expect(session.send(GET)).rejects.toMatchObject({ code: "basic_over_http_refused" });
    expect(seen).toEqual([undefined]);
  });

  // Covers: device.2
  test("Digest is chosen where both are offered", async () => {
    const { seen, session } = await guarded((one) => (one ? null : ['Basic realm="x"', digest("n1")]));
    await session.send(GET);
    expect(seen[1]).toMatch(/^Digest /);
  });

  test("a device that asks for something unknown is distinguished from a wrong password", async () => {
    const { session } = await guarded(() => ["Negotiate"]);
    await expect(session.send(GET)).rejects.toMatchObject({ code: "auth_failed", reason: "no_known_scheme" });
  });

  // Covers: device.10
  test("a kept connection that has died is replaced without the caller noticing", async () => {
    const { seen, session } = await guarded((authorization) => (authorization ? null : [digest("n1")]));
    await session.send(GET);
    let dropped = false;
    const server = await listen(
      createServer((request, response) => {
        if (request.url === "/" && !dropped && seen.length > 0) {
          dropped = true;
          request.socket.destroy();
        } else response.end("in");
      }),
    );
    const other = createNegotiatedSession(transportTo(server), { username: "a", password: "b", clock: systemClock });
    await other.send({ method: "GET", path: "/warm" });
    expect((await other.send(GET)).text).toBe("in");
    expect(dropped).toBe(true);
  });
});

function manualClock(): Clock & { strike(): void } {
  const waiting = new Set<() => void>();
  return {
    now: () => new Date(),
    monotonic: () => 0,
    wait: (_ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.add(resolve);
        signal?.addEventListener("abort", () => {
          waiting.delete(resolve);
          reject(signal.reason);
        });
      }),
    strike() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}

async function guarded(judge: (authorization: string | undefined, call: number) => string[] | null) {
  const seen: (string | undefined)[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push(request.headers.authorization);
    const challenges = judge(request.headers.authorization, seen.length);
    if (challenges === null) response.end("in");
    else response.writeHead(401, { "www-authenticate": challenges }).end("<html>401</html>");
  };
  const url = await listen(createServer(listener));
  const account = { username: "portal", password: "S3cret-pass", clock: systemClock };
  return { seen, session: createNegotiatedSession(transportTo(url), account) };
}
function digest(nonce: string, more = ""): string {
  return `Digest realm="AXIS_ACCC8E123456", nonce="${nonce}", qop="auth"${more}`;
}
