// Collects the texts that the page can show, to compare the handbook's words and pictures with.
import { globSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const MODULES = ["web/features/*/texts/*.sv.ts", "web/texts/*.sv.ts", "contract/*.sv.ts"];

/** Returns every text that the page can show in Swedish. Texts with an argument are left out. */
export async function shownTexts(): Promise<Set<string>> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) collect(inner);
  };
  for (const file of globSync(MODULES, { cwd: root })) collect(await import(join(root, file)));
  return found;
}
