// The real server in a separate process. Prints {url} when it listens, and {"obeyed":true} for each order on stdin:
// {"killAtQuery": n, "when": "before" | "after"}  ends it at its n-th statement from then on (0: never)
// {"loseCommit": n}  loses the answer to its n-th commit with the connection
// {"clockAheadMs": n}  sets its clock
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import pg from "pg";
import { z } from "zod";
import { startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { awaitDatabase } from "#server/platform/database/await-database.ts";
import { setClockAhead } from "./shifted-clock.ts";

const armed = z.object({ killAtQuery: z.int().min(0), when: z.enum(["before", "after"]) });
const order = z.union([armed, z.object({ loseCommit: z.int().min(0) }), z.object({ clockAheadMs: z.number() })]);
let left = 0;
let when: "before" | "after" = "before";
let commits = 0;

const arm = (given: z.infer<typeof armed>) => {
  left = given.killAtQuery;
  when = given.when;
};
const die = () => process.kill(process.pid, "SIGKILL");
const send: unknown = Reflect.get(pg.Client.prototype, "query");
if (typeof send !== "function") throw new Error("pg's clients have no query method to watch");
Object.defineProperty(pg.Client.prototype, "query", {
  value(this: pg.Client, ...args: unknown[]): unknown {
    const mine = left > 0 && --left === 0;
    if (mine && when === "before") die();
    const result: unknown = Reflect.apply(send, this, args);
    if (mine && result instanceof Promise) void result.then(die, die);
    const lost = args[0] === "commit" && commits > 0 && --commits === 0;
    return lost && result instanceof Promise ? result.then(() => loseConnection(this)) : result;
  },
});
/** Breaks the connection after the commit, so nobody learns of it. */
function loseConnection(client: pg.Client): never {
  void client.end();
  throw new Error("Connection terminated unexpectedly");
}

const fromTheStart = process.env["FAULTS_ARMED"];
if (fromTheStart !== undefined) arm(armed.parse(JSON.parse(fromTheStart)));

const adminUrl = process.env["FAULTS_ADMIN_URL"] ?? "";
const config = loadConfig({ LOG_LEVEL: "error", ...process.env }, { demo: true });
await awaitDatabase(adminUrl, {
  signal: new AbortController().signal,
  onWait: (reason) => console.error(`waiting for the database: ${reason}`),
});
const pageDir = process.env["FAULTS_PAGE_DIR"] ?? null;
const server = await startServer({ config, adminUrl, pageDir });
flushCompileCache(); // The compile cache is written now, because a killed process cannot write it at its end.
console.log(JSON.stringify({ url: server.url }));
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const given = order.parse(JSON.parse(line));
    if ("clockAheadMs" in given) setClockAhead(given.clockAheadMs);
    else if ("loseCommit" in given) commits = given.loseCommit;
    else arm(given);
    console.log(JSON.stringify({ obeyed: true }));
  })
  .on("close", () => void server.close().then(() => process.exit(0)));
