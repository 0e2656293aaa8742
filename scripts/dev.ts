// `npm run dev`: the demo with reload. Node restarts the server on changes; Vite serves the page and proxies the API.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { loadConfig } from "#server/platform/config.ts";
import { requireFreePort } from "./lib/chosen-port.ts";
import { readCli } from "./lib/cli.ts";
import { root, tool } from "./lib/paths.ts";
import { runUntilStopped, UserError } from "./lib/stopping.ts";

const PAGE_PORT = 5173;

readCli({ usage: "npm run dev, set up by the environment (docs/settings.md)" });

await runUntilStopped(async (stack, signal) => {
  const { port } = loadConfig(process.env, { demo: true });
  await requireFreePort("127.0.0.1", PAGE_PORT, "PORT");
  const env = { ...process.env, PORT: String(port), HOST: "127.0.0.1" };
  const children = [
    ["--watch", "--watch-preserve-output", join(root, "scripts", "demo.ts"), "--no-page"],
    [tool("vite/bin/vite.js"), "--port", String(PAGE_PORT), "--strictPort"],
  ].map((args) => run(args, { ...env, PORTAL_API: `http://127.0.0.1:${port}` }, stack));
  const first = await Promise.race([...children.map((child) => once(child, "exit")), once(signal, "abort")]);
  signal.throwIfAborted();
  throw new UserError(`A part of the development set-up ended (exit code ${first[0]}); see above.`);
});

function run(args: string[], env: NodeJS.ProcessEnv, stack: AsyncDisposableStack): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  stack.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  return child;
}
