import { Pool } from "undici";
import { paced } from "#tests/support/pace.ts";

export interface FuzzRun {
  readonly seed: number;
  readonly count: number;
  readonly progress?: (done: number) => void;
  /** Ends the run early; it then returns what it found so far. */
  readonly stop?: AbortSignal;
}

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface FuzzReply {
  readonly status: number;
  readonly head: string;
  readonly text: string;
  readonly milliseconds: number;
}

const CONNECTIONS = 12;
const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"] as const;
/** Far past the server's own limits: no answer is a finding. */
const ANSWER_WITHIN_MS = paced(60_000);

export function createSender(url: string) {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1, headersTimeout: ANSWER_WITHIN_MS });
  const send = async ({ method, path, headers, body }: FuzzRequest): Promise<FuzzReply> => {
    const started = performance.now();
    const known = METHODS.find((one) => one === method) ?? "GET";
    const reply = await pool.request({ method: known, path, headers, body });
    const text = await reply.body.text();
    return {
      status: reply.statusCode,
      head: JSON.stringify(reply.headers),
      text,
      milliseconds: performance.now() - started,
    };
  };
  return { send, close: () => pool.close() };
}

/** Runs `work(n)` for 0 … count - 1 in order, `CONNECTIONS` at a time, until `stop`; the first error ends the run. Returns how many it ran. */
export async function inParallel(
  count: number,
  work: (n: number) => Promise<void>,
  stop?: AbortSignal,
): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < count && !stop?.aborted) {
      const n = next;
      next += 1;
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, count) }, worker));
  return next;
}
