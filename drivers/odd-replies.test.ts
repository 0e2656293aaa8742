// Tests answers of small units that other clients refuse. An opened gate is "executed", however its unit spells the answer.
import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { RelayRule } from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { paced } from "#tests/support/pace.ts";
import { systemClock } from "./clock.ts";
import { createHttpRelayDriver } from "./http-relay/driver.ts";
import { createNetworkPolicy } from "./network-policy.ts";
import { createTransport } from "./transport.ts";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const network = createNetworkPolicy({ allow: [], allowLoopback: true });
const nobody = { username: "portal", password: "S3cret-pass", certSha256: null, serial: null, allowPlainHttp: true };

/** Starts a unit that answers each request with those pieces, one packet each; ends the connection unless it is kept. */
async function unitThatSays(pieces: readonly string[], { keeps = false } = {}) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      requests.push(chunk.toString("latin1"));
      void (async () => {
        for (const piece of pieces) {
          await new Promise((sent) => socket.write(piece, "latin1", sent));
          await new Promise((turn) => setImmediate(turn));
        }
        if (!keeps) socket.end();
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  const url = new URL(`http://127.0.0.1:${address.port}`);
  return { url, requests, connections: () => sockets.size };
}

const RULE: RelayRule = { kind: "json", field: "result", value: "ok" };
const BODY = '{"result":"ok"}';

async function openingAt(pieces: readonly string[], success: RelayRule | null, options: { keeps?: boolean } = {}) {
  const unit = await unitThatSays(pieces, options);
  const relay = { ...relayPreset("own"), sign_in: "none", path: "/open", success } as const;
  const driver = createHttpRelayDriver({ baseUrl: unit.url, ...nobody, relay }, { network, clock: systemClock });
  cleanUps.push(() => driver.close());
  const { outcome } = await driver.executeMacro("own", { timeoutMs: paced(10_000) });
  return { outcome, asked: unit.requests.length };
}

const OK = "HTTP/1.1 200 OK";
const LONG = `Content-Length: ${BODY.length}`;

// biome-ignore format: one answer a line
const EXECUTED: [name: string, pieces: string[]][] = [
  ["lines that end in LF alone", [`${OK}\nConnection: close\nContent-type: application/json\n\n${BODY}`]],
  ["LF in the head and CRLF after it", [`${OK}\r\nConnection: close\n\r\n${BODY}`]],
  ["100 Continue that nobody asked for", ["HTTP/1.1 100 Continue\r\n\r\n", `${OK}\r\n${LONG}\r\n\r\n${BODY}`]],
  ["100 Continue in the same packet, with LF", [`HTTP/1.1 100 Continue\n\n${OK}\n${LONG}\n\n${BODY}`]],
  ["102, 103 and 100 before it", [`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100\r\n\r\n${OK}\r\n${LONG}\r\n\r\n${BODY}`]],
  ["100 Continue of HTTP/1.0", [`HTTP/1.0 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\n\r\n${BODY}`]],
  ["a folded header line", [`${OK}\r\nX-Note: one\r\n two\r\n\tthree\r\n${LONG}\r\n\r\n${BODY}`]],
  ["no reason phrase", [`HTTP/1.1 200 \r\n${LONG}\r\n\r\n${BODY}`]],
  ["no reason phrase and no blank", [`HTTP/1.1 200\r\n${LONG}\r\n\r\n${BODY}`]],
  ["HTTP/1.0 without a length", [`HTTP/1.0 200 OK\r\nServer: x\r\n\r\n${BODY}`]],
  ["HTTP/1.1 without a length", [`${OK}\r\n\r\n${BODY}`]],
  ["a version in lower case", [`http/1.1 200 ok\r\n${LONG}\r\n\r\n${BODY}`]],
  ["a version without its minor", [`HTTP/1 200 OK\r\n${LONG}\r\n\r\n${BODY}`]],
  ["two blanks in the status line", [`HTTP/1.1  200  OK\r\n${LONG}\r\n\r\n${BODY}`]],
  ["empty lines before the status line", [`\r\n\r\n${OK}\r\n${LONG}\r\n\r\n${BODY}`]],
  ["blanks around the length", [`${OK}\r\nContent-Length:   ${BODY.length}  \r\n\r\n${BODY}`]],
  ["a length without a blank, in lower case", [`${OK}\r\ncontent-length:${BODY.length}\r\n\r\n${BODY}`]],
  ["a blank before the colon", [`${OK}\r\nContent-Length : ${BODY.length}\r\n\r\n${BODY}`]],
  ["the length twice, and equal", [`${OK}\r\n${LONG}\r\n${LONG}\r\n\r\n${BODY}`]],
  ["the length twice in one line, and equal", [`${OK}\r\n${LONG}, ${BODY.length}\r\n\r\n${BODY}`]],
  ["a length that says nothing", [`${OK}\r\nContent-Length: \r\n\r\n${BODY}`]],
  ["garbage after the body", [`${OK}\r\n${LONG}\r\n\r\n${BODY}\r\n\r\n<!-- x -->`]],
  ["a second answer after the body", [`${OK}\r\n${LONG}\r\n\r\n${BODY}HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n`]],
  ["chunks with extensions", [`${OK}\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b;c="d"\r\n${BODY.slice(0, 5)}\r\nA ; x\r\n${BODY.slice(5)}\r\n0;last\r\n\r\n`]],
  ["chunks with LF alone", [`${OK}\nTransfer-Encoding: chunked\n\n00f\n${BODY}\n0\n\n`]],
  ["chunks and a trailer", [`${OK}\r\nTransfer-Encoding: Chunked\r\n\r\nf\r\n${BODY}\r\n0\r\nX-Sum: 1\r\n\r\n`]],
  ["chunks without the last empty line", [`${OK}\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n${BODY}\r\n0\r\n`]],
  ["chunks beside a length", [`${OK}\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nf\r\n${BODY}\r\n0\r\n\r\n`]],
  ["a coding that says nothing", [`${OK}\r\nTransfer-Encoding: identity\r\n${LONG}\r\n\r\n${BODY}`]],
  ["a header line without a colon", [`${OK}\r\nhello there\r\n${LONG}\r\n\r\n${BODY}`]],
  ["a header name with a blank", [`${OK}\r\nSession token: 1\r\n${LONG}\r\n\r\n${BODY}`]],
  ["a header in another alphabet", [`${OK}\r\nX-Sted: \xc5\xe5\r\n${LONG}\r\n\r\n${BODY}`]],
  ["one byte at a time", `${OK}\r\n${LONG}\r\n\r\n${BODY}`.split("")],
];

describe("an opened gate is executed, with a rule and without one, by a unit that answers with", () => {
  test.each(EXECUTED)("%s", async (_name, pieces) => {
    expect(await openingAt(pieces, RULE)).toEqual({ outcome: "executed", asked: 1 });
    expect(await openingAt(pieces, null)).toEqual({ outcome: "executed", asked: 1 });
  });
});

describe("without a rule the status is enough, and with one nobody knows, of a unit that answers with", () => {
  // biome-ignore format: one answer a line
  test.each<[string, string[]]>([
    ["two different lengths", [`${OK}\r\n${LONG}\r\nContent-Length: 3\r\n\r\n${BODY}`]],
    ["a length that is none", [`${OK}\r\nContent-Length: -1\r\n\r\n${BODY}`]],
    ["a length longer than its body", [`${OK}\r\nContent-Length: 400\r\n\r\n${BODY}`]],
    ["a chunk longer than its size", [`${OK}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n${BODY}\r\n0\r\n\r\n`]],
    ["chunks without an end", [`${OK}\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n${BODY}`]],
    ["the status line alone", [`${OK}\r\n`]],
    ["no empty line after the head", [`${OK}\r\nServer: x\r\n`]],
  ])("%s", async (_name, pieces) => {
    expect(await openingAt(pieces, RULE)).toEqual({ outcome: "unknown", asked: 1 });
    expect(await openingAt(pieces, null)).toEqual({ outcome: "executed", asked: 1 });
  });
});

describe("nobody knows, and nobody asks again, of a unit that answers with", () => {
  // biome-ignore format: one answer a line
  test.each<[string, string[]]>([
    ["nothing", []],
    ["an interim answer alone", ["HTTP/1.1 100 Continue\r\n\r\n"]],
    ["interim answers without end", Array.from({ length: 40 }, () => "HTTP/1.1 100 Continue\r\n\r\n")],
    ["half a status line", ["HTTP/1.1 2"]],
    ["a text without a head", [BODY]],
    ["another protocol", ["SSH-2.0-x\r\n"]],
    ["a status that is none", ["HTTP/1.1 2000 OK\r\n\r\n"]],
    ["a zero byte in its head", [`${OK}\r\nX: \0\r\n\r\n`]],
    ["a head without end", [OK, ...Array.from({ length: 40 }, () => `\r\nX: ${"x".repeat(1_000)}`)]],
  ])("%s", async (_name, pieces) => {
    expect(await openingAt(pieces, RULE)).toEqual({ outcome: "unknown", asked: 1 });
  });
});

test.each([false, true])("a refusal is one, whatever comes before it (rule: %s)", async (hasRule) => {
  const pieces = ["HTTP/1.1 100 Continue\n\n", "HTTP/1.1 403 Forbidden\n\n"];
  expect(await openingAt(pieces, hasRule ? RULE : null)).toEqual({ outcome: "refused", asked: 1 });
});

describe("a connection", () => {
  const twice = async (answer: string) => {
    const unit = await unitThatSays([answer], { keeps: true });
    const options = { network, clock: systemClock, connections: 1 };
    const transport = createTransport({ baseUrl: unit.url, ...nobody }, options);
    cleanUps.push(() => transport.close());
    const texts = [];
    for (const path of ["/one", "/two"]) texts.push((await transport.exchange({ method: "GET", path })).text);
    return { texts, connections: unit.connections() };
  };

  test("carries a second request after a clear answer", async () => {
    expect(await twice(`${OK}\r\n${LONG}\r\n\r\n${BODY}`)).toEqual({ texts: [BODY, BODY], connections: 1 });
    expect(await twice(`${OK}\n${LONG}\n\n${BODY}`)).toEqual({ texts: [BODY, BODY], connections: 1 });
  });

  test.each([
    ["more than its length", `${OK}\r\n${LONG}\r\n\r\n${BODY}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`],
    ["chunks beside a length", `${OK}\r\nTransfer-Encoding: chunked\r\n${LONG}\r\n\r\nf\r\n${BODY}\r\n0\r\n\r\n`],
    ["a line without a name", `${OK}\r\nhello\r\n${LONG}\r\n\r\n${BODY}`],
    ["close", `${OK}\r\nConnection: Close\r\n${LONG}\r\n\r\n${BODY}`],
    ["HTTP/1.0", `HTTP/1.0 200 OK\r\n${LONG}\r\n\r\n${BODY}`],
  ])("is the last of its kind after an answer with %s, so no answer is taken for another's", async (_name, answer) => {
    expect(await twice(answer)).toEqual({ texts: [BODY, BODY], connections: 2 });
  });
});

test("header names are sent as the standards write them, and those of a person as they were typed", async () => {
  const unit = await unitThatSays([
    `HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n`,
  ]);
  const headers = [
    { name: "X-API-key", value: "1" },
    { name: "x-plain", value: "2" },
  ];
  const relay = { ...relayPreset("own"), method: "POST", path: "/open", body: "a", headers } as const;
  const driver = createHttpRelayDriver(
    { baseUrl: unit.url, ...nobody, relay: { ...relay, headers } },
    { network, clock: systemClock },
  );
  cleanUps.push(() => driver.close());
  await driver.executeMacro("own", { timeoutMs: paced(10_000) });
  const names = (request: string) =>
    request
      .split("\r\n")
      .slice(1)
      .flatMap((line) => /^([^:]+):/.exec(line)?.[1] ?? []);
  const [unsigned = "", signed = ""] = unit.requests;
  const usual = ["Host", "Accept", "X-API-key", "X-Plain", "Connection", "Content-Length"];
  expect(names(unsigned)).toEqual(usual);
  expect(names(signed).toSorted()).toEqual([...usual, "Authorization"].toSorted());
});
