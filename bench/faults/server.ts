// The server under test, a process of its own so that it can be killed: the real one. Prints one JSON line {url} when it
// listens. A line {"killAtQuery": n, "when": "before" | "after"} on standard input arms its own end at its n-th
// statement from then on: every write path passes through statements, so every point of each can be hit.
import { createInterface } from "node:readline";
import pg from "pg";
import { z } from "zod";
import { loadConfig } from "#server/config.ts";
import { startServer } from "#server/main.ts";

const armed = z.object({ killAtQuery: z.int().min(1), when: z.enum(["before", "after"]) });
let left = 0;
let when: "before" | "after" = "before";

const die = () => process.kill(process.pid, "SIGKILL");
const send: unknown = Reflect.get(pg.Client.prototype, "query");
if (typeof send !== "function") throw new Error("pg's clients have no query method to watch");
Object.defineProperty(pg.Client.prototype, "query", {
  value(this: pg.Client, ...args: unknown[]): unknown {
    const mine = left > 0 && --left === 0;
    if (mine && when === "before") die();
    const result: unknown = Reflect.apply(send, this, args);
    if (mine && result instanceof Promise) void result.then(die, die);
    return result;
  },
});

const adminUrl = process.env["FAULTS_ADMIN_URL"] ?? "";
const config = loadConfig({ LOG_LEVEL: "error", ...process.env }, { demo: true });
const server = await startServer({ config, adminUrl, pageDir: null });
console.log(JSON.stringify({ url: server.url }));
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const order = armed.parse(JSON.parse(line));
    left = order.killAtQuery;
    when = order.when;
  })
  .on("close", () => void server.close().then(() => process.exit(0)));
