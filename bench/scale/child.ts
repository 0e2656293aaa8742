// A measurement's process: says "ready", answers one question on its channel, and ends with the parent.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface AskedChild<T> {
  ask(): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a module of this folder. Throws when it ends before it is ready or before it answers. */
export async function startChild<T>(
  module: "subscriber.ts" | "many-sockets.ts" | "../slow-attacker.ts" | "../greedy-attacker.ts",
  args: readonly string[],
): Promise<AskedChild<T>> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [...args], { serialization: "advanced" });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`${module} ended early (${code})`);
  });
  died.catch(() => {});
  const next = async () => {
    const [message] = await Promise.race([once(child, "message"), died]);
    return message;
  };
  const first = await next();
  if (first !== "ready") throw new Error(`${module} said ${JSON.stringify(first)} instead of ready`);
  return {
    ask: async () => {
      child.send("report");
      // oxlint-disable-next-line no-unsafe-type-assertion -- both ends are files of this folder
      return (await next()) as T;
    },
    stop: async () => {
      child.disconnect();
      await died.catch(() => {});
    },
  };
}
