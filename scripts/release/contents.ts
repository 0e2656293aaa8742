// Decides which files a release holds, and checks an artefact's list of files. Pure, so that every test run can check it.
import { dirname, join } from "node:path/posix";

/** The commands of an installation; everything else in scripts/ is for those who build or test. */
export const COMMANDS = ["start", "admin", "backup", "restore", "health"].map((name) => `scripts/${name}.ts`);

const WHOLE_FOLDERS = /^(?:contract|database|drivers|rest|server)\//;
const PAPERS = new Set(["package.json", "LICENSE", "CHANGELOG.md"]);
const NOT_RUN = /\.test\.tsx?$|(?:^|\/)README\.md$|^database\/migrations\/released\.json$/;

/** Returns the files that the commands import, themselves included; `read` gives a file's text. */
export function importedFrom(commands: readonly string[], read: (file: string) => string): Set<string> {
  const found = new Set<string>();
  const open = [...commands];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, name = ""] of read(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"\n]+|#scripts\/[^"\n]+)"/g))
      open.push(name.startsWith("#") ? name.slice(1) : join(dirname(file), name));
  }
  return found;
}

/** Tells whether an installation needs this file of the repository; `imported`: what its commands import. */
export function isReleased(file: string, imported: ReadonlySet<string>): boolean {
  return !NOT_RUN.test(file) && (PAPERS.has(file) || WHOLE_FOLDERS.test(file) || imported.has(file));
}

const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice)[^/]*$/i;
/** Types, source maps, documents, and the tests and examples at the top of a package. */
const NOT_LOADED = [
  /\.d\.[cm]?ts$/,
  /\.(?:map|tsbuildinfo|md|markdown)$/i,
  /^(?:@[^/]+\/)?[^/]+\/(?:test|tests|__tests__|bench|benchmark|benchmarks|example|examples|\.github|\.husky)\//,
  /^node-(?:linux|win)-\w+\/(?:include|share|node_modules)\//,
  /^(?:\.bin|\.cache)\//,
  /^\.package-lock\.json$/,
  /^\.\w+-stamp$/,
];

/** Tells whether an installation needs this file of node_modules, by its path below it. Licences always stay. */
export function isInstalled(path: string): boolean {
  const inPackage = path.slice(path.lastIndexOf("node_modules/") + 1).replace(/^ode_modules\//, "");
  return LICENCE.test(path) || !NOT_LOADED.some((one) => one.test(inPackage));
}

const ARTEFACT =
  /^(?:portal_.+\.(?:deb|image\.tar|zip)|compose\.yaml|Caddyfile|sbom\.cdx\.json|third-party-notices\.txt|release-notes\.md|provenance\.json|SHA256SUMS(?:\.\w+)?)$/;

/** Tells whether a release writes a file of this name. A folder that holds any other is not emptied for it. */
export const isArtefact = (name: string): boolean => ARTEFACT.test(name);

const OURS = (path: string) => !path.includes("node_modules/");
const SECRET = /(?:^|\/)(?:\.env|\.npmrc|\.netrc|id_\w+|[^/]*\.(?:key|pem|p12|pfx))$|(?:^|\/)environment$/i;
const REQUIRED = [
  ...COMMANDS,
  "server/main.ts",
  "package.json",
  "LICENSE",
  "database/migrations/0001_roles.sql",
  "dist/web/index.html",
  "dist/web/about/sbom.cdx.json",
  "dist/web/about/third-party-notices.txt",
];

/** Returns the package of each path in node_modules, as its folder below the tree: `node_modules/@fastify/cors`. */
export function packagesIn(paths: readonly string[]): Set<string> {
  const folders = paths.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/.][^/]*(?=\/)/.exec(path)?.[0]);
  return new Set(folders.filter((folder) => folder !== undefined));
}

/**
 * Returns what is wrong with a tree, by the paths of its files; `development`: folders of packages that only build or test, `licensed`:
 * names in the notices of others' software.
 */
export function problemsOf(
  paths: readonly string[],
  { development, licensed }: { development: ReadonlySet<string>; licensed: ReadonlySet<string> },
): string[] {
  const there = new Set(paths);
  return [
    ...REQUIRED.filter((path) => !there.has(path)).map((path) => `missing: ${path}`),
    ...paths
      .filter((path) => OURS(path) && /\.test\.|^(?:tests|simulators|bench|web)\//.test(path))
      .map((path) => `of the tests or the page's sources: ${path}`),
    // Certificates and keys in a package are as public as the package.
    ...paths.filter((path) => OURS(path) && SECRET.test(path)).map((path) => `looks like a secret: ${path}`),
    ...[...packagesIn(paths)]
      .filter((folder) => development.has(folder))
      .map((folder) => `only builds or tests: ${folder}`),
    ...[...packagesIn(paths)]
      .filter((folder) => !licensed.has(folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length)))
      .map((folder) => `not in the notices: ${folder}`),
  ];
}

/** Returns the names in the notices that a build writes: one `name version` a line above each licence. */
export function namesIn(notices: string): Set<string> {
  return new Set([...notices.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d[\w.+-]*$/gm)].map(([, name = ""]) => name));
}
