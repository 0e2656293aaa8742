// Parent of engine-process.ts: starts and stops engines between measurements.
import { fork } from "node:child_process";
import { once } from "node:events";
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
}): EngineProcess {
  const { authenticatorUrl, secret, workers, compareEveryMs } = options;
  const child = fork(fileURLToPath(new URL("engine-process.ts", import.meta.url)), [
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
