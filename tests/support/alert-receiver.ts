// A webhook receiver for alerts on loopback, with scripted answers.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

export interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly posts: Posted[];
  /** Sets the statuses of the next answers; 200 when none are left. */
  answer(...statuses: readonly number[]): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const posts: Posted[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      posts.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      const status = statuses.shift() ?? 200;
      response.writeHead(status, status === 302 ? { location: "http://127.0.0.1:1/" } : {}).end("tack");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/larm/nyckel-i-adressen`,
    posts,
    answer: (...next) => void statuses.splice(0, statuses.length, ...next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
