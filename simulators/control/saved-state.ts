// What the simulators remember between starts: JSON files in the demo's folder, written whole or not at all.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class SavedState {
  #folder: string;

  /** Makes the folder, readable by its owner only: device files hold PINs, as the devices do. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The saved value, or null when there is none or the file is damaged (a demo then simply starts over). */
  read(name: string): unknown {
    try {
      return JSON.parse(readFileSync(this.#path(name), "utf8"));
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  }

  write(name: string, value: unknown): void {
    const path = this.#path(name);
    writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}
