// A load balancer of two servers on loopback: sends to those whose /readyz answers 200, and resends what a server never accepted.
import { type ClientRequest, createServer, type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** A balancer treats a server that does not answer as away. */
const READY_LIMIT_MS = 2_000;

export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** Addresses that were ready when they were last asked. */
  readonly ready: readonly string[];
}

const ASK_EVERY_MS = 200;

export async function startBalancer(servers: readonly string[], port: number): Promise<Balancer> {
  const stopping = new AbortController();
  let ready: string[] = [];
  let turn = 0;
  const ask = async () => {
    while (!stopping.signal.aborted) {
      const answers = await Promise.all(servers.map((url) => isReady(url)));
      ready = servers.filter((_, i) => answers[i]);
      await wait(ASK_EVERY_MS);
    }
  };
  const order = () => {
    turn += 1;
    return ready.map((_, i) => ready[(turn + i) % ready.length] ?? "");
  };
  const front = createServer((incoming, answer) => {
    const body: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => body.push(chunk));
    incoming.on("end", () => {
      const attempt = ([server, ...others]: string[]) => {
        if (server === undefined) {
          answer.writeHead(503).end('{"error":"no server is ready"}');
          return;
        }
        const onward = forward(server, incoming);
        onward.on("response", (reply) => {
          const { connection: _own, ...headers } = reply.headers;
          answer.writeHead(reply.statusCode ?? 502, headers);
          reply.pipe(answer);
        });
        onward.on("error", (error) => {
          if ("code" in error && error.code === "ECONNREFUSED") attempt(others);
          else if (answer.headersSent) answer.destroy();
          else answer.writeHead(502).end(JSON.stringify({ error: error.message }));
        });
        onward.end(Buffer.concat(body));
      };
      attempt(order());
    });
  });
  front.on("upgrade", (incoming: IncomingMessage, socket: Duplex) => {
    const server = order()[0];
    socket.on("error", () => {});
    if (server === undefined) {
      socket.destroy();
      return;
    }
    const onward = forward(server, incoming, true);
    onward.on("error", () => socket.destroy());
    onward.on("upgrade", (reply, there) => {
      const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      there.on("error", () => {}).on("close", () => socket.destroy());
      socket.on("close", () => there.destroy());
      there.pipe(socket).pipe(there);
    });
    onward.end();
  });
  await new Promise<void>((resolve) => {
    front.listen(port, "127.0.0.1", resolve);
  });
  const asking = ask();
  return {
    url: `http://127.0.0.1:${port}`,
    get ready() {
      return ready;
    },
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await asking;
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

function forward(server: string, { url, method, headers }: IncomingMessage, upgrade = false): ClientRequest {
  const { connection: _own, ...rest } = headers;
  return request(new URL(url ?? "/", server), {
    method,
    agent: false,
    headers: { ...rest, connection: upgrade ? "Upgrade" : "close" },
  });
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
