// Keeps what a command found in a file of docs/, between the markers that carry its name.
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { markdownTable, type Row } from "./statistics.ts";

/** Replaces what stands between the markers. Throws when the file has none. */
export async function keepInDocument(file: "performance.md" | "reliability.md", name: string, found: string) {
  const path = new URL(`../docs/${file}`, import.meta.url);
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = await readFile(path, "utf8");
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`docs/${file} has no ${begin} … ${end}`);
  await writeFile(
    path,
    `${text.slice(0, text.indexOf(begin) + begin.length)}\n${found}\n${text.slice(text.indexOf(end))}`,
  );
}

/** A table of measurements under the line that says when and with which command. */
export async function keepTable(name: string, command: string, rows: readonly Row[]): Promise<void> {
  const head = `Measured ${new Date().toISOString().slice(0, 10)} on ${availableParallelism()} cores, PostgreSQL 18 embedded, fsync on: \`${command}\`.`;
  await keepInDocument("performance.md", name, `${head}\n\n${markdownTable(rows)}`);
}
