// The image run by runc, or its root in a chroot where runc is not there; as its account and with its settings. A PostgreSQL beside it takes the place of compose's.
import { chown, copyFile, cp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { run } from "../files.ts";
import { allowLoopback, makeNext, nextOf, trialSettings } from "./kinds.ts";
import { hasRunc, inContainer } from "./runc.ts";
import { inRoot, startServer } from "./server.ts";
import type { Installation, Kind } from "./steps.ts";

const BACKUP = "/var/backups/portal/trial.backup";
const DATA = "var/lib/portal";
const TREE = "opt/portal";

const manifests = z.array(z.object({ Config: z.string(), Layers: z.array(z.string()) })).length(1);
const configuration = z.object({
  config: z.object({ User: z.string(), Env: z.array(z.string()), Cmd: z.array(z.string()), WorkingDir: z.string() }),
});

/** Returns the kind for an image's tar. */
export async function imageKind(given: { image: string; version: string; work: string }): Promise<Kind> {
  const byRunc = await hasRunc();
  const { work, ...image } = given;
  const first = container(join(work, "first"), { ...image, byRunc, database: join(work, "database-1") });
  const second = container(join(work, "second"), { ...image, byRunc, database: join(work, "database-2") });
  return {
    name: byRunc ? "image by runc" : "image's root in a chroot",
    prepare: async () => {},
    first,
    second: {
      ...second,
      async restore() {
        await copyFile(join(first.root, BACKUP), join(second.root, BACKUP));
        for (const key of ["secret.key", "backup.key"])
          await copyFile(join(first.root, DATA, key), join(second.root, DATA, key));
        for (const path of [BACKUP, `${DATA}/secret.key`, `${DATA}/backup.key`])
          await chown(join(second.root, path), 10_001, 10_001);
        await second.perform("restore", BACKUP);
      },
    },
    async close() {
      for (const one of [first, second]) await one.close();
    },
  };
}

type Container = Installation & {
  root: string;
  close(): Promise<void>;
  perform(command: string, ...args: string[]): Promise<string>;
};

function container(
  root: string,
  { image, version, byRunc, database }: { image: string; version: string; byRunc: boolean; database: string },
): Container {
  let settings: Record<string, string> = {};
  let postgres: EmbeddedPostgres | null = null;
  const layout = `${root}.layout`;
  const program = async (args: readonly string[] | null) => {
    const { config } = await readLayout(layout);
    const [node = "", ...rest] = config.Cmd;
    const own = Object.fromEntries(
      config.Env.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    const env = { ...own, ...settings };
    if (byRunc) {
      // PATH finds Node for a command that somebody types.
      const command = args === null ? node : "node";
      const described = { command, args: args ?? rest, env, cwd: config.WorkingDir };
      return inContainer({ root, user: config.User, bundle: `${root}.bundle` }, described);
    }
    const absolute = (args ?? rest).map((arg) => (arg.startsWith("scripts/") ? join(config.WorkingDir, arg) : arg));
    return inRoot(root, config.User, { command: node, args: absolute, env });
  };
  const perform = async (command: string, ...args: string[]) => {
    const { command: starter, args: all } = await program([`scripts/${command}.ts`, ...args]);
    return run(starter, all);
  };
  return {
    root,
    perform,
    async install() {
      await unpackImage(image, { layout, root });
      await allowLoopback(join(root, TREE));
      postgres = await startEmbeddedPostgres({ dataDir: database, database: "portal", removed: true });
      settings = { ...(await trialSettings()), DATABASE_URL: postgres.adminUrl };
    },
    start: async () => startServer(await program(null)),
    backUp: async () => void (await perform("backup", BACKUP)),
    async update() {
      await cp(join(root, TREE), join(root, "former"), { recursive: true, verbatimSymlinks: true });
      await makeNext(join(root, TREE), nextOf(version));
    },
    async rollBack() {
      await rm(join(root, TREE), { recursive: true });
      await run("mv", [join(root, "former"), join(root, TREE)]);
      await perform("admin", "rollback");
    },
    async purge() {
      await postgres?.stop();
      await rm(root, { recursive: true });
    },
    close: async () => postgres?.stop(),
  };
}

async function readLayout(layout: string) {
  const [manifest] = manifests.parse(JSON.parse(await readFile(join(layout, "manifest.json"), "utf8")));
  return { manifest, ...configuration.parse(JSON.parse(await readFile(join(layout, manifest?.Config ?? ""), "utf8"))) };
}

/** Unpacks the image's layers into `root`, and makes the devices that a container has. */
async function unpackImage(image: string, { layout, root }: { layout: string; root: string }): Promise<void> {
  await mkdir(layout, { recursive: true });
  await mkdir(root, { recursive: true, mode: 0o755 });
  await run("tar", ["-C", layout, "-xf", image]);
  const { manifest } = await readLayout(layout);
  for (const layer of manifest?.Layers ?? []) await run("tar", ["-C", root, "-xzf", join(layout, layer)]);
  await mkdir(join(root, "dev/shm"), { recursive: true });
  for (const [name, minor] of [
    ["null", "3"],
    ["urandom", "9"],
  ] as const)
    await run("mknod", ["-m", "666", join(root, "dev", name), "c", "1", minor]);
}
