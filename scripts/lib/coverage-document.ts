// docs/requirements.md: its last column is what the tests say of themselves ("// Covers: 2.3, auth.1").
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.ts";

export interface Tag {
  readonly file: string;
  /** A row of docs/requirements.md, or a route of the page. */
  readonly row: string;
  /** Above a test or group; a line at the head of a file covers the whole file. */
  readonly placed: boolean;
}

const ROW = /^\| ([^ |]+) \| (.*) \|.*\|$/;
const CASE = /^\s*(?:(?:test|it|describe)\b[.(]|const \w+ = story\(|["'`])/;

/** Returns the rows that a test file names. `placed` false: the comment stands above no test. */
export function tagsOf(file: string, text: string): Tag[] {
  const lines = text.split("\n");
  const code = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("//"));
  return lines.flatMap((line, at) => {
    const rows = /^\s*\/\/ Covers: (.+)$/.exec(line)?.[1]?.split(", ") ?? [];
    const next = lines.slice(at).find((below) => !below.trim().startsWith("//")) ?? "";
    return rows.map((row) => ({ file, row, placed: at < code || CASE.test(next) }));
  });
}

export function readTags(): Tag[] {
  const files = globSync(
    "{bench,contract,database,drivers,rest,scripts,server,simulators,tests,web}/**/*.test.{ts,tsx}",
    {
      cwd: root,
    },
  );
  return files.sort().flatMap((file) => tagsOf(file, readFileSync(join(root, file), "utf8")));
}

/** Returns the document's lines by the number of their row. */
export function rowsOf(document: string): Map<string, string> {
  const rows = document.split("\n").flatMap((line) => [...line.matchAll(new RegExp(ROW, "g"))]);
  return new Map(rows.map(([, row = "", line = ""]) => [row, line]));
}

/** Returns the document with its last column written anew. */
export function withTests(document: string, tags: readonly Tag[]): string {
  return document
    .split("\n")
    .map((text) => {
      const [, row, line] = ROW.exec(text) ?? [];
      if (row === undefined || line === undefined) return text;
      return `| ${row} | ${line} | ${filesOf(tags.filter((tag) => tag.row === row))} |`;
    })
    .join("\n");
}

function filesOf(tags: readonly Tag[]): string {
  const counts = new Map<string, number>();
  for (const { file } of tags) counts.set(file, (counts.get(file) ?? 0) + 1);
  const short = (file: string) => file.replace(/^tests\/(?=e2e|integration)/, "").replace(/\.test\.tsx?$/, "");
  return [...counts].map(([file, count]) => `${short(file)}${count > 1 ? ` ${count}` : ""}`).join(", ");
}

export function coverageDocument(): string {
  return withTests(readFileSync(join(root, "docs/requirements.md"), "utf8"), readTags());
}
