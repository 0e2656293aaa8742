// Writes the documents of a release: components, notes, provenance, checksums and their signature.
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../lib/stopping.ts";
import { sha256 } from "./files.ts";
import type { DebianPackage } from "./image.ts";

export const SUMS = "SHA256SUMS";
const components = z.looseObject({ components: z.array(z.unknown()) });

/** Returns the page's list of components with Debian's of the images added. */
export function withDebian(sbom: unknown, packages: readonly DebianPackage[]): object {
  const read = components.parse(sbom);
  const added = packages.map(({ file, sha256: content }) => {
    const [name = "", version = "", arch = ""] = file
      .replace(/\.deb$/, "")
      .split("_")
      .map(decodeURIComponent);
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`;
    const hashes = [{ alg: "SHA-256", content }];
    return { type: "library", "bom-ref": purl, name, version, purl, scope: "required", hashes };
  });
  return { ...read, components: [...read.components, ...added] };
}

/** Cuts the section of a version from CHANGELOG.md. Throws UserError without one. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith(`## [${version}]`));
  if (section === undefined) throw new UserError(`CHANGELOG.md has no section of ${version}.`);
  return `${section.trim()}\n`;
}

export interface Origin {
  readonly version: string;
  readonly commit: string;
  readonly lockSha256: string;
  readonly base: readonly DebianPackage[];
  /** File → SHA-256 of each artefact. */
  readonly subjects: ReadonlyMap<string, string>;
}

/** Returns an in-toto statement with a SLSA predicate: what was built from which commit. It names no time, so that two builds are equal. */
export function provenanceOf({ version, commit, lockSha256, base, subjects }: Origin): object {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [...subjects].map(([name, digest]) => ({ name, digest: { sha256: digest } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:access-portal:npm-run-release",
        externalParameters: { version },
        resolvedDependencies: [
          { name: "commit", digest: { gitCommit: commit } },
          { name: "package-lock.json", digest: { sha256: lockSha256 } },
          ...base.map(({ file, sha256: digest }) => ({ name: file, digest: { sha256: digest } })),
        ],
      },
      runDetails: { builder: { id: "urn:access-portal:scripts/release.ts", version: { node: process.version } } },
    },
  };
}

/** Returns the sum of each file in a folder, by name; the list of sums and its signature are not among them. */
export async function sumsOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(SUMS)).sort();
  const sums = new Map<string, string>();
  for (const name of names) sums.set(name, await sha256(join(folder, name)));
  return sums;
}

/** Writes the checksums as `sha256sum -c` reads them, and signs them when there is a key. */
export async function writeSums(folder: string, signingKey: string | null): Promise<void> {
  const text = [...(await sumsOf(folder))].map(([name, sum]) => `${sum}  ${name}\n`).join("");
  await writeFile(join(folder, SUMS), text);
  if (signingKey === null) return;
  const { signature, publicKey } = signed(
    Buffer.from(text),
    await readFile(signingKey, "utf8").catch(unreadable(signingKey)),
  );
  await writeFile(join(folder, `${SUMS}.sig`), signature);
  await writeFile(join(folder, `${SUMS}.pub`), publicKey);
}

const unreadable = (file: string) => (cause: unknown) => {
  throw new UserError(`The signing key ${file} cannot be read.`, { cause });
};

/** Signs by Ed25519. Throws UserError for another kind of key. */
export function signed(content: Buffer, pem: string): { signature: Buffer; publicKey: string } {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519")
    throw new UserError(`The signing key is ${key.asymmetricKeyType}, not Ed25519: openssl genpkey -algorithm ed25519`);
  const publicKey = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
  return { signature: sign(null, content, key), publicKey };
}
