// Makes the handbook of docs/handbok: one file a chapter, a style sheet and a script for its search. It needs no sign-in and no other server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import type { Plugin } from "vite";
import { PICTURES, type Picture, pictureFile, pictureFolder, readPictures, THEMES } from "./handbook-pictures.ts";

const root = join(import.meta.dirname, "../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");

export interface ChapterGroup {
  heading: string;
  chapters: readonly string[];
}

export interface Section {
  /** Chapter and heading: `flytta-in.html#ett-bestämt-datum`. */
  href: string;
  title: string;
  text: string;
}

/** Emits the handbook below `address` (`/handbok`). */
export function handbook(address: string, groups: readonly ChapterGroup[]): Plugin {
  const folder = address.slice(1);
  return {
    name: "portal-handbook",
    apply: "build",
    generateBundle() {
      const emit = (name: string, source: string | Uint8Array) =>
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source });
      const names = groups.flatMap(({ chapters }) => chapters);
      const pictures = readPictures();
      const chapters = names.map((name) => ({
        name,
        ...renderChapter(name, text(`docs/handbok/${name}.md`), pictures),
      }));
      const titles = new Map(chapters.map(({ name, title }) => [name, title]));
      for (const { name, title, html } of chapters) emit(`${name}.html`, documentOf(name, title, html, groups, titles));
      for (const file of [...pictures.keys()].flatMap((name) => THEMES.map((theme) => pictureFile(name, theme))))
        emit(`${PICTURES}/${file}`, readFileSync(join(pictureFolder, file)));
      emit("sections.json", JSON.stringify(chapters.flatMap(({ sections }) => sections)));
      emit("handbook.css", `${text("web/styles/tokens.css")}\n${text("web/handbook/handbook.css")}`);
      emit("handbook.js", text("web/handbook/handbook.js"));
    },
  };
}

/** Renders a chapter's Markdown. Its first line is its title; each further heading begins a section that the search finds. */
export function renderChapter(
  name: string,
  markdown: string,
  pictures: ReadonlyMap<string, Picture>,
): { title: string; html: string; sections: Section[] } {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  const parts = markdown.split(/^(?=#{1,2} )/m).filter((part) => part.trim() !== "");
  const sections = parts.map((part) => {
    const heading = /^#+ (.+)$/m.exec(part)?.[1] ?? title;
    const words = part
      .replace(/^#.*$/m, "")
      .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, " ")
      .replaceAll(/[*`|[]|\]\([^)]*\)|-{3,}/g, " ");
    return {
      href: `${name}.html${heading === title ? "" : `#${anchorOf(heading)}`}`,
      title: heading === title ? title : `${title}: ${heading}`,
      text: words.replaceAll(/\s+/g, " ").trim(),
    };
  });
  return { title, html: markdownOf(markdown, pictures), sections };
}

/** A chapter names the light picture, so that the repository shows it too. */
const PICTURE = new RegExp(`^${PICTURES}/(.+)-light\\.webp$`);

function pictureOf(href: string, words: string, pictures: ReadonlyMap<string, Picture>): string {
  const [, name = ""] = PICTURE.exec(href) ?? [];
  const picture = pictures.get(name);
  if (picture === undefined) throw new Error(`The handbook has no picture ${href}: npm run screenshots -- --handbook`);
  const size = `width="${picture.width}" height="${picture.height}"`;
  // The style sheet shows that of the theme. The other is never fetched, because it is lazy and has no place.
  return THEMES.map((theme) => {
    const source = `${PICTURES}/${pictureFile(name, theme)}`;
    return `<img class="${theme}" src="${source}" alt="${escaped(words)}" ${size} loading="lazy" decoding="async">`;
  }).join("");
}

function markdownOf(markdown: string, pictures: ReadonlyMap<string, Picture>): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${anchorOf(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // The files link each other as Markdown, so that they can be read in the repository too.
      link({ href, tokens }) {
        return `<a href="${escaped(href.replace(/\.md(?=#|$)/, ".html"))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image: ({ href, text: words }) => pictureOf(href, words, pictures),
      // A wide table scrolls inside its own frame; a keyboard reaches it there.
      table(token) {
        const row = (cells: typeof token.header, tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

const escaped = (words: string) =>
  words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function documentOf(
  name: string,
  title: string,
  html: string,
  groups: readonly ChapterGroup[],
  titles: ReadonlyMap<string, string>,
): string {
  const link = (chapter: string) =>
    `<li><a href="${chapter}.html"${chapter === name ? ' aria-current="page"' : ""}>${escaped(titles.get(chapter) ?? chapter)}</a></li>`;
  const lists = groups.map(
    ({ heading, chapters }) => `<h2>${escaped(heading)}</h2>\n<ul>\n${chapters.map(link).join("\n")}\n</ul>`,
  );
  return `<!doctype html>
<html lang="sv">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Handbok</title>
<link rel="icon" href="/favicon.svg">
<script src="handbook.js"></script>
<link rel="stylesheet" href="handbook.css">
</head>
<body>
<a class="skip" href="#innehall">Hoppa till innehållet</a>
<nav aria-label="Kapitel">
<p><a href="/">Till portalen</a></p>
<form role="search"><label for="sok">Sök i handboken</label><input id="sok" type="search" autocomplete="off"></form>
<div id="traffar" role="status"></div>
<details open id="kapitel">
<summary>Kapitel</summary>
${lists.join("\n")}
</details>
</nav>
<main id="innehall" tabindex="-1">
${html}</main>
</body>
</html>
`;
}
