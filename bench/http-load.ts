// A lean HTTP/1.1 load, one socket per client: a client library would cost more than what is measured.
import { connect, type Socket } from "node:net";

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** A run of refusals must not pass for a fast one. */
  statuses: Record<string, number>;
}

export interface LoadOptions {
  port: number;
  clients: number;
  seconds: number;
  /** Whole request, headers included, of the n-th call. */
  request: (n: number) => string;
}

export async function httpLoad({ port, clients, seconds, request }: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  const one = async () => {
    const socket = await open(port);
    const read = answers(socket);
    while (performance.now() < until) {
      const from = performance.now();
      socket.write(request(sent++));
      const status = await read();
      latencies.push(performance.now() - from);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: clients }, one));
  const elapsed = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsed,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    statuses,
  };
}

/** `httpLoad` that throws unless every answer was 200. */
export async function okLoad(options: LoadOptions): Promise<LoadResult> {
  const result = await httpLoad(options);
  if (Object.keys(result.statuses).join() !== "200") throw new Error(`answers were ${JSON.stringify(result.statuses)}`);
  return result;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return socket;
}

/** Reads one answer at a time, by Content-Length or chunks. */
function answers(socket: Socket): () => Promise<string> {
  let head: Buffer = NOTHING;
  let status = "";
  /** Bytes still to come; null while the head is read. A chunked body has no number: it is kept until its end. */
  let left: number | null = null;
  let waiting: PromiseWithResolvers<string> | null = null;
  const end = () => {
    head = NOTHING;
    left = null;
    waiting?.resolve(status);
    waiting = null;
  };
  socket.on("data", (chunk: Buffer) => {
    if (left !== null) left -= chunk.length;
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const body = head.indexOf(HEAD_END) + HEAD_END.length;
      if (body < HEAD_END.length) return;
      const text = head.toString("latin1", 0, body).toLowerCase();
      status = text.slice(9, 12);
      const at = text.indexOf(LENGTH);
      if (at >= 0) left = Number.parseInt(text.slice(at + LENGTH.length), 10) - (head.length - body);
      else if (!text.includes("transfer-encoding: chunked")) left = 0;
      else if (head.indexOf("\r\n0\r\n\r\n", body - HEAD_END.length) >= 0) left = 0;
    }
    if (left !== null && left <= 0) end();
  });
  const fail = (error: Error) => waiting?.reject(error);
  socket.on("error", fail).on("close", () => fail(new Error("the server closed the connection")));
  return () => {
    waiting = Promise.withResolvers<string>();
    return waiting.promise;
  };
}

const NOTHING = Buffer.alloc(0);
const HEAD_END = "\r\n\r\n";
const LENGTH = "\r\ncontent-length: ";
