// pgbouncer before the run's PostgreSQL, where it is installed. It is no package of npm, so its tests are skipped without it.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "#scripts/lib/free-port.ts";
import { testCluster } from "./cluster.ts";
import { paced } from "./pace.ts";

const PROGRAM = "pgbouncer";
/** The account that pgbouncer runs as when a test runs as root, which it refuses. */
const NOBODY = 65_534;

export const hasPgbouncer = spawnSync(PROGRAM, ["--version"]).status === 0;

export interface Pgbouncer extends AsyncDisposable {
  /** Returns the address of a database through the pooler. */
  readonly through: (url: string) => string;
}

/** Starts pgbouncer. `settings`: lines of its file beyond the address. */
export async function startPgbouncer(settings: Readonly<Record<string, string>>): Promise<Pgbouncer> {
  const { adminUrl, authenticatorPassword } = testCluster();
  const { hostname, port, username, password } = new URL(adminUrl);
  const folder = await mkdtemp(join(tmpdir(), "access-portal-pgbouncer-"));
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const accounts = { [username]: decodeURIComponent(password), authenticator: authenticatorPassword };
  const lines = Object.entries({ pool_mode: "transaction", auth_type: "scram-sha-256", ...settings });
  await writeFile(
    join(folder, "users.txt"),
    Object.entries(accounts).map(([name, secret]) => `"${name}" "${secret}"\n`),
  );
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_file = ${join(folder, "users.txt")}
${lines.map(([name, value]) => `${name} = ${value}`).join("\n")}
`,
  );
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(PROGRAM, ["-q", join(folder, "pgbouncer.ini")], { stdio: "ignore", ...account });
  const ended = once(child, "exit");
  await vi.waitFor(() => answers(listenPort), { timeout: paced(60_000), interval: 20 });
  return {
    through: (url) => {
      const address = new URL(url);
      address.port = String(listenPort);
      address.hostname = "127.0.0.1";
      return address.href;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.destroy();
}
