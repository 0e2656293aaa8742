// Makes the settings of a trial and a made-up next version, for every kind of installation.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../lib/free-port.ts";

/** Settings of a portal on loopback over TLS. */
export async function trialSettings(): Promise<Record<string, string>> {
  const port = await freePort();
  return {
    HOST: "127.0.0.1",
    PORT: String(port),
    TLS: "internal",
    PUBLIC_URL: `https://localhost:${port}`,
    LOG_LEVEL: "warn",
  };
}

/** Lets a tree's server reach devices on loopback, as the demo's does: the trial's door is simulated on this machine. */
export const allowLoopback = (tree: string): Promise<void> =>
  replaceIn(join(tree, "scripts/start.ts"), "loadConfig(process.env)", "loadConfig(process.env, { demo: true })");

/** Makes the next version of a tree: its number, and a migration that the former version does not know. */
export async function makeNext(tree: string, version: string): Promise<void> {
  await replaceIn(join(tree, "package.json"), /("version": ")[^"]+/, `$1${version}`);
  await writeFile(
    join(tree, MIGRATION),
    "comment on table public.organizations is 'made by the trial of a release';\n",
  );
}

export const MIGRATION = "database/migrations/0101_trial.sql";

/** Returns the version after `version`: 0.1.0 → 0.1.1. */
export const nextOf = (version: string): string => version.replace(/\d+$/, (patch) => String(Number(patch) + 1));

async function replaceIn(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${from}`);
  await writeFile(file, changed);
}
