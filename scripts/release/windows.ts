// Packs the archive for Windows, without running anything.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { root } from "../lib/paths.ts";
import { filesBelow } from "./files.ts";

/** Writes `tree` with the service's definition as a zip below `Portal`. */
export async function makeZip(file: string, { tree, epoch }: { tree: string; epoch: number }): Promise<void> {
  const content: Zippable = {};
  for (const path of await filesBelow(tree)) content[`Portal/${path}`] = await readFile(join(tree, path));
  for (const name of ["portal-service.xml", "README.txt"])
    content[`Portal/${name}`] = await readFile(join(root, "deploy/windows", name));
  await writeFile(file, zipSync(content, { level: 6, mtime: sameClock(epoch), os: 3 }));
}

/** Returns a time whose local fields are those of `epoch` in UTC: a zip holds local time. */
function sameClock(epoch: number): Date {
  const at = new Date(epoch * 1000);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return new Date(year, month, day, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds());
}
