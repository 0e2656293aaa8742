import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { z } from "zod";
import { noticesOf, type ShippedPackage, sbomOf, shippedPackages } from "./shipped-packages.ts";

const root = join(import.meta.dirname, "../..");
const product = z.object({ name: z.string(), version: z.string() });
const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Writes the bill of materials and the notices beside the page. Each build makes them from its own modules, so they are never stale. */
export function thirdParty(files: { sbom: string; notices: string; licence: string }): Plugin {
  return {
    name: "portal-third-party",
    apply: "build",
    generateBundle() {
      const modules = [...this.getModuleIds(), ...styleImports()];
      const packages = shippedPackages(json("package-lock.json"), modules);
      const sbom = sbomOf(product.parse(json("package.json")), packages);
      this.emitFile({ type: "asset", fileName: files.sbom, source: `${JSON.stringify(sbom, null, 1)}\n` });
      this.emitFile({ type: "asset", fileName: files.notices, source: noticesOf(packages, licenceText) });
      this.emitFile({ type: "asset", fileName: files.licence, source: readFileSync(join(root, "LICENSE")) });
    },
  };
}

/** Returns the modules that the style sheets import. Tailwind resolves these, so the page's own modules do not show them. */
function styleImports(): string[] {
  return globSync("web/styles/*.css", { cwd: root })
    .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/(?:@import |url\()"([^./][^"]*)"/g)])
    .map(([, name]) => join(root, "node_modules", name ?? ""));
}

/** Reads a package's licence and notice files; null without one, as for packages of other platforms. */
function licenceText({ folder }: ShippedPackage): string | null {
  const path = join(root, folder);
  const files = existsSync(path) ? readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)) : [];
  const texts = files.sort().map((name) => readFileSync(join(path, name), "utf8"));
  return texts.length > 0 ? texts.join("\n\n") : null;
}
