// Chooses the cluster's folder: the requested one or, where root's is closed (0700, /root), one that the account can reach.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { closeDataFolder } from "../../data-folder.ts";
import { type Account, canReach } from "./account.ts";

const POINTER = "location.json";
const pointer = z.object({ cluster: z.string() });
const SYSTEM_PLACE = "/var/lib/access-portal";

/** Returns the folder that the data folder points to; null without a pointer. Throws when that folder is gone. */
export function readPointer(dataDir: string): string | null {
  const file = join(dataDir, POINTER);
  if (!existsSync(file)) return null;
  const { cluster } = pointer.parse(JSON.parse(readFileSync(file, "utf8")));
  if (!existsSync(cluster)) {
    throw new Error(
      `${file} says that the database lives in ${cluster}, which is gone. Bring that folder back, or remove ${dataDir} to start with an empty database.`,
    );
  }
  return cluster;
}

/** Chooses the place. A moved cluster has a random name, so that removing the data folder starts afresh. */
export function choosePlace(dataDir: string, account: Account | null, log: (message: string) => void): string {
  const reported = closeDataFolder(dataDir, account);
  if (reported !== null) log(reported);
  const folder = realpathSync(dataDir);
  const earlier = readPointer(folder);
  if (earlier !== null) return earlier;
  if (!account || canReach(account, folder)) return folder;
  const place = join(
    makePrivatePlace("clusters", account),
    `${basename(dirname(folder)).replace(/^\.+/, "")}-${randomBytes(6).toString("hex")}`,
  );
  closeDataFolder(place, account);
  writeFileSync(join(place, "origin"), `${folder}\n`, { mode: 0o600 });
  writeFileSync(join(folder, POINTER), `${JSON.stringify({ cluster: place })}\n`, { mode: 0o600 });
  log(
    `${folder} cannot be reached by ${account.name}, who runs PostgreSQL: the database lives in ${place} (noted in ${POINTER})`,
  );
  return place;
}

/** Makes a folder that only root writes and the account may traverse: below /var/lib, else the temp folder. */
export function makePrivatePlace(kind: "clusters" | "binaries", account: Account | null): string {
  const bases = account ? [SYSTEM_PLACE] : [];
  bases.push(join(tmpdir(), `access-portal-${process.getuid?.() ?? "user"}`));
  const failures: unknown[] = [];
  for (const base of bases) {
    try {
      const folder = join(base, kind);
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      for (const path of [base, folder]) closeToOthers(path);
      if (account && !canReach(account, folder)) throw new Error(`${account.name} cannot reach ${folder}`);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(
    failures,
    `No folder for PostgreSQL that ${account?.name ?? "this account"} can reach: tried ${bases.join(", ")}.`,
  );
}

/** Restricts a folder. In a shared temp folder anybody may have taken the name; such a folder is refused. */
function closeToOthers(path: string): void {
  const state = lstatSync(path);
  const uid = process.getuid?.();
  if (!state.isDirectory() || (uid !== undefined && state.uid !== uid))
    throw new Error(`${path} belongs to someone else`);
  if (uid !== undefined) chmodSync(path, 0o755);
}

/** Makes a folder that only the account may enter. `account` null: this process's own. */
export function makeOwnedFolder(path: string, account: Account | null): void {
  mkdirSync(path, { mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}
