// Checks that files named in documents and comments exist, also after a file has moved.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./source-imports.ts";

/** The change log is left out: it names files of released versions and is not edited afterwards. */
const DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "{database,web,rest}/README.md", "docs/**/*.md"];
const documents = globSync(DOCUMENTS, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

const ROOMS = "bench|contract|database|deploy|docs|drivers|rest|scripts|server|simulators|tests|web";
/** A path from the top in backticks, without a placeholder. */
const NAMED = new RegExp(`\`((?:${ROOMS})/[\\w./-]+\\.\\w+)\``, "g");
const LINKED = /\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g;

/** A file in a comment, by its path from the top, from its room or from beside it. */
const SAID = /(?<![\w/.#*@-])(\w[\w.-]*\/[\w./-]*\.(?:tsx?|sql|md|mjs|css))\b/g;
const SOURCES = "{bench,contract,database,drivers,rest,scripts,server,simulators,web}/**/*.{ts,tsx,mjs,sql,css}";
const commentsOf = (file: string, text: string) =>
  [...text.matchAll(file.endsWith(".sql") ? /--.*$/gm : /(?:^|\s)\/\/.*$|\/\*[\s\S]*?\*\//gm)].map(([all]) => all);
const saidIn = (file: string, text: string) =>
  commentsOf(file, text).flatMap((comment) => [...comment.matchAll(SAID)].map(([, path = ""]) => path));
const FROM = ["", "server", "database", "tests/integration", "tests", "web", "drivers"];

/** Tells whether a path exists. The security documents name integration tests by their path below tests/integration. */
const isThere = (path: string) =>
  [path, ...(path.endsWith(".test.ts") ? [`tests/integration/${path}`] : [])].some((one) =>
    existsSync(join(root, one)),
  );

const namedIn = (text: string) => [...text.matchAll(NAMED)].map(([, path = ""]) => path);
const linkedIn = (file: string, text: string) =>
  [...text.matchAll(LINKED)].map(([, path = ""]) => join(dirname(file), path).replaceAll("\\", "/"));

describe("every file is there", () => {
  test.each(documents)("that %s names or links", (file) => {
    const text = textOf(file);
    expect([...namedIn(text), ...linkedIn(file, text)].filter((path) => !isThere(path))).toEqual([]);
  });

  test("that answers a newcomer's question", () => {
    const section = textOf("ARCHITECTURE.md").split("## Where is it?")[1]?.split("\n## ")[0] ?? "";
    const answers = [...section.matchAll(/^\| (?!Question|---)[^|]+ \| ([^|]+) \|$/gm)].map(
      ([, answer = ""]) => answer,
    );
    expect(answers).toHaveLength(12);
    expect(answers.filter((answer) => namedIn(answer).length === 0)).toEqual([]);
  });
});

test("the index of decisions lists each of them once, and each has a number of its own", () => {
  const listed = linkedIn("docs/decisions/README.md", textOf("docs/decisions/README.md"));
  const decisions = globSync("docs/decisions/0*.md", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  expect(decisions.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(decisions.toSorted());
  const numbers = decisions.map((file) => file.slice("docs/decisions/".length, "docs/decisions/0000".length));
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

test("comments name files that are there", () => {
  // Migrations are released and never edited.
  const sources = globSync(SOURCES, { cwd: root }).filter((file) => !/migrations\/|\.test\.|generated/.test(file));
  const said = sources.flatMap((file) => saidIn(file, textOf(file)).map((path) => ({ file, path })));
  expect(said.length).toBeGreaterThan(50);
  const gone = said.filter(
    ({ file, path }) => ![...FROM, dirname(file)].some((from) => existsSync(join(root, from, path))),
  );
  expect(gone.map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
});

test("names and links are seen at all, and a file that is gone", () => {
  expect(documents.length).toBeGreaterThan(15);
  expect(documents.flatMap((file) => namedIn(textOf(file))).length).toBeGreaterThan(100);
  expect(namedIn("`server/gone.ts` and `server/<domain>/x.ts`")).toEqual(["server/gone.ts"]);
  expect(saidIn("a.ts", 'import "./b/c.ts"; // as d/e.ts does\n/** f/g.sql */')).toEqual(["d/e.ts", "f/g.sql"]);
  expect(linkedIn("docs/a.md", "[it](../gone.md) [there](https://x.y/z.md)")).toEqual(["gone.md"]);
});
