// The data folder holds the secret key, the audit anchors and the database, so only its owner has access.
import { accessSync, chmodSync, chownSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { dataFolderUnusable } from "#contract/errors/settings.ts";
import { ConfigError } from "./config.ts";
import type { Account } from "./database/embedded/account.ts";

const OWNER_ONLY = 0o700;
/** For a root server's PostgreSQL account (database/embedded/account.ts): its group may traverse but not list. */
const GROUP_PASSES = 0o710;

/** Files of the portal and of file systems. A folder with other files is not restricted. */
const OURS =
  /^(secret\.key|backup\.key|boot-ids|audit-anchor\.json|lock|postgres|backups|restore-upload\.backup|simulators|password|data|location\.json|lost\+found|data\.new-.*|pwfile-.*|(secret\.key|backup\.key|audit-anchor\.json|boot-ids|lock)\..*)$/;

/** Errors of a disk that is read-only or full, or of a path that cannot be used. Node reports a folder on such a disk as ENOENT. */
const UNUSABLE = new Set(["EROFS", "EACCES", "EPERM", "ENOSPC", "ENOTDIR", "EEXIST", "ENOENT"]);

/**
 * Creates or restricts the folder for `passing`, the account that must traverse it; never loosens it. Returns what was done or failed, for
 * the log; null when nothing. Throws ConfigError for a folder that the portal cannot use.
 */
export function closeDataFolder(folder: string, passing: Account | null): string | null {
  try {
    const done = closed(folder, passing);
    accessSync(folder, constants.W_OK);
    return done;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!UNUSABLE.has(code)) throw cause;
    throw new ConfigError(dataFolderUnusable(folder, code), { cause });
  }
}

function closed(folder: string, passing: Account | null): string | null {
  mkdirSync(dirname(folder), { recursive: true, mode: passing === null ? OWNER_ONLY : 0o711 });
  const made = mkdirSync(folder, { recursive: true, mode: OWNER_ONLY }) !== undefined;
  if (process.platform === "win32") return null; // Windows inherits ACLs and has no mode bits.
  const { mode, uid, gid } = statSync(folder);
  const before = mode & 0o7777;
  const passes = passing !== null && (made || (before & 0o011) !== 0);
  const after = passes ? GROUP_PASSES : OWNER_ONLY;
  if (before === after && !(passes && gid !== passing.gid)) return null;
  const open = (before & 0o077 & ~after) !== 0 || (passes && gid !== passing.gid && !made);
  const why = notOurs(folder, uid);
  if (why !== null) {
    return open
      ? `${folder} can be read by others (${octal(before)}) and is left so, since ${why}. Give PORTAL_DATA_DIR a folder of its own.`
      : null;
  }
  if (passes) chownSync(folder, uid, passing.gid);
  chmodSync(folder, after);
  return open ? `${folder} was open to others (${octal(before)}); it is closed to them now (${octal(after)}).` : null;
}

function notOurs(folder: string, uid: number): string | null {
  if (process.getuid?.() !== uid) return "it belongs to another account";
  const foreign = readdirSync(folder).find((name) => !OURS.test(name));
  return foreign === undefined ? null : `it holds ${foreign}, which is not the portal's`;
}

const octal = (bits: number) => `0${bits.toString(8)}`;
