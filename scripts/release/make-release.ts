// Makes every artefact of a version in one folder.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ABOUT_FILES } from "#contract/about-files.ts";
import { root } from "../lib/paths.ts";
import { UserError } from "../lib/stopping.ts";
import { isArtefact } from "./contents.ts";
import { makeDeb } from "./deb.ts";
import { linkTree, megabytes, run, sha256 } from "./files.ts";
import { type DebianPackage, makeImage } from "./image.ts";
import { notesOf, provenanceOf, sumsOf, withDebian, writeSums } from "./papers.ts";
import { addPackages, closeTree, LINUX, makeServer, type Platform, WINDOWS } from "./tree.ts";
import { makeZip } from "./windows.ts";

export interface Release {
  readonly version: string;
  readonly folder: string;
  readonly signingKey: string | null;
  /** Null: every platform. */
  readonly only: "amd64" | null;
}

interface Making extends Release {
  readonly epoch: number;
  readonly server: string;
  readonly work: string;
}

/** Makes the artefacts from the commit that is checked out, and replaces those that stand in the folder. */
export async function makeRelease(release: Release): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const work = await mkdtemp(join(tmpdir(), "portal-release-"));
  stack.defer(() => rm(work, { recursive: true, force: true }));
  const folder = resolve(release.folder);
  await clearFolder(folder);
  const epoch = Number(await run("git", ["-C", root, "log", "-1", "--format=%ct"]));
  const server = join(work, "server");
  await makeServer(server);
  const making = { ...release, folder, epoch, server, work };
  const base: DebianPackage[] = [];
  for (const platform of LINUX.filter(({ arch }) => release.only === null || arch === release.only))
    base.push(...(await makeLinux(making, platform)));
  if (release.only === null) await makeWindows(making);
  await writePapers(making, base);
  console.log(
    `${folder}: ${(await sumsOf(folder)).size} files${release.signingKey === null ? ", not signed" : ", signed"}`,
  );
}

/** Makes the folder, or empties that of a former release. Throws UserError for a folder that holds anything else, and leaves it as it is. */
export async function clearFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const others = names.filter((name) => !isArtefact(name));
  if (others.length > 0)
    throw new UserError(
      `${folder} holds what no release has written: ${others.slice(0, 3).join(", ")}. Nothing has been removed. Name another folder.`,
    );
  for (const name of names) await rm(join(folder, name));
}

async function makeLinux(
  { version, folder, epoch, server, work }: Making,
  platform: Platform,
): Promise<DebianPackage[]> {
  const { arch } = platform;
  const tree = join(work, arch);
  await linkTree(server, tree);
  await addPackages(tree, platform);
  await closeTree(tree, epoch);
  const deb = join(folder, `portal_${version}_${arch}.deb`);
  await makeDeb(deb, { tree, work: join(work, `deb-${arch}`), version, platform, epoch });
  await say(deb);
  const image = join(folder, `portal_${version}_${arch}.image.tar`);
  const { base, unpacked } = await makeImage(image, {
    tree,
    work: join(work, `image-${arch}`),
    version,
    platform,
    epoch,
  });
  await say(image, `, unpacked ${megabytes(unpacked)}`);
  await rm(tree, { recursive: true });
  return base;
}

async function makeWindows({ version, folder, epoch, server, work }: Making): Promise<void> {
  const tree = join(work, "windows");
  await linkTree(server, tree);
  await addPackages(tree, WINDOWS);
  await closeTree(tree, epoch);
  const zip = join(folder, `portal_${version}_windows-x64.zip`);
  await makeZip(zip, { tree, epoch });
  await say(zip);
}

async function writePapers({ version, folder, signingKey, server }: Making, base: DebianPackage[]): Promise<void> {
  for (const name of ["compose.yaml", "Caddyfile"]) {
    const text = await readFile(join(root, "deploy", name), "utf8");
    await writeFile(join(folder, name), text.replaceAll("PORTAL_VERSION:-latest", `PORTAL_VERSION:-${version}`));
  }
  const sbom: unknown = JSON.parse(await readFile(join(server, "dist/web", ABOUT_FILES.sbom), "utf8"));
  await writeFile(join(folder, "sbom.cdx.json"), `${JSON.stringify(withDebian(sbom, base), null, 1)}\n`);
  await cp(join(server, "dist/web", ABOUT_FILES.notices), join(folder, "third-party-notices.txt"));
  const notes = notesOf(await readFile(join(root, "CHANGELOG.md"), "utf8"), version);
  await writeFile(join(folder, "release-notes.md"), notes);
  const commit = (await run("git", ["-C", root, "rev-parse", "HEAD"])).trim();
  const lockSha256 = await sha256(join(root, "package-lock.json"));
  const origin = { version, commit, lockSha256, base, subjects: await sumsOf(folder) };
  await writeFile(join(folder, "provenance.json"), `${JSON.stringify(provenanceOf(origin), null, 1)}\n`);
  await writeSums(folder, signingKey);
}

async function say(file: string, more = ""): Promise<void> {
  console.log(`${file}: ${megabytes((await stat(file)).size)}${more}`);
}
