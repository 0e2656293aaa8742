import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./paths.ts";

/** Replaces the text between a document's named markers; throws when there are none. */
export async function keepInDocument(file: "performance.md" | "reliability.md", name: string, found: string) {
  const path = join(root, "docs", file);
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = await readFile(path, "utf8");
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`docs/${file} has no ${begin} … ${end}`);
  await writeFile(
    path,
    `${text.slice(0, text.indexOf(begin) + begin.length)}\n${found}\n${text.slice(text.indexOf(end))}`,
  );
}
