// Makes the nightly back-ups and those that a system admin asks for, reads back files, and restores one. A lease gives each to one server.
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { copyKeeper } from "./keep-copies.ts";
import { makeDueBackup } from "./make-due-backup.ts";
import { makeDueRestore, type RestoreDeps } from "./make-due-restore.ts";
import { verifyRequested } from "./verify-requested.ts";

/** Looks after back-ups, copies, checks and restores, each at its own pace, until `signal` aborts. */
export async function keepBackups(deps: RestoreDeps & { everyMs: number }, signal: AbortSignal): Promise<void> {
  const { clock, log, everyMs } = deps;
  const every = (failed: string, round: () => Promise<unknown>) =>
    repeat({ clock, log, everyMs, failed }, signal, round);
  await Promise.all([
    every("back-ups were not looked after; trying again soon", () => makeDueBackup(deps, signal)),
    every("back-ups were not copied; trying again soon", copyKeeper(deps, signal)),
    every("back-ups were not read back; trying again soon", () => verifyRequested(deps, signal)),
    every("restores were not looked after; trying again soon", () => makeDueRestore(deps, signal)),
  ]);
}
