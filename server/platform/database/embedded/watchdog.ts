// A shell of a megabyte that outlives us by a moment: when our end of its pipe closes without a word, because we were
// killed, it stops PostgreSQL, so that no process is left behind. (Rejected: PR_SET_PDEATHSIG, which Node cannot set.)
import { spawn } from "node:child_process";

/** $1 cluster folder, $2 server process, $3 folder to remove afterwards or "". The pid file proves that $2 is still the server. */
const SCRIPT = `
read -r word && exit 0
read -r pid < "$1/postmaster.pid" 2>/dev/null
if [ "$pid" = "$2" ]; then
  kill -INT "$2"
  n=0
  while kill -0 "$2" 2>/dev/null && [ "$n" -lt 300 ]; do sleep 0.1; n=$((n+1)); done
fi
[ -z "$3" ] || rm -rf "$3"
`;

export interface Watchdog {
  /** PostgreSQL has ended in order; nothing to watch any more. */
  dismiss(): void;
}

/** Watches us on behalf of the server process `pid`. On Windows there is none: the next start clears away instead. */
export function startWatchdog(folder: string, pid: number, removeOnDeath: string | null): Watchdog {
  if (process.platform === "win32") return { dismiss() {} };
  const child = spawn("/bin/sh", ["-c", SCRIPT, "access-portal-watchdog", folder, String(pid), removeOnDeath ?? ""], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  if ("unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  child.on("error", () => {}); // a system without /bin/sh: the next start clears away instead
  child.stdin.on("error", () => {}); // it has gone before us: nothing left to dismiss
  return { dismiss: () => void child.stdin.end("done\n") };
}
