import { availableParallelism } from "node:os";
import { keepInDocument } from "#scripts/lib/keep-in-document.ts";
import { markdownTable, type Row } from "./statistics.ts";

/** Keeps a table of measurements in docs/performance.md, under a line with date and command. */
export async function keepTable(name: string, command: string, rows: readonly Row[]): Promise<void> {
  const head = `Measured ${new Date().toISOString().slice(0, 10)} on ${availableParallelism()} cores, PostgreSQL 18 embedded, fsync on: \`${command}\`.`;
  await keepInDocument("performance.md", name, `${head}\n\n${markdownTable(rows)}`);
}
