import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export const root = join(import.meta.dirname, "../..");

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bimport\.meta\.resolve\(\s*)["']([^"'\n]+)["']/g;

/** Maps a file to the project's files that it imports; packages and build output are left out. */
export function importGraph(pattern: string): Map<string, readonly string[]> {
  return new Map(
    globSync(pattern, { cwd: root }).map((file) => {
      const specifiers = [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, name = ""]) => name);
      return [file, [...new Set(specifiers.map((name) => ownFile(file, name)).filter((own) => own !== null))]];
    }),
  );
}

function ownFile(from: string, specifier: string): string | null {
  if (!/^[#.]/.test(specifier)) return null;
  const path = specifier.startsWith("#") ? specifier.slice(1) : relative(root, join(root, dirname(from), specifier));
  const found = [path, `${path}.ts`, `${path}.tsx`].find((one) => existsSync(join(root, one)));
  return found ?? null;
}

/** Returns one cycle for each group of files that reach each other. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) found.push([...trail.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}
