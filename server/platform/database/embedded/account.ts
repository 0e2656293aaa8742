// PostgreSQL refuses to run as root, so a root server runs the cluster as an existing unprivileged account.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ["postgres", "nobody"];

function accountsOfThisMachine(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) > 0)
    .map((fields) => ({ name: fields[0] ?? "", uid: Number(fields[2]), gid: Number(fields[3]) }));
}

/**
 * Returns the account: null for this process's own; as root, the cluster's owner or an unprivileged account. Throws Error when root finds
 * none.
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
    return null;
  }
}

/** Tells whether the account may traverse every folder down to `folder`. POSIX mode bits only; ACLs are ignored. */
export function canReach(account: Account, folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (dirname(path) === path) return true;
  }
}
