// PostgreSQL refuses to run as root, so a server started as root lends the cluster an unprivileged account that already exists.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The account that owns and runs the cluster; `null` means "the one we run as already". */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** `postgres` first, since it exists for this; `nobody` is found on practically every system. */
const CANDIDATES = ["postgres", "nobody"];

function accountsOfThisMachine(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) > 0)
    .map((fields) => ({ name: fields[0] ?? "", uid: Number(fields[2]), gid: Number(fields[3]) }));
}

/**
 * Chooses who runs the cluster. As an ordinary user: ourselves (`null`). As root: the owner of an existing cluster, so that
 * a folder once made by another account keeps working, else an existing unprivileged account.
 * @throws Error saying what to do when root finds no such account.
 */
export function chooseAccount(clusterFolder: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = accountsOfThisMachine();
  const owner = ownerOf(join(clusterFolder, "PG_VERSION"));
  const chosen =
    accounts.find((account) => account.uid === owner) ??
    CANDIDATES.map((name) => accounts.find((account) => account.name === name)).find(
      (account) => account !== undefined,
    );
  if (!chosen) {
    throw new Error(
      "PostgreSQL does not run as root, and this machine has neither an account 'postgres' nor 'nobody' to lend it. " +
        "Start as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs elsewhere.",
    );
  }
  return chosen;
}

function ownerOf(path: string): number | null {
  try {
    const { uid } = statSync(path);
    return uid === 0 ? null : uid;
  } catch {
    return null; // no cluster yet
  }
}

/** Whether the account may pass through every folder down to and including `folder`. POSIX mode bits only: an ACL that allows more merely costs a copy. */
export function canReach(account: Account, folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (dirname(path) === path) return true;
  }
}
