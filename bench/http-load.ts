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
  let buffered: Buffer = Buffer.alloc(0);
  let waiting: { resolve: (status: string) => void; reject: (error: Error) => void } | null = null;
  const tryRead = () => {
    const end = buffered.indexOf("\r\n\r\n");
    if (end < 0 || waiting === null) return;
    const head = buffered.toString("latin1", 0, end).toLowerCase();
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    let total: number;
    if (length !== undefined) total = end + 4 + Number(length);
    else if (head.includes("transfer-encoding: chunked")) {
      const last = buffered.indexOf("\r\n0\r\n\r\n", end);
      total = last < 0 ? Number.POSITIVE_INFINITY : last + 7;
    } else total = end + 4;
    if (buffered.length < total) return;
    buffered = buffered.subarray(total);
    const { resolve } = waiting;
    waiting = null;
    resolve(head.slice(9, 12));
  };
  const fail = (error: Error) => waiting?.reject(error);
  socket.on("data", (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    tryRead();
  });
  socket.on("error", fail).on("close", () => fail(new Error("the server closed the connection")));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      tryRead();
    });
}
