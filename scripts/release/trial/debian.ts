// The Debian package in a bare Debian root: dpkg installs it, and its unit's command starts it, since no systemd runs there.
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeDeb } from "../deb.ts";
import { run } from "../files.ts";
import { LINUX } from "../tree.ts";
import { allowLoopback, makeNext, nextOf, trialSettings } from "./kinds.ts";
import { inRoot, type Program, startServer } from "./server.ts";
import type { Installation, Kind } from "./steps.ts";

const DATA = "var/lib/portal";
const BACKUP = "/var/backups/portal/trial.backup";

/** Returns the kind for a Debian suite. `roots` holds the bare root, which is made if missing; `work` holds the machines made from it. */
export function debianKind(
  suite: string,
  { deb, version, work, roots }: { deb: string; version: string; work: string; roots: string },
): Kind {
  const bare = join(roots, suite);
  const packages = { now: deb, next: join(work, "next.deb") };
  const first = machine(join(work, "first"), packages);
  const second = machine(join(work, "second"), packages);
  return {
    name: `Debian package on ${suite}`,
    async prepare() {
      await mkdir(work, { recursive: true });
      if (!existsSync(bare)) {
        await mkdir(roots, { recursive: true });
        await run("mmdebstrap", ["--variant=minbase", "--mode=root", "--quiet", suite, bare]);
      }
      for (const { root } of [first, second]) await run("cp", ["-a", bare, root]);
      await makeNextDeb(packages, version);
    },
    first,
    second: {
      ...second,
      async restore() {
        await mkdir(join(second.root, "var/backups/portal"), { recursive: true });
        await moveBackup(first.root, second.root);
        await second.perform("restore", BACKUP);
      },
    },
    close: async () => {},
  };
}

/** Makes the package of the next version from the content of the present one. */
async function makeNextDeb({ now, next }: { now: string; next: string }, version: string): Promise<void> {
  const [platform] = LINUX;
  if (platform === undefined) throw new Error("no platform");
  const content = `${next}.content`;
  await run("dpkg-deb", ["-x", now, content]);
  const tree = join(content, "opt/portal");
  await allowLoopback(tree);
  await makeNext(tree, nextOf(version));
  const epoch = Math.floor(Date.now() / 1000);
  const made = { version: nextOf(version), platform, epoch, compression: "none" as const };
  await makeDeb(next, { tree, work: `${next}.work`, ...made });
  for (const folder of [content, `${next}.work`]) await rm(folder, { recursive: true });
}

/** Copies the file and both keys, as an owner does from their storage. */
async function moveBackup(from: string, to: string): Promise<void> {
  await copyFile(join(from, BACKUP), join(to, BACKUP));
  for (const key of ["secret.key", "backup.key"]) await copyFile(join(from, DATA, key), join(to, DATA, key));
  await run("chroot", [to, "chown", "-R", "portal:portal", `/${DATA}`, "/var/backups/portal"]);
}

type Machine = Installation & { root: string; perform(command: string, ...args: string[]): Promise<string> };

function machine(root: string, packages: { now: string; next: string }): Machine {
  const inside = async (command: string, ...args: string[]) => {
    const { command: program, args: all } = inRoot(root, "root:root", { command, args, env: { PATH: SYSTEM_PATH } });
    return run(program, all);
  };
  const unpack = async (deb: string) => {
    await cp(deb, join(root, basename(deb)));
    await inside("dpkg", "-i", `/${basename(deb)}`);
    await rm(join(root, basename(deb)));
  };
  const unpackNow = async () => {
    await unpack(packages.now);
    await allowLoopback(join(root, "opt/portal"));
  };
  /** Puts a file where the settings' file says that a certificate may lie, and reads it as the service. */
  const readableCertificate = async () => {
    await inside("install", "-g", "portal", "-m", "0640", "/etc/debian_version", "/etc/portal/fullchain.pem");
    await inside("setpriv", "--reuid=portal", "--regid=portal", "--init-groups", "cat", "/etc/portal/fullchain.pem");
    await rm(join(root, "etc/portal/fullchain.pem"));
  };
  const perform = (command: string, ...args: string[]) => inside("/usr/bin/portal", command, ...args);
  const has = (path: string) =>
    stat(join(root, path)).then(
      () => true,
      () => false,
    );
  return {
    root,
    perform,
    async install() {
      await unpackNow();
      const settings = Object.entries(await trialSettings()).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(join(root, "etc/portal/environment"), settings.join(""));
      await readableCertificate();
    },
    start: async () => startServer(await unitProgram(root)),
    backUp: async () => void (await perform("backup", basename(BACKUP))),
    update: () => unpack(packages.next),
    async rollBack() {
      await unpackNow();
      await perform("admin", "rollback");
    },
    async purge() {
      await inside("dpkg", "-r", "portal");
      if (!(await has(`${DATA}/secret.key`))) throw new Error("removing the package removed the data");
      await inside("dpkg", "-P", "portal");
      for (const path of [DATA, "etc/portal", "opt/portal", "var/cache/portal"])
        if (await has(path)) throw new Error(`/${path} is left after the purge`);
      if (!(await has(BACKUP))) throw new Error("the purge removed the back-ups");
    },
  };
}

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Reads the unit as systemd would: its command, account and settings, then the settings of /etc/portal. */
async function unitProgram(root: string): Promise<Program> {
  const unit = await readFile(join(root, "usr/lib/systemd/system/portal.service"), "utf8");
  const of = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const own = of("Environment").flatMap((line) => line.replaceAll("%H", "localhost").split(" "));
  const file = (await readFile(join(root, "etc/portal/environment"), "utf8")).split("\n");
  const pairs = [...own, ...file].filter((line) => /^[A-Z_]+=/.test(line));
  const env = Object.fromEntries(
    pairs.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const [command = "", ...args] = (of("ExecStart")[0] ?? "").split(" ");
  const [folder = ""] = of("WorkingDirectory");
  const absolute = args.map((arg) => (arg.startsWith("scripts/") ? join(folder, arg) : arg));
  const [user = ""] = of("User");
  return inRoot(root, `${user}:${user}`, { command, args: absolute, env: { PATH: SYSTEM_PATH, ...env } });
}
