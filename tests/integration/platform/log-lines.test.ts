// Failures anybody can cause are counted and do not fill the disk with lines.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { ended, inParallel, openRaw, outsiderAddress } from "#tests/support/raw-sockets.ts";

/** Number of aborted requests; BROKEN_POSTS=5000 is the whole flood. One line for each would be more than twice the limit. */
const ABORTED = Number(process.env["BROKEN_POSTS"] ?? 2_000);
const MOST_BYTES = 1_000_000;
const lines: string[] = [];
let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ env: { LOG_LEVEL: "info" }, logTo: (line) => lines.push(line) });
});
afterAll(() => portal.close());

const bytes = () => lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
const figure = async (pattern: RegExp): Promise<number> => {
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  return [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
};
const held = () =>
  new Promise<number>((resolve, reject) =>
    portal.server.app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
const POSTS = [
  "/auth/v1/token?grant_type=password",
  "/auth/v1/recover",
  "/rest/v1/end_users",
  "/rest/v1/rpc/search_end_users",
  "/functions/v1/end-user-manager",
  "/functions/v1/accept-invitation",
  "/functions/v1/axxon-webhook?regnr=A&gateid=b",
  "/realtime/v1/websocket",
  "/nowhere",
];
const half = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":`;

test(`${ABORTED} broken posts over every kind of route are a figure and not ${ABORTED} lines`, async () => {
  const before = bytes();
  await inParallel(ABORTED, 50, async (n) => {
    const socket = await openRaw(portal.url, outsiderAddress(n), half(POSTS[n % POSTS.length] ?? ""));
    // The request ends once it is inside the server, where the attack costs something.
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
  });
  await expect.poll(() => held()).toBeLessThan(10);
  expect(bytes() - before).toBeLessThan(MOST_BYTES / 10);
  await expect
    .poll(() => figure(/^portal_broken_requests_total\{what="request_aborted".*\} (\d+)$/gm))
    .toBeGreaterThan(ABORTED / 2);
  // The caller causes this, so it raises no alert.
  expect(await figure(/^portal_http_requests_total\{area="\w+",status="5xx"\} (\d+)$/gm)).toBe(0);
});

test("noise that is no HTTP, and websockets that send what is no frame, are figures too", async () => {
  const before = bytes();
  const upgrade = `GET /realtime/v1/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
  const noise = ["\u0000\u0001 nonsense\r\n\r\n", `GET / HTTP/1.1\r\nX: ${"x".repeat(60_000)}\r\n\r\n`, upgrade];
  await inParallel(1_500, 50, async (n) => {
    const text = noise[n % noise.length] ?? "";
    const socket = (await openRaw(portal.url, outsiderAddress(n), text)).resume();
    if (text === upgrade) {
      await new Promise<void>((resolve) => socket.once("data", () => resolve()).once("close", resolve));
      // The frame has a reserved opcode and no mask.
      socket.write(Buffer.from([0x8f, 0x01, 0x00]));
    }
    await ended(socket);
  });
  expect(await figure(/^portal_broken_requests_total\{what="bad_http".*\} (\d+)$/gm)).toBe(1_000);
  expect(await figure(/^portal_broken_requests_total\{what="socket_error".*\} (\d+)$/gm)).toBe(500);
  expect(bytes() - before).toBeLessThan(MOST_BYTES / 10);
});

test("while the database is away every call fails, and the log says so without a line for each", async () => {
  await portal.database.cut({ shut: true });
  const before = bytes();
  await inParallel(600, 20, async (n) => {
    const path = POSTS[n % POSTS.length] ?? "";
    const answer = await fetch(`${portal.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Basic ${Buffer.from("a:b").toString("base64")}` },
      body: JSON.stringify({ email: "nobody@example.se", password: "x" }),
    });
    await answer.text();
  });
  expect(await figure(/^portal_http_requests_total\{area="\w+",status="5xx"\} (\d+)$/gm)).toBeGreaterThan(100);
  expect(bytes() - before).toBeGreaterThan(0);
  expect(bytes() - before).toBeLessThan(MOST_BYTES);
  await portal.database.open();
});
