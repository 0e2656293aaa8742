// Reads which packages the portal ships, from the lock file and the page's modules, and writes the two documents about them.
import { z } from "zod";

const locked = z.object({
  version: z.string(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
});

/** The part of package-lock.json (version 3) that is read here. */
export const lockFile = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), z.unknown()) });

export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression; null: the lock file names none. */
  licence: string | null;
  /** Folder below the project's root: `node_modules/pg`. */
  folder: string;
  /** Subresource integrity of the archive: `sha512-…`. */
  integrity: string | null;
  /** Not installed on every platform. */
  optional: boolean;
}

/**
 * Lists the packages of the lock file that an installation has, and those whose modules (paths) are in the page, sorted by name and version.
 * A package that only builds or tests is not among them.
 */
export function shippedPackages(lock: unknown, modules: Iterable<string> = []): ShippedPackage[] {
  const inPage = new Set([...modules].flatMap((path) => packageFolder(path) ?? []));
  return Object.entries(lockFile.parse(lock).packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, entry]) => ({ folder, ...locked.parse(entry) }))
    .filter(({ folder, dev }) => dev !== true || inPage.has(folder))
    .map(({ folder, version, license, integrity, optional }) => ({
      name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license ?? null,
      folder,
      integrity: integrity ?? null,
      optional: optional === true,
    }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version) || compare(a.folder, b.folder));
}

/** Returns the folder of a module's package, `node_modules/@scope/name`; null for a module of the project's own. */
function packageFolder(path: string): string | null {
  const place = path.lastIndexOf("/node_modules/");
  if (place < 0) return null;
  const [first = "", second = ""] = path.slice(place + "/node_modules/".length).split("/");
  const from = path.indexOf("/node_modules/") + 1;
  return path.slice(from, place + "/node_modules/".length) + (first.startsWith("@") ? `${first}/${second}` : first);
}

/** Makes a CycloneDX 1.6 document. It has no time and no serial number, so that two builds of one commit are equal. */
export function sbomOf(product: { name: string; version: string }, packages: readonly ShippedPackage[]): object {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": product.name, ...product } },
    components: packages.map((one) => {
      const purl = `pkg:npm/${one.name.replace(/^@/, "%40")}@${one.version}`;
      const [, hash] = /^sha512-(.+)$/.exec(one.integrity ?? "") ?? [];
      return {
        type: "library",
        "bom-ref": `${purl}#${one.folder}`,
        name: one.name,
        version: one.version,
        purl,
        scope: one.optional ? "optional" : "required",
        ...(one.licence !== null && { licenses: [{ expression: one.licence }] }),
        ...(hash && { hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] }),
      };
    }),
  };
}

/** Writes the notices: each licence text once, below the packages that have it. `textOf` returns null for a package without one. */
export function noticesOf(packages: readonly ShippedPackage[], textOf: (one: ShippedPackage) => string | null): string {
  const byText = new Map<string, string[]>();
  for (const one of packages) {
    const text = textOf(one)?.replaceAll("\r\n", "\n").trim() ?? `Licence: ${one.licence ?? "not stated"}`;
    byText.set(text, [...(byText.get(text) ?? []), `${one.name} ${one.version}`]);
  }
  const parts = [...byText].map(([text, names]) => `${[...new Set(names)].join("\n")}\n\n${text}\n`);
  return `The portal contains these packages of others.\n\n${parts.join(`\n${"-".repeat(72)}\n\n`)}`;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
