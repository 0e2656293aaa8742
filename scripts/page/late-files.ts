// Finds the page's lazy chunks in its sources: lazyPart(() => import("…"), …).
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.ts";

const LATE = /lazy(?:Part|Dialog|Overlay)\(\s*\(\) => import\("[^"]*?([\w-]+)\.tsx"\),\s*\(module\) => module\.(\w+)/g;
const ASKED = /= lazy(?:Part|Dialog|Overlay)\b/g;

export interface LateFile {
  /** Prefix of the built file. */
  readonly name: string;
  readonly part: string;
}

/** Returns one entry per use; modules may repeat. Throws Error for an unreadable use, whose chunk would otherwise be missed. */
export function lateFiles(): LateFile[] {
  const web = join(root, "web");
  return globSync("**/*.{ts,tsx}", { cwd: web }).flatMap((file) => {
    const text = readFileSync(join(web, file), "utf8");
    const found = [...text.matchAll(LATE)].map(([, name = "", part = ""]) => ({ name, part }));
    if (found.length !== [...text.matchAll(ASKED)].length) {
      throw new Error(
        `web/${file}: lazyPart, lazyDialog and lazyOverlay take () => import("….tsx"), (module) => module.Name`,
      );
    }
    return found;
  });
}

/** Tells whether a file belongs to a chunk, by its name and an eight-character hash. */
export function isFileOf(file: string, { name }: LateFile): boolean {
  return new RegExp(`(?:^|/)${name}-[\\w-]{8}\\.js$`).test(file);
}
