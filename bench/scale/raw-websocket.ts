// A websocket as bytes: two hundred clients of a real library would weigh on the measurement.
import { connect, type Socket } from "node:net";

const [TEXT, OPCODE, SHORT_MAX, MEDIUM, LONG] = [0x1, 0x0f, 125, 126, 127];

/** Complete text frames at the start of `bytes` and the remainder. Server frames are unmasked. */
export function textFrames(bytes: Buffer): { payloads: Buffer[]; rest: Buffer } {
  const payloads: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= 2) {
    const kind = bytes.readUInt8(at) & OPCODE;
    const short = bytes.readUInt8(at + 1) & 0x7f;
    const head = short === LONG ? 10 : short === MEDIUM ? 4 : 2;
    if (bytes.length - at < head) break;
    const length =
      short === LONG ? Number(bytes.readBigUInt64BE(at + 2)) : short === MEDIUM ? bytes.readUInt16BE(at + 2) : short;
    if (bytes.length - at < head + length) break;
    if (kind === TEXT) payloads.push(bytes.subarray(at + head, at + head + length));
    at += head + length;
  }
  return { payloads, rest: bytes.subarray(at) };
}

export function clientFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const medium = body.length > SHORT_MAX;
  const head = Buffer.alloc(medium ? 8 : 6);
  head.writeUInt8(0x80 | TEXT, 0);
  head.writeUInt8(0x80 | (medium ? MEDIUM : body.length), 1);
  if (medium) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** Opens a socket on the local realtime address; `onText` gets each message. */
export async function openRawWebsocket(port: number, onText: (payload: Buffer) => void): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const opened = Promise.withResolvers<void>();
  let buffered: Buffer = Buffer.alloc(0);
  let isOpen = false;
  socket.on("data", (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    if (!isOpen) {
      const end = buffered.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = buffered.toString("latin1", 0, end);
      if (!head.startsWith("HTTP/1.1 101")) return opened.reject(new Error(`the socket was refused: ${head}`));
      buffered = buffered.subarray(end + 4);
      isOpen = true;
      opened.resolve();
    }
    const { payloads, rest } = textFrames(buffered);
    buffered = rest;
    for (const payload of payloads) onText(payload);
  });
  socket.write(
    "GET /realtime/v1/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  await opened.promise;
  return socket;
}
