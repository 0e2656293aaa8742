import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { freePort } from "#scripts/lib/free-port.ts";
import { DEMO_ACCOUNTS, SYSTEM_ADMIN } from "#scripts/seed/demo-plan.ts";
import { signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { processesNaming } from "#tests/support/processes.ts";
import { expectDemoDevices } from "./demo-devices.ts";

const root = join(import.meta.dirname, "../../..");
const HUNG_MS = paced(300_000); // The limit of one start: it takes ten seconds, and as long again where the page is built first.
const PEOPLE = "10";

function lives(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

test(
  "npm run demo gets ready, lets its accounts in, shows page and devices, and leaves nothing when it is stopped",
  async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), "portal-demo-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await chmod(folder, 0o711); // PostgreSQL of a root's demo runs as another account.
    const dataDir = join(folder, "data");
    const ports = { PORT: String(await freePort()), SIMULATORS_PORT: String(await freePort()) };
    const env = { ...process.env, ...ports, HOST: "127.0.0.1", PORTAL_DATA_DIR: dataDir, DEMO_PEOPLE: PEOPLE };
    const npm = spawn("npm", ["run", "demo"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"], detached: true });
    const { pid: group = 0 } = npm;
    const ended = once(npm, "exit");
    onTestFinished(async () => {
      if (lives(group)) process.kill(-group, "SIGKILL");
      await ended;
    });

    const said: string[] = [];
    for await (const line of createInterface({ input: npm.stdout })) {
      said.push(line);
      if (line.includes(" simulated ")) break; // After this line the demo prints nothing more.
    }
    expect(said).toContain(`ready http://127.0.0.1:${ports.PORT}`);

    const url = `http://127.0.0.1:${ports.PORT}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/auth`)).text()).toContain('<div id="root"');
    expect((await fetch(`http://127.0.0.1:${ports.SIMULATORS_PORT}/`)).status).toBe(200);
    for (const account of DEMO_ACCOUNTS) {
      const client = await signedInClient(url, account);
      const { count } = await client.from("end_users").select("id", { count: "exact", head: true });
      expect(count, account.email).toBeGreaterThan(0);
    }

    await expectDemoDevices(await signedInClient(url, SYSTEM_ADMIN), `http://127.0.0.1:${ports.SIMULATORS_PORT}`);

    npm.kill("SIGTERM");
    await ended;
    await expect.poll(() => [lives(group), processesNaming(dataDir)]).toEqual([false, []]);
  },
  HUNG_MS,
);
