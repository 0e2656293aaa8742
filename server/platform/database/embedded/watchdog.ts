// Stops PostgreSQL when this process is killed and its pipe closes. (Rejected: PR_SET_PDEATHSIG, absent in Node.)
import { spawn } from "node:child_process";

/** $1 cluster folder, $2 server pid, then folders to remove. The pid file confirms that $2 is still the server. */
const SCRIPT = `
read -r word && exit 0
read -r pid < "$1/postmaster.pid" 2>/dev/null
if [ "$pid" = "$2" ]; then
  kill -INT "$2"
  n=0
  while kill -0 "$2" 2>/dev/null && [ "$n" -lt 300 ]; do sleep 0.1; n=$((n+1)); done
fi
shift 2
rm -rf "$@"
`;

export interface Watchdog {
  dismiss(): void;
}

/** Watches this process for the server `pid`. Does nothing on Windows, where the next start cleans up. */
export function startWatchdog(folder: string, pid: number, removeOnDeath: readonly string[]): Watchdog {
  if (process.platform === "win32") return { dismiss() {} };
  const child = spawn("/bin/sh", ["-c", SCRIPT, "access-portal-watchdog", folder, String(pid), ...removeOnDeath], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  if ("unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  child.on("error", () => {}); // There is no /bin/sh, so the next start cleans up.
  child.stdin.on("error", () => {}); // The watchdog has already ended.
  return { dismiss: () => void child.stdin.end("done\n") };
}
