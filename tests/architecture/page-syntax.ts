// Parses the page's parts to syntax trees, for rules on their source.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor, type VisitorObject } from "vite";
import { root } from "./source-imports.ts";

export interface Part {
  /** Path from the repository's root. */
  file: string;
  code: string;
}

/** Returns every JSX file of the page except tests. */
export function pageParts(): Part[] {
  return globSync("web/**/*.tsx", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.tsx"))
    .map((file) => ({ file, code: readFileSync(join(root, file), "utf8") }));
}

/** Walks one part. `found` records a place as `file:line: what`. */
export function findIn({ file, code }: Part, visitor: (found: Found) => VisitorObject): string[] {
  const places: string[] = [];
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor(
    visitor(({ start }, what) => places.push(`${file}:${code.slice(0, start).split("\n").length}: ${what}`)),
  ).visit(program);
  return places;
}

export type Found = (node: { start: number }, what: string) => void;

/** Returns a tag's name: "div", "Button", "Menu.Item". */
export function tagName(name: ESTree.JSXElementName): string {
  if (name.type === "JSXIdentifier") return name.name;
  return name.type === "JSXMemberExpression" ? `${tagName(name.object)}.${name.property.name}` : name.name.name;
}
