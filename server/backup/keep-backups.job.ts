// Makes the nightly back-ups and those that a system admin asks for, and reads back files. A lease gives each to one server.
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { type BackupDeps, makeDueBackup } from "./make-due-backup.ts";
import { verifyRequested } from "./verify-requested.ts";

export async function keepBackups(deps: BackupDeps & { everyMs: number }, signal: AbortSignal): Promise<void> {
  const { clock, log, everyMs } = deps;
  const every = (failed: string, round: () => Promise<unknown>) =>
    repeat({ clock, log, everyMs, failed }, signal, round);
  await Promise.all([
    every("back-ups were not looked after; trying again soon", () => makeDueBackup(deps, signal)),
    every("back-ups were not read back; trying again soon", () => verifyRequested(deps, signal)),
  ]);
}
