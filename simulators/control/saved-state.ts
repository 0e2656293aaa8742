// Saves JSON files in the demo's folder, atomically.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class SavedState {
  #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

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
