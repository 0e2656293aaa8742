// Runs a program in an image's root by runc, on this machine's network, with no more rights than compose.yaml gives.
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../files.ts";
import type { Program } from "./server.ts";

const RIGHTS = ["bounding", "effective", "inheritable", "permitted", "ambient"];
/** Folders that stay, as the image's volumes do. */
const VOLUMES = ["/var/lib/portal", "/var/backups/portal"];

/** Tells whether runc is there and this kernel lets it run. */
export const hasRunc = (): Promise<boolean> =>
  run("runc", ["--version"]).then(
    () => true,
    () => false,
  );

/** Returns what starts the program in a container; `bundle` is a folder for its description. */
export async function inContainer(
  { root, user, bundle }: { root: string; user: string; bundle: string },
  { command, args, cwd = "/", env }: Program,
): Promise<Program> {
  const [uid = 0, gid = 0] = user.split(":").map(Number);
  const temporary = (destination: string) => ({ destination, type: "tmpfs", source: "tmpfs", options: ["nosuid"] });
  const volume = (destination: string) => ({
    destination,
    type: "bind",
    source: join(root, destination),
    options: ["rbind", "rw"],
  });
  const description = {
    ociVersion: "1.0.2",
    root: { path: root, readonly: true },
    process: {
      user: { uid, gid },
      args: [command, ...args],
      env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      cwd,
      noNewPrivileges: true,
      capabilities: Object.fromEntries(RIGHTS.map((name) => [name, []])),
    },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      ...["/dev", "/dev/shm", "/tmp"].map(temporary),
      ...VOLUMES.map(volume),
    ],
    linux: { namespaces: ["pid", "mount", "ipc", "uts"].map((type) => ({ type })) },
  };
  await mkdir(bundle, { recursive: true });
  await writeFile(join(bundle, "config.json"), JSON.stringify(description));
  return { command: "runc", args: ["run", "--bundle", bundle, `portal-${randomUUID()}`], env: {} };
}
