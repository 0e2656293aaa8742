// Fault points are comments that name the statement on which a promise depends (`// Fault point: gate-opens-late.`). Bugs are planted by
// name, so that files may move and the product knows nothing of bugs.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/lib/paths.ts";

export interface FaultPoint {
  name: string;
  file: string;
}

const PRODUCT = "{server,contract,database,drivers,rest,simulators}/**/*.{ts,sql}";
const MARKER = /^[ \t]*(?:\/\/|--) Fault point: ([a-z-]+)\.$/gm;

export function faultPoints(): FaultPoint[] {
  return globSync(PRODUCT, { cwd: root })
    .map((file) => join(root, file))
    .flatMap((file) => namesIn(readFileSync(file, "utf8")).map((name) => ({ name, file })));
}

export function namesIn(source: string): string[] {
  return [...source.matchAll(MARKER)].map(([, name = ""]) => name);
}

/** Finds a fault point; throws Error when the name occurs nowhere or more than once. */
export function findFaultPoint(name: string, points: readonly FaultPoint[] = faultPoints()): FaultPoint {
  const [found, ...more] = points.filter((point) => point.name === name);
  if (found === undefined) throw new Error(`no fault point is called ${name}`);
  if (more.length > 0) throw new Error(`${more.length + 1} fault points are called ${name}`);
  return found;
}

/**
 * Returns the source with the point's statement (or object property) replaced; `instead` receives the statement. Throws Error when the
 * point is missing or nothing would change.
 */
export function plantAt(source: string, name: string, instead: (statement: string) => string): string {
  const marker = [...source.matchAll(MARKER)].find((match) => match[1] === name);
  if (marker === undefined) throw new Error(`no fault point is called ${name}`);
  const start = marker.index + marker[0].length + 1;
  const end = endOfStatement(source, start);
  const statement = source.slice(start, end);
  const planted = instead(statement);
  if (planted === statement) throw new Error(`the bug at ${name} changes nothing`);
  return source.slice(0, start) + planted + source.slice(end);
}

const TEXT_OR_COMMENT = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/y;

/** Returns the end of the first semicolon or comma outside brackets, texts and comments. */
function endOfStatement(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    TEXT_OR_COMMENT.lastIndex = at;
    const opaque = TEXT_OR_COMMENT.exec(source);
    const character = source[at] ?? "";
    if (opaque !== null) at += opaque[0].length - 1;
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (depth === 0 && ";,".includes(character)) return at + 1;
    if (depth < 0) break;
  }
  throw new Error("a statement without an end follows the fault point");
}
