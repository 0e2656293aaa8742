// Enforces the structure in ARCHITECTURE.md: allowed imports, nothing tied to one machine, no overgrown file.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const LAYERS = [
  "contract",
  "database",
  "drivers",
  "rest",
  "server",
  "simulators",
  "web",
  "scripts",
  "bench",
  "tests",
] as const;
type Layer = (typeof LAYERS)[number];

const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  contract: [],
  database: ["contract"],
  drivers: ["contract"],
  rest: [],
  simulators: [],
  server: ["contract", "database", "drivers", "rest"],
  web: ["contract"],
  scripts: ["contract", "database", "drivers", "rest", "server", "simulators"],
  bench: ["contract", "database", "drivers", "rest", "server", "simulators", "scripts", "tests"],
  tests: ["contract", "database", "drivers", "rest", "server", "simulators", "web", "scripts"],
};

/** Packages that a layer may not import; all of date-fns costs a second and 150 MB at every start. */
const FORBIDDEN_PACKAGES: Partial<Record<Layer, RegExp>> = {
  contract: /^(node:|pg$|fastify|react|undici|@fastify\/|date-fns$)/,
  web: /^(node:|pg$|fastify|undici|pino|@fastify\/|nodemailer)/,
  drivers: /^(pg$|fastify|react|@fastify\/|date-fns$)/,
  simulators: /^(pg$|fastify|react|@fastify\/)/,
  server: /^(react|vite|@tanstack\/|smtp-server$|date-fns$)/,
};

const MAX_LINES = 350;
const MAX_TEST_LINES = 600;
const isTestCode = (file: string) => file.startsWith("tests/") || file.includes(".test.");

interface Import {
  readonly file: string;
  readonly specifier: string;
}

const sources = globSync(`{${LAYERS.join(",")}}/**/*.{ts,tsx,mjs,js}`, { cwd: root });

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bimport\.meta\.resolve\(\s*)["']([^"'\n]+)["']/g;
  return [...text.matchAll(pattern)].map((match) => ({ file, specifier: match[1] ?? "" }));
}

const layerOf = (path: string) => LAYERS.find((layer) => path.startsWith(`${layer}/`));

function targetLayer({ file, specifier }: Import): Layer | null {
  const path = specifier.startsWith("#")
    ? specifier.slice(1)
    : specifier.startsWith(".")
      ? relative(root, join(root, file, "..", specifier))
      : "";
  const target = layerOf(path);
  return target === undefined || target === layerOf(file) ? null : target;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

describe("architecture", () => {
  const imports = sources.flatMap(importsOf);

  test("the reader sees imports at all", () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.some((found) => targetLayer(found) === "contract")).toBe(true);
  });

  test.each(LAYERS)("%s imports only the layers it may", (layer) => {
    const wrong = imports
      .filter(({ file }) => layerOf(file) === layer)
      .filter((found) => {
        const target = targetLayer(found);
        if (target === null) return false;
        if (isTest(found.file) && (target === "tests" || (layer === "drivers" && target === "simulators")))
          return false;
        return !MAY_IMPORT[layer].includes(target);
      });
    expect(wrong).toEqual([]);
  });

  test.each(LAYERS)("%s reaches no package past its border", (layer) => {
    const forbidden = FORBIDDEN_PACKAGES[layer];
    const wrong = imports.filter(
      ({ file, specifier }) => layerOf(file) === layer && !isTest(file) && forbidden?.test(specifier),
    );
    expect(wrong).toEqual([]);
  });

  test("other layers are imported through the map of package.json, not by a path upwards", () => {
    const wrong = imports.filter((found) => found.specifier.startsWith(".") && targetLayer(found) !== null);
    expect(wrong).toEqual([]);
  });

  test("the layer map of package.json names every layer that others import", () => {
    const { imports: map } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const layer of LAYERS) expect(map).toHaveProperty(`#${layer}/*`, `./${layer}/*`);
  });
});

