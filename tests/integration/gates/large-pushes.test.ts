// A push above the limit is refused by its size, however fast it comes, and every sender gets an answer.
import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUSH_MAX_BYTES } from "#contract/limits.ts";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate, pushUrl } from "#tests/support/camera-gate.ts";
import { basicAuth, type WebhookAccount } from "#tests/support/gate-calls.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { openRaw } from "#tests/support/raw-sockets.ts";

let portal: TestPortal;
let device: LpvSimulator;
let id: string;
let account: WebhookAccount;
beforeAll(async () => {
  portal = await startTestPortal();
  const { system } = await mainWorld(portal);
  device = await startLpvSimulator();
  ({ id, account } = await addCameraGate(portal, system, { name: "Infart med kamera", device }));
});
afterAll(async () => {
  await device.close();
  await portal.close();
});

/** Sends the head of a push, on a connection of its own. */
async function beginPush(length: string) {
  const url = new URL(pushUrl(portal, id));
  const socket = await openRaw(portal.url, "127.0.0.1");
  socket.pause();
  const head = [
    `POST ${url.pathname}${url.search} HTTP/1.1`,
    "host: portal",
    `authorization: ${basicAuth(account)}`,
    "content-type: multipart/form-data; boundary=x",
    length,
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n`);
  return socket;
}
const write = (socket: Socket, body: Buffer | string) =>
  new Promise<Error | null>((resolve) => socket.write(body, (error) => resolve(error ?? null)));
async function answerOn(socket: Socket): Promise<string> {
  const answered = once(socket, "data");
  socket.resume();
  const text = String((await answered)[0]);
  socket.destroy();
  return text;
}

test("100 MB are refused by their length before a byte is sent, and without a length once too many came", async () => {
  expect(await answerOn(await beginPush(`content-length: ${100 * 1024 * 1024}`))).toMatch(/^HTTP\/1\.1 413 /);
  const counted = await beginPush("transfer-encoding: chunked");
  const chunk = Buffer.alloc(PUSH_MAX_BYTES);
  expect(await write(counted, `${chunk.length.toString(16)}\r\n`)).toBeNull();
  await write(counted, chunk);
  await write(counted, "\r\n1\r\nx\r\n"); // The body never ends.
  expect(await answerOn(counted)).toMatch(/^HTTP\/1\.1 413 /);
});

test("a camera that has sent all of a too large push before it reads is answered by name as well", async () => {
  const body = Buffer.alloc(32 * 1024 * 1024); // The body is larger than sockets can hold.
  const socket = await beginPush(`content-length: ${body.length}`);
  expect(await write(socket, body)).toBeNull();
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 /);
});
