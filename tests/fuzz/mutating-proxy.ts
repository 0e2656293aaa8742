// A proxy between driver and simulator that spoils answers: text, types, lengths, headers, status, the connection.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { Agent, request as forward } from "undici";
import type { Random } from "#scripts/seed/random.ts";
import { makeCertificate } from "#simulators/network/certificate.ts";

export interface MutatingProxy {
  readonly url: string;
  spoil: boolean;
  close(): Promise<void>;
}

/** An answer twice as large as drivers accept. */
const HUGE_BYTES = 2_200_000;
const JUNK = [
  "null",
  "true",
  "-1",
  "1e999",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  "[]",
  "{}",
  "[[]]",
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '"x',
  "\u0000",
  "<html>",
  "9".repeat(400),
  `"${"a".repeat(5_000)}"`,
  "[".repeat(3_000),
  '{"a":'.repeat(2_000),
  "\ufeff",
  "2026-13-45T99:99:99Z",
  "undefined",
  "NaN",
];
const STATUSES = [100, 204, 206, 301, 302, 400, 401, 403, 404, 405, 418, 429, 500, 503, 599];
const HEADERS: readonly [string, string][] = [
  ["content-type", "text/html"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-encoding", "gzip"],
  ["date", "yesterday"],
  ["date", "Sun, 22 Nov 9999 00:00:00 GMT"],
  ["retry-after", "-1"],
  ["retry-after", "1e99"],
  ["location", "http://127.0.0.1:9/"],
  ["www-authenticate", 'Digest realm="x", nonce='],
  ["www-authenticate", 'Digest realm="AXIS_000000000000", nonce="n", algorithm=MD9, qop="auth-int"'],
  ["www-authenticate", "Basic"],
  ["set-cookie", "a=b"],
  ["x-long", "y".repeat(7_000)],
];

export async function startMutatingProxy(target: string, random: Random): Promise<MutatingProxy> {
  const agent = new Agent({ connections: 8, connect: { rejectUnauthorized: false } });
  const state = { spoil: true };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readText(request);
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const reply = await forward(`${target}${request.url ?? ""}`, {
      method: request.method === "POST" || request.method === "PUT" ? request.method : "GET",
      headers,
      dispatcher: agent,
      ...(body !== "" && { body }),
    });
    const text = await reply.body.text();
    const {
      "content-length": _replyLength,
      connection: _reply,
      "transfer-encoding": _encoding,
      ...kept
    } = reply.headers;
    for (const [name, value] of Object.entries(kept)) if (value !== undefined) response.setHeader(name, value);
    response.statusCode = reply.statusCode;
    // The proxy mostly spares the login, or nothing behind it would be reached.
    if (!state.spoil || (reply.statusCode === 401 && random.next() < 0.95)) return response.end(text);
    return spoilAnswer(random, response, text);
  };
  const { cert, key } = makeCertificate("proxy");
  const server = createServer({ cert, key }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    get spoil() {
      return state.spoil;
    },
    set spoil(value) {
      state.spoil = value;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}

function spoilAnswer(random: Random, response: ServerResponse, text: string): unknown {
  const roll = random.next();
  if (roll < 0.7) return response.end(spoilText(random, text));
  if (roll < 0.78) {
    response.statusCode = random.pick(STATUSES.slice(1));
    return response.end(random.next() < 0.5 ? text : spoilText(random, text));
  }
  if (roll < 0.88) {
    const [name, value] = random.pick(HEADERS);
    response.setHeader(name, value);
    return response.end(text);
  }
  if (roll < 0.9)
    return response.end(Buffer.from(text).map((byte) => (random.next() < 0.02 ? random.below(256) : byte)));
  if (roll < 0.91) return response.end(JSON.stringify(random.pick(["a", "å", "\\"]).repeat(HUGE_BYTES)));
  if (roll < 0.96) {
    response.setHeader("content-length", Buffer.byteLength(text) + 10);
    response.write(text.slice(0, random.below(text.length + 1)));
    return response.destroy();
  }
  if (roll < 0.98)
    return response.socket?.end(
      random.pick([
        "HTTP/1.1 200",
        "\r\n\r\n",
        "HTTP/9.9 999 \u0000\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
        "x".repeat(70_000),
      ]),
    );
  return response.destroy();
}

function spoilText(random: Random, text: string): string {
  const spots = [...text.matchAll(/"(?:[^"\\]|\\.)*"|\d+|true|false|null|\[|\{/g)];
  if (spots.length === 0) return random.pick(JUNK) + text;
  const spot = random.pick(spots);
  const end = random.pick([spot.index + spot[0].length, spot.index + random.below(12), text.length]);
  const junk = random.next() < 0.15 ? spot[0].repeat(1 + random.below(200)) : random.pick(JUNK);
  return text.slice(0, spot.index) + junk + text.slice(end);
}
