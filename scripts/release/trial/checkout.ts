// A clone of the repository and `npm start`, which installs the packages, builds the page and brings its own PostgreSQL.
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root as repository } from "../../lib/paths.ts";
import { run } from "../files.ts";
import { allowLoopback, MIGRATION, makeNext, nextOf, trialSettings } from "./kinds.ts";
import { startServer } from "./server.ts";
import type { Installation, Kind } from "./steps.ts";

const KEYS = ["secret.key", "backup.key"];

/** Returns the kind for a clone of this repository. */
export function checkoutKind({ version, work }: { version: string; work: string }): Kind {
  const clone = join(work, "portal");
  const backup = join(work, "trial.backup");
  const data = { first: join(work, "data-1"), second: join(work, "data-2") };
  const first = installation(data.first, { clone, backup, version });
  const second = installation(data.second, { clone, backup, version });
  return {
    name: "checkout",
    prepare: async () => {},
    first,
    second: {
      ...second,
      async install() {
        await mkdir(data.second, { mode: 0o700 });
      },
      async restore() {
        for (const key of KEYS) await copyFile(join(data.first, key), join(data.second, key));
        await second.perform("restore", backup);
      },
    },
    close: async () => {},
  };
}

type Checkout = Installation & { perform(command: string, ...args: string[]): Promise<string> };

function installation(
  dataDir: string,
  { clone, backup, version }: { clone: string; backup: string; version: string },
): Checkout {
  let settings: Record<string, string> | null = null;
  const environment = async () => {
    settings ??= { ...(await trialSettings()), PORTAL_DATA_DIR: dataDir };
    return settings;
  };
  const perform = async (command: string, ...args: string[]) =>
    run("npm", ["run", command, "--", ...args], { cwd: clone, env: { ...process.env, ...(await environment()) } });
  return {
    perform,
    async install() {
      await run("git", ["clone", "--quiet", repository, clone]);
      await allowLoopback(clone);
    },
    start: async () =>
      startServer({
        command: process.execPath,
        args: ["scripts/run.mjs", "start"],
        cwd: clone,
        env: await environment(),
      }),
    backUp: async () => void (await perform("backup", backup)),
    update: () => makeNext(clone, nextOf(version)),
    async rollBack() {
      await rm(join(clone, MIGRATION));
      const file = join(clone, "package.json");
      await writeFile(file, (await readFile(file, "utf8")).replace(nextOf(version), version));
      await perform("admin", "rollback");
    },
    async purge() {
      for (const folder of [clone, dataDir]) await rm(folder, { recursive: true });
    },
  };
}
