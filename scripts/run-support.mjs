import { mkdirSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const modules = join(root, "node_modules");
/** Disposable: locks, npm's cache of an account without a home. */
export const cache = join(root, ".cache");

/** Its message is shown without a stack. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @throws Stop when the clone is not writable. */
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

/** As a shell: 128 + n after signal n. */
export function exitCodeOf(code, signal) {
  return signal ? 128 + constants.signals[signal] : code;
}
