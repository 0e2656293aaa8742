import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chapterFor, HANDBOOK_CHAPTERS } from "#contract/handbook.ts";
import { renderChapter } from "./handbook.ts";

const folder = join(import.meta.dirname, "../../docs/handbok");
const files = globSync("*.md", { cwd: folder }).map((file) => file.replace(/\.md$/, ""));
const chapters = files.map((name) => ({ name, markdown: readFileSync(join(folder, `${name}.md`), "utf8") }));

/** Returns every Swedish text of the page. A text with arguments is cut before its first argument. */
async function shownTexts(): Promise<Set<string>> {
  const modules = globSync(["web/features/*/texts/*.sv.ts", "web/texts/*.sv.ts", "contract/*.sv.ts"], {
    cwd: join(folder, "../.."),
  });
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) collect(inner);
  };
  for (const file of modules) collect(await import(join(folder, "../..", file)));
  return found;
}

// Covers: running.31
test("each name of a button, field or page in the handbook is one that the page shows", async () => {
  const shown = await shownTexts();
  expect(shown.size).toBeGreaterThan(1_000);
  const named = chapters.flatMap(({ name, markdown }) =>
    [...markdown.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = ""]) => ({ name, words })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ words }) => !shown.has(words))).toEqual([]);
});

test("every chapter stands in the list once, and every link between chapters leads to one", () => {
  const listed = HANDBOOK_CHAPTERS.flatMap((group) => group.chapters);
  expect(listed.toSorted()).toEqual(files.toSorted());
  const linked = chapters.flatMap(({ markdown }) => [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, to = ""]) => to));
  expect(linked.length).toBeGreaterThan(2);
  expect(linked.filter((to) => !files.includes(to.replace(/\.md(#.*)?$/, "")))).toEqual([]);
});

test("every page of the portal has its chapter", () => {
  const router = readFileSync(join(folder, "../../web/app/router.tsx"), "utf8");
  const pages = [...router.matchAll(/path: "\/([\w-]+)",/g)].map(([, page = ""]) => page);
  const own = pages.filter((page) => !["auth", "system-admin", "org-admin", "account"].includes(page));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((page) => chapterFor(`/org-admin/${page}`).endsWith("/borja.html"))).toEqual([]);
  expect(["", "/", "/org-admin", "/x/constructor", "/org-admin/account"].map(chapterFor)).toEqual(
    Array.from({ length: 5 }, () => "/handbok/borja.html"),
  );
});

test("a chapter's words are escaped, and its headings are sections that the search finds", () => {
  const { title, html, sections } = renderChapter(
    "x",
    "# A & B\n\nFörst **Spara**.\n\n## Sedan, då?\n\n| a | b |\n|---|---|\n| `c` | [d](e.md) |\n",
  );
  expect(title).toBe("A & B");
  expect(html).toContain('<h1 id="a-b">A &amp; B</h1>');
  expect(html).toContain('<td><code>c</code></td><td><a href="e.html">d</a></td>');
  expect(sections).toEqual([
    { href: "x.html", title: "A & B", text: "Först Spara ." },
    { href: "x.html#sedan-då", title: "A & B: Sedan, då?", text: "a b c d" },
  ]);
});
