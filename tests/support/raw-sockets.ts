// Bare TCP from many local addresses, for requests that attackers send and clients do not.
import { request } from "node:http";
import { connect, type Socket } from "node:net";

/** Returns 127.0.0.2 and on: none of them is a local proxy's address. */
export const outsiderAddress = (n: number): string => `127.0.0.${2 + (n % 150)}`;

/** Connects from `localAddress` and writes `text`. Socket errors are expected, and dropped. */
export async function openRaw(url: string, localAddress: string, text = ""): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("connect", resolve).once("close", resolve));
  if (text !== "" && socket.writable) socket.write(text);
  return socket;
}

/** Resolves however the connection ends. */
export async function ended(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once("close", resolve));
}

export async function inParallel(count: number, atOnce: number, job: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await job(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Sends one request from a chosen address; returns its status, or "lost" when the connection ended first. */
export function statusFrom(
  url: string,
  { localAddress, ...options }: { localAddress: string; method?: string; headers?: Record<string, string> },
): Promise<number | "lost"> {
  return new Promise((resolve) => {
    const call = request(url, { localAddress, agent: false, ...options }, (response) => {
      response.resume();
      resolve(response.statusCode ?? "lost");
    });
    call.on("error", () => resolve("lost"));
    call.end();
  });
}
