// Judges passwords by length and by zxcvbn, on a worker thread that is started when needed and never keeps the process alive.

import { Worker } from "node:worker_threads";
import { z } from "zod";
import { PASSWORD_MAX_LENGTH } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";
import { AuthError } from "../errors.ts";
import { normalisePassword } from "./passwords.ts";

/** The lowest accepted zxcvbn score of 0–4. A score below 2 means under a million attempts. */
const LOWEST_SCORE = 2;
/** Characters judged; the cost grows faster than the length. */
const JUDGED_LENGTH = 64;

const answer = z.object({ id: z.number(), score: z.number() });

interface Waiting {
  resolve: (score: number) => void;
  reject: (error: Error) => void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Throws AuthError 422 `weak_password`. `personal`: words specific to this person. */
export async function requireAcceptablePassword(password: string, personal: readonly string[] = []): Promise<void> {
  const text = normalisePassword(password);
  const characters = Array.from(text);
  if (characters.length < PASSWORD_MIN_LENGTH) throw new AuthError(authErrors.password_short());
  if (password.length > PASSWORD_MAX_LENGTH) {
    throw new AuthError(authErrors.password_long());
  }
  const score = await scorePassword(characters.slice(0, JUDGED_LENGTH).join(""), personal.flatMap(words));
  if (score < LOWEST_SCORE) {
    throw new AuthError(authErrors.password_weak());
  }
}

/** Splits an address into itself and its parts: anna.berg@norden.se → anna, berg, norden. */
function words(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);
}

async function scorePassword(password: string, personal: string[]): Promise<number> {
  const thread = (worker ??= startWorker());
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ id, password, personal });
  });
}

function startWorker(): Worker {
  const thread = new Worker(new URL("./strength-worker.ts", import.meta.url));
  thread.on("message", (message: unknown) => {
    const read = answer.safeParse(message);
    // `node --watch` (npm run dev) reports the thread's imports on the same channel, so other messages are ignored; a missing judgement
    // fails below.
    if (!read.success) return;
    const { id, score } = read.data;
    waiting.get(id)?.resolve(score);
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
  });
  // A dead thread fails its requests; the next request starts a new one.
  const fail = (cause: unknown) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error("the password could not be judged", { cause }));
    waiting.clear();
  };
  thread.on("error", fail);
  thread.on("exit", (code) => worker === thread && fail(code));
  return thread;
}
