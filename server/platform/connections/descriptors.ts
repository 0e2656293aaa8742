// How many connections this process may hold, from the limit of open files that it was started with.
import { readFileSync } from "node:fs";

/** An idle connection costs some ten kilobytes: as many as this cost what a small server can spare. */
const MOST = 4_096;
/** Fewer serve nobody: then the limit of files is what is wrong. */
const LEAST = 64;
/**
 * Kept for everything else: PostgreSQL's pools and listeners (some 60), the worker of each controller and its device (128 at once),
 * one kept connection per gate (256), outgoing mail and posts, the log and Node's own.
 */
export const OTHER_DESCRIPTORS = 640;

/** The soft limit of open files; null where the system does not say. */
export function openFilesLimit(read: () => string = () => readFileSync("/proc/self/limits", "utf8")): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    // Not Linux: the report knows, where there is such a limit at all.
    return reportedLimit();
  }
}

function reportedLimit(): number | null {
  // Without it the report asks for the names of every peer.
  Reflect.set(process.report, "excludeNetwork", true);
  const report: unknown = process.report.getReport();
  const limits = typeof report === "object" && report !== null && "userLimits" in report ? report.userLimits : null;
  const files = typeof limits === "object" && limits !== null && "open_files" in limits ? limits.open_files : null;
  const soft = typeof files === "object" && files !== null && "soft" in files ? files.soft : null;
  return typeof soft === "number" ? soft : null;
}

/** The cap when MAX_CONNECTIONS says nothing, and what it is cut to when it says more than the files allow. */
export function connectionCap(configured: number | null, openFiles: number | null): number {
  const allowed = openFiles === null ? Number.POSITIVE_INFINITY : Math.max(LEAST, openFiles - OTHER_DESCRIPTORS);
  return Math.min(configured ?? MOST, allowed);
}
