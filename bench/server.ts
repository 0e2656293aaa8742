// The measured server on a database of the parent. Prints one JSON line {url, readyMs}; lives until stdin closes.

import { startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";

const adminUrl = process.env["BENCH_ADMIN_URL"] ?? "";
const config = { ...loadConfig({ ...process.env, PORT: "0", LOG_LEVEL: "warn" }, { demo: true }) };
const server = await startServer({ config, adminUrl, pageDir: process.env["BENCH_PAGE"] ?? null });
// Since process start: what a restart costs a user.
console.log(JSON.stringify({ url: server.url, readyMs: performance.now() }));
process.stdin.on("end", () => void server.close().then(() => process.exit(0))).resume();