/** Objects also answer for `__proto__` and `constructor`, so outside text is looked up in a Map or by ownWord. */
describe("a word from outside", () => {
  const looksUp = ["server", "contract", "drivers", "rest", "web"];
  const code = sources
    .filter((file) => looksUp.includes(layerOf(file) ?? "") && !isTest(file))
    .filter((file) => file !== "contract/own-word.ts" && !file.startsWith("contract/generated/"))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

  const INDEXED = String.raw`(?:Partial<|Readonly<)*(?:Record<string,|\{\s*(?:readonly )?\[\w+: string\])`;
  /** Places of such a type: at a constant, parameter or property, as a function's result, and after an object. */
  const DICTIONARIES = [
    String.raw`(\w+)\??\s*:\s*${INDEXED}`,
    String.raw`\bfunction (\w+)\([^;{]*?\):\s*${INDEXED}`,
    String.raw`\bconst (\w+)\s*=\s*\([^;{=]*?\):\s*${INDEXED}`,
    String.raw`(\w+)\s*[:=]\s*\{[^{}]*\}\s*(?:as const\s+)?(?:as|satisfies)\s+${INDEXED}`,
  ].map((pattern) => new RegExp(pattern, "g"));
  const dictionariesIn = (text: string) =>
    new Set(DICTIONARIES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name)));
  const BY_WORD = String.raw`(?:\([^()]*\))?(?:\?\.)?\[(?!["'\`\d\]]|\w+: string\])[^\]]*\]`;
  const lookUps = (text: string, before: string, names: Iterable<string>) =>
    [...names].flatMap((name) =>
      [...text.matchAll(new RegExp(`${before}\\b${name}${BY_WORD}`, "g"))].map(([found]) => found),
    );

  const foundIn = (text: string) => lookUps(text, "", dictionariesIn(text));
  /** The page's texts are read elsewhere as `t.causes`, `syncTexts.differs`. */
  const catalogue = new Set(
    code
      .filter(({ file }) => /^web\/(?:features\/[a-z-]+\/)?texts\//.test(file))
      .flatMap(({ text }) => [...dictionariesIn(text)]),
  );
  const foundInPage = (text: string) => lookUps(text, String.raw`(?:\bt|[tT]exts)\.`, catalogue);

  test.each([
    ["a constant", 'const WORDS: Readonly<Record<string, string>> = { a: "b" };\nWORDS[word]'],
    ["an object that is filled", "const seen: { [key: string]: number } = {};\nseen[word] = 1"],
    ["a parameter", "const read = (values: Record<string, string>, name: string) => values[name];"],
    ["a property", "interface Facts { before: Readonly<Record<string, unknown>> }\nfacts.before[column]"],
    ["what a function returns", "function wordsOf(x: X): Record<string, string> {}\nwordsOf(x)[word]"],
    ["what satisfies a dictionary", 'const WORDS = { a: "b" } as const satisfies Record<string, string>;\nWORDS[word]'],
    ["what is taken for one", 'texts("x", { kinds: { a: "b" } as Record<string, string> });\nt.kinds?.[word]'],
  ])("is seen in %s", (_where, text) => {
    expect(foundIn(text)).toHaveLength(1);
  });

  test("is distinguished from a word of ours", () => {
    expect(foundIn('const WORDS: Record<string, string> = { a: "b" };\nWORDS["a"]')).toEqual([]);
    expect(catalogue.size).toBeGreaterThan(10);
    expect(foundInPage("t.causes[code]")).toHaveLength(1);
    expect(foundInPage("line.causes[index]")).toEqual([]);
  });

  test("is looked up in a Map or by ownWord, never in an object", () => {
    const found = code.flatMap(({ file, text }) =>
      [...foundIn(text), ...(file.startsWith("web/") ? foundInPage(text) : [])].map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  test("is asked for with Object.hasOwn or Map.has, never with the operator in", () => {
    const byWord = /(?:\(|&&|\|\||=>)\s*[a-z][\w.]* in [A-Za-z][\w.]*\s*[)&|?;]/;
    expect(
      code.filter(({ text }) => byWord.test(text.replaceAll(/\bfor \([^)]*\)/g, ""))).map(({ file }) => file),
    ).toEqual([]);
  });
});

describe("every file of the project", () => {
  const files = filesOfProject();
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

  test("is found", () => {
    expect(files).toContain("package.json");
    expect(files).toContain("tests/architecture/layers.test.ts");
  });

  test("names no path of one machine and no package registry", () => {
    const local = new RegExp(
      [
        "/work/(main|shared)",
        "\\.\\./shared/",
        "/root/",
        "/home/[a-z]",
        "/Users/",
        "registry\\.[a-z.]*npm",
        "npmjs\\.(org|com)",
        "yarnpkg\\.com",
      ].join("|"),
    );
    const wrong = texts
      .filter(({ file }) => file !== "tests/architecture/layers.test.ts")
      .filter(({ text }) => local.test(text));
    expect(wrong.map(({ file, text }) => `${file}: ${local.exec(text)?.[0]}`)).toEqual([]);
  });

  // Generated types grow with the tables, and nobody reads them from top to bottom.
  test(`has at most ${MAX_LINES} lines of source, ${MAX_TEST_LINES} of tests`, () => {
    const long = texts
      .filter(({ file }) => !file.startsWith("contract/generated/"))
      .filter(({ file }) => /\.(ts|tsx|mjs|js|css)$/.test(file))
      .map(({ file, text }) => ({ file, lines: text.split("\n").length - 1 }))
      .filter(({ file, lines }) => lines > (isTestCode(file) ? MAX_TEST_LINES : MAX_LINES));
    expect(long).toEqual([]);
  });
});

/** Returns tracked files and new ones that git does not ignore; without git, everything not generated. */
function filesOfProject(): string[] {
  const text = /\.(ts|tsx|mjs|js|css|html|sql|json|md|yml|yaml|sh)$|^\.npmrc$|^\.ci\/run$/;
  const git = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const listed =
    git.status === 0
      ? git.stdout.split("\n")
      : globSync(["*", ".ci/*", "docs/**/*", ...LAYERS.map((layer) => `${layer}/**/*`)], { cwd: root });
  return listed.filter((file) => text.test(file) && existsSync(join(root, file)));
}
