// Makes the Debian package: the tree in /opt/portal, a systemd unit, the settings' file and a command.
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../lib/paths.ts";
import { filesBelow, gzip, linkTree, run, settle } from "./files.ts";
import { nodeOf, type Platform } from "./tree.ts";

/** The package's port: an ordinary account may use it, and web servers usually do not. */
const SETTINGS = "HOST=0.0.0.0 PORT=8443 TLS=internal PUBLIC_URL=https://%H:8443";
const UNIT = "usr/lib/systemd/system/portal.service";
const ENVIRONMENT = "etc/portal/environment";

export interface Package {
  readonly version: string;
  readonly platform: Platform;
  readonly epoch: number;
  /** Default xz; the trial's own package needs none. */
  readonly compression?: "xz" | "none";
}

/** Returns the unit of `deploy/portal.service` for a package: its own Node, and TLS from the first start. */
export function unitOf(unit: string, platform: Platform): string {
  return unit
    .replace(/node_modules\/node-linux-\w+\/bin\/node/, nodeOf(platform))
    .replace(/^Environment=PUBLIC_URL=.*$/m, `Environment=${SETTINGS}`);
}

/** Returns the package's description for dpkg; `kilobytes`: its size when installed. */
export function controlOf({ version, platform }: Package, kilobytes: number): string {
  return `Package: portal
Version: ${version}
Architecture: ${platform.arch}
Maintainer: Access portal <root@localhost>
Section: net
Priority: optional
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.36), libstdc++6, passwd, util-linux
Suggests: postgresql (>= 15)
Description: Access portal for doors and gates
 Decides who may open which door and gate, and shows what the door really does.
 Node and PostgreSQL are inside. DATABASE_URL in /etc/portal/environment names another PostgreSQL.
`;
}

/** Packs a copy of `tree` as `file`. `work` is a folder for temporary content. */
export async function makeDeb(
  file: string,
  { tree, work, ...made }: Package & { tree: string; work: string },
): Promise<void> {
  const { version, platform, epoch, compression = "xz" } = made;
  const deploy = (name: string) => readFile(join(root, "deploy", name), "utf8");
  const write = async (name: string, text: string, mode = 0o644) => {
    await mkdir(dirname(join(work, name)), { recursive: true });
    await writeFile(
      join(work, name),
      text.replaceAll("VERSION", version).replace("/opt/portal/NODE", `/opt/portal/${nodeOf(platform)}`),
    );
    await chmod(join(work, name), mode);
  };
  await mkdir(join(work, "opt"), { recursive: true });
  await linkTree(tree, join(work, "opt/portal"));
  await write(UNIT, unitOf(await deploy("portal.service"), platform));
  await write(ENVIRONMENT, await deploy("debian/environment"));
  await write("usr/bin/portal", await deploy("debian/portal.sh"), 0o755);
  const papers = join(work, "usr/share/doc/portal");
  await mkdir(papers, { recursive: true });
  await cp(join(tree, "CHANGELOG.md"), join(papers, "changelog"));
  await gzip(join(papers, "changelog"));
  const notices = await readFile(join(tree, "dist/web/about/third-party-notices.txt"), "utf8");
  await writeFile(join(papers, "copyright"), `${await readFile(join(tree, "LICENSE"), "utf8")}\n${notices}`);

  const files = await filesBelow(work);
  const sizes = await Promise.all(
    files.map((one) =>
      stat(join(work, one)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const kilobytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024);
  await write("DEBIAN/md5sums", await sums(work, files));
  await write("DEBIAN/control", controlOf(made, kilobytes));
  await write("DEBIAN/conffiles", `/${ENVIRONMENT}\n`);
  for (const script of ["postinst", "prerm", "postrm"])
    await write(`DEBIAN/${script}`, await deploy(`debian/${script}`), 0o755);
  await settle(work, epoch);
  await chmod(join(work, ENVIRONMENT), 0o600);
  await chmod(join(work, dirname(ENVIRONMENT)), 0o700);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
  await run("dpkg-deb", ["--root-owner-group", `-Z${compression}`, "-z1", "--threads-max=2", "--build", work, file], {
    env,
  });
}

/** Returns dpkg's list of checksums. dpkg itself keeps the sum of the settings' file, which the owner may change. */
async function sums(work: string, files: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const file of files.filter((one) => one !== ENVIRONMENT)) {
    const state = await stat(join(work, file)).catch(() => null);
    if (!state?.isFile()) continue;
    const sum = createHash("md5")
      .update(await readFile(join(work, file)))
      .digest("hex");
    lines.push(`${sum}  ${file}`);
  }
  return `${lines.join("\n")}\n`;
}
