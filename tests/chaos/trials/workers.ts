import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { TrialResult } from "./trial.ts";

export const workerMessage = z.union([
  z.object({ result: z.custom<TrialResult>((value) => typeof value === "object" && value !== null) }),
  z.object({ left_out: z.number() }),
  z.object({ audit: z.array(z.string()) }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;

/** Starts `count` processes with their share (`--share 0/3` …) and passes on their messages; resolves with the failures. */
export async function runWorkers(
  count: number,
  args: readonly string[],
  onMessage: (message: WorkerMessage) => void,
): Promise<number> {
  const script = fileURLToPath(new URL("main.ts", import.meta.url));
  const workers = Array.from({ length: count }, (_, i) => fork(script, [...args, "--share", `${i}/${count}`]));
  const ends = await Promise.all(workers.map((worker) => untilEnd(worker, onMessage)));
  return ends.filter((code) => code !== 0).length;
}

async function untilEnd(worker: ChildProcess, onMessage: (message: WorkerMessage) => void): Promise<number | null> {
  worker.on("message", (message) => onMessage(workerMessage.parse(message)));
  const [code] = z
    .tuple([z.number().nullable()])
    .rest(z.unknown())
    .parse(await once(worker, "exit"));
  return code;
}
