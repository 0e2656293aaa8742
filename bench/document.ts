// Keeps a table of measurements in docs/performance.md, between the markers that carry its name.
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { markdownTable, type Row } from "./statistics.ts";

/** `said`: the command and what was special, for the line above the table. */
export async function keepInDocument(name: string, said: string, rows: readonly Row[]): Promise<void> {
  const path = new URL("../docs/performance.md", import.meta.url);
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = await readFile(path, "utf8");
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`docs/performance.md has no ${begin} … ${end}`);
  const head = `Measured ${new Date().toISOString().slice(0, 10)} on ${availableParallelism()} cores, PostgreSQL 18 embedded, fsync on: ${said}`;
  await writeFile(
    path,
    `${text.slice(0, text.indexOf(begin) + begin.length)}\n${head}\n\n${markdownTable(rows)}\n${text.slice(text.indexOf(end))}`,
  );
}
