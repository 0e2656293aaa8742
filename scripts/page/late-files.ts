// Which files of the page are fetched after the page they belong to, as its sources say: lazyPart(() => import("…"), …).
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.ts";

const LATE = /lazy(?:Part|Dialog)\(\s*\(\) => import\("[^"]*?([\w-]+)\.tsx"\),\s*\(module\) => module\.(\w+)/g;
const ASKED = /= lazy(?:Part|Dialog)\b/g;

export interface LateFile {
  /** The module's name, which the built file begins with. */
  readonly name: string;
  /** What is taken from it. */
  readonly part: string;
}

/**
 * @returns one for each place that asks; a module may be there twice.
 * @throws Error when a place asks in another way than is read here: its file would be built as others are, and nobody would see it.
 */
export function lateFiles(): LateFile[] {
  const web = join(root, "web");
  return globSync("**/*.{ts,tsx}", { cwd: web }).flatMap((file) => {
    const text = readFileSync(join(web, file), "utf8");
    const found = [...text.matchAll(LATE)].map(([, name = "", part = ""]) => ({ name, part }));
    if (found.length !== [...text.matchAll(ASKED)].length) {
      throw new Error(`web/${file}: lazyPart and lazyDialog take () => import("….tsx"), (module) => module.Name`);
    }
    return found;
  });
}

/** Whether this is the built file of such a module: its name, and eight characters of a hash. */
export function isFileOf(file: string, { name }: LateFile): boolean {
  return new RegExp(`(?:^|/)${name}-[\\w-]{8}\\.js$`).test(file);
}
