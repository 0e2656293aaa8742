// Simulated controllers in their own process, out of the measurement. Each question is one message to the child.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answers, Question, Questions } from "./simulator-process.ts";

export interface SimulatedDevices {
  ask<K extends keyof Questions>(kind: K, question: Questions[K]): Promise<Answers[K]>;
  stop(): Promise<void>;
}

/** The heap limit of the 500-controller goal: a leak shows as a crash. */
const HEAP_MB = 1024;
const HEAP_MB_EACH = HEAP_MB / 500;

/** Starts the process; `most` devices start on request. Throws when the process dies before it answers. */
export function startSimulatorProcess(most: number): SimulatedDevices {
  const child = fork(fileURLToPath(new URL("simulator-process.ts", import.meta.url)), {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${Math.max(HEAP_MB, Math.ceil(most * HEAP_MB_EACH))}`],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let next = 0;
  child.on("message", ({ id, answer, error }: { id: number; answer?: unknown; error?: string }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(error));
  });
  child.once("exit", (code, signal) => {
    for (const asked of waiting.values()) asked.reject(new Error(`the simulators ended (${code ?? signal})`));
  });
  return {
    ask: async (kind, question) => {
      const id = next++;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      const message: Question = { id, kind, question };
      child.send(message);
      // oxlint-disable-next-line no-unsafe-type-assertion -- both ends are these two files
      return (await asked.promise) as Answers[typeof kind];
    },
    stop: () => stopProcess(child),
  };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
