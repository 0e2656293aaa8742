// The programs of the drill, from Debian's packages. Their services are not started: the drill starts its own processes.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { UserError } from "#scripts/lib/stopping.ts";

export const POSTGRES_BIN = "/usr/lib/postgresql/15/bin";

const PACKAGES = [
  { name: "patroni", file: "/usr/bin/patroni", service: "patroni" },
  { name: "etcd-server", file: "/usr/bin/etcd", service: "etcd" },
  { name: "haproxy", file: "/usr/sbin/haproxy", service: "haproxy" },
  { name: "pgbouncer", file: "/usr/sbin/pgbouncer", service: "pgbouncer" },
  { name: "postgresql-15", file: `${POSTGRES_BIN}/postgres`, service: "postgresql" },
] as const;

/** Installs what is missing. Throws UserError without root, naming the packages. */
export function installMissing(log: (line: string) => void): void {
  const missing = PACKAGES.filter(({ file }) => !existsSync(file));
  const names = missing.map(({ name }) => name).join(" ");
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new UserError(
      `The drill takes Debian and root: it mounts small disks and runs PostgreSQL as the account "postgres".${missing.length > 0 ? ` It would install: ${names}.` : ""}`,
    );
  if (missing.length === 0) return;
  log(`Installing ${names} (apt-get)`);
  run("apt-get", ["update", "-q"]);
  withoutServices(() =>
    run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...missing.map(({ name }) => name)], {
      DEBIAN_FRONTEND: "noninteractive",
    }),
  );
  // Nor at the next start of the machine: only the services of packages that were not here before.
  for (const { service } of missing) spawnSync("systemctl", ["disable", service], { stdio: "ignore" });
}

/** Debian's packages ask this file whether they may start their service; 101 forbids it. */
const POLICY = "/usr/sbin/policy-rc.d";

/** Runs an installation that starts no service. A policy of the machine's own stays as it is. */
function withoutServices(install: () => void): void {
  if (existsSync(POLICY)) {
    install();
    return;
  }
  writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    rmSync(POLICY);
  }
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}): void {
  const done = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
  if (done.status !== 0)
    throw new UserError(
      `${command} ${args[0]} failed. Install by hand: ${PACKAGES.map(({ name }) => name).join(" ")}.`,
    );
}
