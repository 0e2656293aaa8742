import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pageFolder, root, tool } from "./paths.ts";
import { runTool } from "./run-tool.ts";
import { UserError } from "./stopping.ts";

const stampFile = join(root, "dist", ".page-stamp");
const SOURCES = [
  "web/**/*",
  "contract/**/*",
  "docs/handbok/**/*",
  "vite.config.ts",
  "scripts/page/**/*",
  "package.json",
  "package-lock.json",
];

/**
 * Builds the page if its sources changed; returns whether it did. The stamp is written last, so that an interrupted build is repeated.
 * A released installation has the built page and none of its sources. Throws UserError.
 */
export async function buildPageIfChanged(log: (message: string) => void, signal?: AbortSignal): Promise<boolean> {
  if (!existsSync(join(root, "vite.config.ts"))) return false;
  const stamp = stampOfSources();
  if (existsSync(stampFile) && existsSync(join(pageFolder, "index.html")) && readFileSync(stampFile, "utf8") === stamp)
    return false;
  log("building the page");
  rmSync(stampFile, { force: true });
  const { code, output } = await runTool(
    tool("vite/bin/vite.js"),
    ["build", "--logLevel", "warn"],
    // Vite keeps a NODE_ENV that is set: a start from within a test would otherwise build React's development version.
    { env: { NODE_ENV: "production" }, ...(signal && { signal }) },
  );
  signal?.throwIfAborted();
  if (code !== 0) throw new UserError(`The page could not be built:\n${output}`);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

function stampOfSources(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
