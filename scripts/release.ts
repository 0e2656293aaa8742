// `npm run release`: records migrations before a version is tagged, and makes the artefacts of a version.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { runCli } from "./lib/cli.ts";
import { root } from "./lib/paths.ts";
import { recordRelease } from "./lib/released-migrations.ts";
import { UserError } from "./lib/stopping.ts";
import { findAdvisories, readAdvisories } from "./release/advisories.ts";
import { run } from "./release/files.ts";
import { makeRelease } from "./release/make-release.ts";

const USAGE = `npm run release                       before a version is tagged: records the checksums of all migrations
npm run release -- VERSION            makes the artefacts of the commit in release/VERSION (docs/release.md)

Both need a clean checkout; VERSION is the one in package.json.`;

const OPTIONS = {
  sign: { type: "string", help: "file with the Ed25519 private key (PEM) that signs SHA256SUMS" },
  out: { type: "string", help: "another folder than release/VERSION" },
  advisories: { type: "string", help: "file of advisories (OSV) that the lock file is checked against" },
  only: { type: "string", help: "amd64: leaves out what this kind of machine cannot run" },
} as const;

await runCli({ usage: USAGE, options: OPTIONS, words: 1 }, async ({ values, words: [version] }) => {
  if (version === undefined) {
    const added = await recordRelease();
    console.log(added.length > 0 ? `Released: ${added.join(", ")}` : "No migration since the last release.");
    return;
  }
  const stated = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  if (version !== stated.version)
    throw new UserError(`package.json says ${stated.version}, not ${version}. The version stands there alone.`);
  const changed = (await run("git", ["-C", root, "status", "--porcelain"])).trim();
  if (changed !== "") throw new UserError(`The checkout has changes that no commit holds:\n${changed}`);
  if (values.only !== undefined && values.only !== "amd64") throw new UserError(`--only takes amd64.\n\n${USAGE}`);
  if (values.advisories !== undefined) await checkAdvisories(values.advisories);
  await makeRelease({
    version,
    folder: values.out ?? join(root, "release", version),
    signingKey: values.sign ?? null,
    only: values.only ?? null,
  });
});

/** Throws UserError that names each package of the release with an advisory. Those that only build or test are said, and stop nothing. */
async function checkAdvisories(file: string): Promise<void> {
  const advisories = readAdvisories(await readFile(file, "utf8"));
  const lock: unknown = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const found = Map.groupBy(findAdvisories(lock, advisories), ({ isDevelopment }) => isDevelopment);
  const lines = (isDevelopment: boolean) =>
    (found.get(isDevelopment) ?? []).map(({ name, version, id, summary }) => `${name} ${version}: ${id}, ${summary}`);
  for (const line of lines(true)) console.log(`only builds or tests: ${line}`);
  if (lines(false).length > 0) throw new UserError(`Packages with advisories:\n${lines(false).join("\n")}`);
  console.log(`${advisories.length} advisories, none about a package of the release`);
}
