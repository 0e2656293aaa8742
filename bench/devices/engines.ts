// Parent of engine-process.ts: starts and stops engines between measurements.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface EngineProcess {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Processor time so far. */
  cpuMs(): Promise<number>;
  end(): Promise<void>;
}

export function startEngineProcess(options: {
  authenticatorUrl: string;
  secret: string;
  workers: number;
  compareEveryMs: number;
  /** Another version of the portal, whose engine runs; null or absent: this one. */
  folder?: string | null;
}): EngineProcess {
  const { authenticatorUrl, secret, workers, compareEveryMs, folder = null } = options;
  const own = fileURLToPath(new URL("engine-process.ts", import.meta.url));
  const child = fork(folder === null ? own : join(folder, "bench/devices/engine-process.ts"), [
    authenticatorUrl,
    secret,
    String(workers),
    String(compareEveryMs),
  ]);
  const died = once(child, "exit").then(([code, signal]) => {
    throw new Error(`an engine's process ended (${code ?? signal})`);
  });
  died.catch(() => {});
  const ask = async (word: "start" | "stop" | "cpu"): Promise<unknown> => {
    child.send(word);
    const [answer] = await Promise.race([once(child, "message"), died]);
    return answer;
  };
  const say = async (word: "start" | "stop") => void (await ask(word));
  return {
    start: () => say("start"),
    stop: () => say("stop"),
    cpuMs: async () => Number(await ask("cpu")),
    end: async () => {
      child.disconnect();
      await died.catch(() => {});
    },
  };
}
