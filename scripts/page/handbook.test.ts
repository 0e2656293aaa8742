import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chapterFor, HANDBOOK_CHAPTERS } from "#contract/handbook.ts";
import { HANDBOOK_SHOTS, MAX_PICTURE_BYTES } from "../screenshots/handbook-shots.ts";
import { ACCOUNTS } from "../screenshots/plan.ts";
import { renderChapter } from "./handbook.ts";
import { pictureFile, pictureFolder, readPictures, THEMES } from "./handbook-pictures.ts";
import { shownTexts } from "./shown-texts.ts";

const folder = join(import.meta.dirname, "../../docs/handbok");
const files = globSync("*.md", { cwd: folder }).map((file) => file.replace(/\.md$/, ""));
const chapters = files.map((name) => ({ name, markdown: readFileSync(join(folder, `${name}.md`), "utf8") }));

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

// Covers: running.31
test("each picture is in a chapter, is small, and shows only what the page has; if not: screenshots -- --handbook", async () => {
  const pictures = readPictures();
  const shots = Object.entries(HANDBOOK_SHOTS);
  expect(shots.length).toBeGreaterThan(5);
  expect([...pictures.keys()].toSorted()).toEqual(Object.keys(HANDBOOK_SHOTS).toSorted());
  const planned = ACCOUNTS.flatMap(({ name, shots: all }) => all.map((shot) => `${name}/${shot.name}`));
  expect(shots.filter(([, { account, shot }]) => !planned.includes(`${account}/${shot}`))).toEqual([]);

  const files = shots.flatMap(([name]) => THEMES.map((theme) => pictureFile(name, theme)));
  expect(globSync("*.webp", { cwd: pictureFolder }).toSorted()).toEqual(files.toSorted());
  expect(files.filter((file) => statSync(join(pictureFolder, file)).size > MAX_PICTURE_BYTES)).toEqual([]);

  const named = chapters.flatMap(({ markdown }) => [...markdown.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)]);
  expect(named.map(([, , file = ""]) => file).toSorted()).toEqual(
    shots.map(([name]) => `bilder/${pictureFile(name, "light")}`).toSorted(),
  );
  expect(named.filter(([, words = ""]) => words.length < 30)).toEqual([]);

  const shown = await shownTexts();
  const read = [...pictures].flatMap(([name, { shows }]) => shows.map((words) => ({ name, words })));
  expect([...pictures].filter(([, { shows }]) => shows.length < 3)).toEqual([]);
  expect(read.filter(({ words }) => !shown.has(words))).toEqual([]);
});

test("every chapter stands in the list once, and every link between chapters leads to one", () => {
  const listed = HANDBOOK_CHAPTERS.flatMap((group) => group.chapters);
  expect(listed.toSorted()).toEqual(files.toSorted());
  const linked = chapters.flatMap(({ markdown }) =>
    [...markdown.matchAll(/(?<!!\[[^\]]*)\]\(([^)]+)\)/g)].map(([, to = ""]) => to),
  );
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
    '# A & B\n\nFörst **Spara**.\n\n## Sedan, då?\n\n| a | b |\n|---|---|\n| `c` | [d](e.md) |\n\n![Knappen "Spara"](bilder/bild-light.webp)\n',
    new Map([["bild", { width: 40, height: 30, shows: [] }]]),
  );
  expect(title).toBe("A & B");
  expect(html).toContain('<h1 id="a-b">A &amp; B</h1>');
  expect(html).toContain('<td><code>c</code></td><td><a href="e.html">d</a></td>');
  const rest = 'alt="Knappen &quot;Spara&quot;" width="40" height="30" loading="lazy" decoding="async">';
  expect(html).toContain(
    `<img class="light" src="bilder/bild-light.webp" ${rest}<img class="dark" src="bilder/bild-dark.webp" ${rest}`,
  );
  expect(() => renderChapter("x", "![Bild](bilder/annan-light.webp)", new Map())).toThrow("annan-light.webp");
  expect(sections).toEqual([
    { href: "x.html", title: "A & B", text: "Först Spara ." },
    { href: "x.html#sedan-då", title: "A & B: Sedan, då?", text: "a b c d" },
  ]);
});
