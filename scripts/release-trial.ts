// `npm run release:trial`: installs a release in every way that this machine can, and goes from the first administrator to the purge.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { runCli } from "./lib/cli.ts";
import { root } from "./lib/paths.ts";
import { UserError } from "./lib/stopping.ts";
import { checkoutKind } from "./release/trial/checkout.ts";
import { debianKind } from "./release/trial/debian.ts";
import { imageKind } from "./release/trial/image-root.ts";
import { walk } from "./release/trial/steps.ts";

const USAGE = `npm run release:trial -- --release FOLDER     as root: tries the artefacts that npm run release made there

Each kind goes through: install, first administrator over TLS, one simulated door confirmed, back-up, update to a made-up next
version, roll-back, restore on another empty installation, purge. Everything is on 127.0.0.1 and below the temp folder.`;

const KINDS = ["bookworm", "trixie", "image", "checkout"];
const OPTIONS = {
  release: { type: "string", help: "folder of the artefacts (default release/VERSION)" },
  kinds: { type: "string", default: KINDS.join(","), help: "which of them, by commas" },
  roots: { type: "string", help: "folder that has or gets the bare Debian roots, for another trial" },
  keep: { type: "boolean", help: "leaves the folders of a trial" },
} as const;

await runCli({ usage: USAGE, options: OPTIONS }, async ({ values }, stack) => {
  if (process.getuid?.() !== 0) throw new UserError("Bare Debian roots need root.");
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const folder = resolve(values.release ?? join(root, "release", version));
  const work = await mkdtemp(join(tmpdir(), "portal-trial-"));
  stack.defer(async () => {
    if (!values.keep) await rm(work, { recursive: true, force: true });
  });
  for (const name of values.kinds.split(",")) {
    if (!KINDS.includes(name)) throw new UserError(`There is no kind "${name}". Kinds: ${KINDS.join(", ")}.`);
    const place = join(work, name);
    await mkdir(place, { recursive: true, mode: 0o755 });
    const kind = await kindOf(name, {
      folder,
      version,
      work: place,
      roots: resolve(values.roots ?? join(work, "roots")),
    });
    console.log(`== ${kind.name}`);
    await walk(kind, ([step, seconds]) => console.log(`${step.padEnd(32)} ${seconds.toFixed(1).padStart(7)} s`));
    if (!values.keep) await rm(place, { recursive: true, force: true });
  }
});

interface Place {
  readonly folder: string;
  readonly version: string;
  readonly work: string;
  readonly roots: string;
}

async function kindOf(name: string, { folder, version, work, roots }: Place) {
  if (name === "checkout") return checkoutKind({ version, work });
  const artefact = (end: string) => join(folder, `portal_${version}_amd64.${end}`);
  if (name === "image") return imageKind({ image: artefact("image.tar"), version, work });
  return debianKind(name, { deb: artefact("deb"), version, work, roots });
}
