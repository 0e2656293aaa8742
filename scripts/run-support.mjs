import { mkdirSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const modules = join(root, "node_modules");
/** May be deleted at any time: locks, and npm's cache for an account without a home. */
export const cache = join(root, ".cache");

/** An error whose message is shown without a stack. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Creates a folder; throws Stop when the clone is not writable. */
export function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Stop(
      `Cannot write in ${root} (${error.code}).\n` +
        "Packages, page and demo data are kept there: run as the owner of that folder, or clone into a folder of your own.",
    );
  }
}

export function forwardSignals(child) {
  const signals = process.platform === "win32" ? ["SIGINT", "SIGTERM"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/** Returns a shell's exit code: 128 + n after signal n. */
export function exitCodeOf(code, signal) {
  return signal ? 128 + constants.signals[signal] : code;
}
