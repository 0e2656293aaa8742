import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type http from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type DeviceReply, htmlReply, xmlReply } from "./device-call.ts";
import type { NetworkFault } from "./faults.ts";

const HUGE_BYTES = 100 * 1024 * 1024;
const SLOW_TICK_MS = 100;

interface SendOptions {
  response: http.ServerResponse;
  fault: NetworkFault | null;
  reply: () => Promise<DeviceReply>;
  challenge: () => DeviceReply;
  closing: AbortSignal;
}

/** Sends the reply, or does what the fault says. Returns the status; null when none was sent. */
export async function sendReply({ response, fault, reply, challenge, closing }: SendOptions): Promise<number | null> {
  switch (fault?.kind) {
    case "reset-before":
      return reset(response);
    case "reset-after":
      await reply();
      return reset(response);
    case "hang":
      return await hang(response, closing);
    case "hang-after":
      await reply();
      return await hang(response, closing);
    case "status":
      return send(response, fault.status === 401 ? challenge() : htmlReply(fault.status, "Fault"));
    case "html":
      return send(response, htmlReply(fault.status, fault.status < 400 ? "Sign in" : "Internal Server Error"));
    case "redirect":
      return send(response, { status: 302, headers: { location: fault.location } });
    case "xml": {
      const { status } = await reply();
      return send(response, xmlReply(status));
    }
    case "garbage": {
      const { status } = await reply();
      const body = randomBytes(512);
      return send(response, { status, headers: { "content-type": "application/json" }, body });
    }
    case "truncated":
      return truncate(response, await reply());
    case "huge":
      await reply();
      return await flood(response, fault.bytes ?? HUGE_BYTES);
    case "slow":
      return await drip(response, await reply(), fault.bytesPerSecond, closing);
    default:
      return send(response, await reply());
  }
}

function send(response: http.ServerResponse, reply: DeviceReply): number | null {
  if (response.destroyed) return null;
  const body = bodyOf(reply);
  response.writeHead(reply.status, { ...reply.headers, "content-length": body.length });
  response.end(body);
  return reply.status;
}

function reset(response: http.ServerResponse): null {
  const { socket } = response;
  // Only the TCP socket below TLS can reset, and Node has it in a private field.
  const below: unknown = socket && Reflect.get(socket, "_parent");
  if (below instanceof Socket) below.resetAndDestroy();
  else socket?.resetAndDestroy();
  return null;
}

async function hang(response: http.ServerResponse, closing: AbortSignal): Promise<null> {
  await once(response, "close", { signal: closing }).catch(() => undefined);
  return null;
}

function truncate(response: http.ServerResponse, reply: DeviceReply): null {
  const body = bodyOf(reply);
  response.writeHead(reply.status, { ...reply.headers, "content-length": body.length + 64 });
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
  return null;
}

async function flood(response: http.ServerResponse, bytes: number): Promise<number | null> {
  const chunk = Buffer.alloc(64 * 1024, " ");
  response.writeHead(200, { "content-type": "application/json" });
  const gone = once(response, "close");
  let left = bytes;
  while (left > 0 && !response.destroyed) {
    if (!response.write(chunk)) {
      await Promise.race([new Promise<void>((resolve) => response.once("drain", () => resolve())), gone]);
    }
    left -= chunk.length;
  }
  if (response.destroyed) return null;
  response.end("{}");
  return 200;
}

async function drip(
  response: http.ServerResponse,
  reply: DeviceReply,
  bytesPerSecond: number,
  closing: AbortSignal,
): Promise<number | null> {
  const body = bodyOf(reply);
  const step = Math.max(1, Math.round((bytesPerSecond * SLOW_TICK_MS) / 1000));
  response.writeHead(reply.status, { ...reply.headers, "content-length": body.length });
  for (let from = 0; from < body.length && !response.destroyed; from += step) {
    response.write(body.subarray(from, from + step));
    await sleep(SLOW_TICK_MS, undefined, { signal: closing }).catch(() => response.destroy());
  }
  if (response.destroyed) return null;
  response.end();
  return reply.status;
}

function bodyOf(reply: DeviceReply): Buffer {
  return Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(reply.body ?? "", "utf8");
}
