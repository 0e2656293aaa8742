// A websocket for messages that supabase-js never sends.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawSocket {
  send(message: unknown): void;
  sendBytes(bytes: ArrayBuffer): void;
  next(): Promise<unknown>;
  closed: Promise<number>;
  close(): void;
}

export async function openSocket(url: string, query = "?apikey=any-key&vsn=2.0.0"): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket${query}`);
  const messages: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.addEventListener("message", ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const reader = waiting.shift();
    if (reader) reader(message);
    else messages.push(message);
  });
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("the socket was refused")));
  });
  return {
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    sendBytes: (bytes) => socket.send(bytes),
    next: () =>
      messages.length > 0 ? Promise.resolve(messages.shift()) : new Promise((resolve) => waiting.push(resolve)),
    closed,
    close: () => socket.close(),
  };
}

/** Joins and then never reads again: bare TCP, so nothing reads in the background. */
export async function openDeafSocket(url: string, join: unknown): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    `GET /realtime/v1/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  );
  await once(socket, "data");
  socket.write(textFrame(JSON.stringify(join)));
  await once(socket, "data");
  socket.pause();
  return socket;
}

/** Makes one client frame: final, text, masked with zeros. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | 126, 1);
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}
