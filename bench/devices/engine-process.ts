// Child of engines.ts: one server's controller workers in their own process, with a server's connections and drivers.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { openEngine, type WorldEngine } from "#tests/chaos/world/open-engine.ts";

const [authenticatorUrl = "", secret = "", workers = "", compareEveryMs = ""] = process.argv.slice(2);
let running: WorldEngine | null = null;

/** "start" makes a fresh engine; "stop" ends it as a graceful shutdown does; "cpu" asks for its time so far, ms. */
process.on("message", (word) => void obey(word));
process.on("disconnect", () => process.exit(0));

async function obey(word: unknown): Promise<void> {
  if (word === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  if (word === "start") {
    running = openEngine(
      { authenticatorUrl, keys: createKeyRing(secret), log: pino({ level: "warn" }) },
      { bootId: randomUUID(), options: { maxWorkers: Number(workers), compareEveryMs: Number(compareEveryMs) } },
    );
    await running.engine.start();
  } else if (running !== null) {
    await running.engine.stop();
    await running.pools.close();
    running = null;
  }
  process.send?.("done");
}
