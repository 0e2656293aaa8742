import { readFileSync } from "node:fs";

/** An idle connection takes some 10 kB; this number takes what a small server can spare. */
const MOST = 4_096;
/** A server with fewer connections is unusable, so the file limit must be wrong. */
const LEAST = 64;
/** Descriptors for PostgreSQL (some 60), controller workers and devices (128), gates (256), mail, posts, the log, and Node. */
export const OTHER_DESCRIPTORS = 640;

/** Returns the soft limit of open files; null where unknown. */
export function openFilesLimit(read: () => string = () => readFileSync("/proc/self/limits", "utf8")): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    // On other systems than Linux, the report has the limit, if there is one.
    return reportedLimit();
  }
}

function reportedLimit(): number | null {
  // Without this the report would resolve every peer's name.
  Reflect.set(process.report, "excludeNetwork", true);
  const report: unknown = process.report.getReport();
  const limits = typeof report === "object" && report !== null && "userLimits" in report ? report.userLimits : null;
  const files = typeof limits === "object" && limits !== null && "open_files" in limits ? limits.open_files : null;
  const soft = typeof files === "object" && files !== null && "soft" in files ? files.soft : null;
  return typeof soft === "number" ? soft : null;
}

/** Returns the default limit, which is also the upper bound of MAX_CONNECTIONS. */
export function connectionCap(configured: number | null, openFiles: number | null): number {
  const allowed = openFiles === null ? Number.POSITIVE_INFINITY : Math.max(LEAST, openFiles - OTHER_DESCRIPTORS);
  return Math.min(configured ?? MOST, allowed);
}
