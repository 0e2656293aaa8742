// pgbouncer in transaction mode between the portals and HAProxy, as docs/deploy.md describes it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastingPort } from "../world/ports.ts";
import { accountOf, startChild } from "./child.ts";

interface Way {
  folder: string;
  /** The database's address past the pooler. */
  url: string;
  accounts: Readonly<Record<string, string>>;
}

/** Starts pgbouncer and returns the database's address through it. `stack` ends it. */
export async function startPooler(stack: AsyncDisposableStack, { folder, url, accounts }: Way): Promise<string> {
  const { hostname, port } = new URL(url);
  const listenPort = await lastingPort();
  const users = join(folder, "pgbouncer-users.txt");
  writeFileSync(
    users,
    Object.entries(accounts)
      .map(([name, password]) => `"${name}" "${password}"\n`)
      .join(""),
  );
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 40
max_client_conn = 500
server_login_retry = 1
`,
  );
  const pooler = startChild("/usr/sbin/pgbouncer", [file], {
    log: join(folder, "pgbouncer.log"),
    account: accountOf("postgres"),
  });
  stack.defer(async () => {
    pooler.signal("SIGKILL");
    await pooler.ended();
  });
  const address = new URL(url);
  address.port = String(listenPort);
  return address.href;
}
