// Reads the numbered steps of chapters of docs/handbok and walks them: each test uses exactly the buttons and fields that the
// text names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const folder = join(import.meta.dirname, "../../../docs/handbok");

interface Step {
  /** The text of the step, with `…` in place of each name. */
  words: string;
  names: string[];
}

/** Carries out a step. Gets the names in the step's text, in their order. */
export type Walk = (...names: string[]) => Promise<void>;

/** Returns the numbered list below a heading of the chapter; the chapter's first list has the chapter's own heading. */
function stepsOf(chapter: string, heading: string): Step[] {
  const text = readFileSync(join(folder, `${chapter}.md`), "utf8");
  const sections = text.split(/^(?=#{1,2} )/m);
  const section = sections.find((one) => one.replace(/^#+ /, "").startsWith(`${heading}\n`));
  return [...(section ?? "").matchAll(/^\d+\. (.+)$/gm)].map(([, step = ""]) => ({
    words: step.replaceAll(/\*\*[^*]+\*\*/g, "…"),
    names: [...step.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name),
  }));
}

/** Lists the headings of the chapter that have numbered steps. */
export function walkedHeadings(chapter: string): string[] {
  const text = readFileSync(join(folder, `${chapter}.md`), "utf8");
  const sections = text.split(/^(?=#{1,2} )/m).filter((section) => /^\d+\. /m.test(section));
  return sections.map((section) => /^#+ (.+)$/m.exec(section)?.[1] ?? "");
}

/** Walks one list. The keys of `walks` are the texts of the steps, so that a changed, new or removed step fails. */
export async function walk(chapter: string, heading: string, walks: Readonly<Record<string, Walk>>): Promise<void> {
  const steps = stepsOf(chapter, heading);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.map(({ words }) => words)).toEqual(Object.keys(walks));
  for (const [place, { words, names }] of steps.entries())
    await test.step(`${heading} ${place + 1}`, async () => walks[words]?.(...names));
}
