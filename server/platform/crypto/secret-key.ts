// The installation's secret: PORTAL_SECRET_KEY, else an owner-readable key file made at the first start.

import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { keyFileDamaged, keyFileVanished, tooManyKeys } from "#contract/errors/settings.ts";
import { type Config, ConfigError } from "../config.ts";
import { writeDraft, writeWhole } from "../write-whole.ts";
import { createKeyRing, type KeyRing, MOST_OTHER_KEYS } from "./key-ring.ts";

const FILE = "secret.key";
const BACKUP_FILE = "backup.key";

export const secretKeyPath = (dataDir: string): string => join(dataDir, FILE);

/** Opens the keys. The key file's first line is current, further lines are other keys. Throws ConfigError for too many. */
export async function openKeyRing(config: Pick<Config, "secretKey" | "otherSecretKeys" | "dataDir">): Promise<KeyRing> {
  const text = await loadOrMake({ configured: config.secretKey, dataDir: config.dataDir }, FILE);
  const [current = text, ...further] = config.secretKey === null ? linesOf(text) : [text];
  if ([current, ...further].some((line) => line.length < 32)) throw damaged(secretKeyPath(config.dataDir));
  const others = [...new Set([...further, ...config.otherSecretKeys])].filter((key) => key !== current);
  if (others.length > MOST_OTHER_KEYS) {
    throw new ConfigError(tooManyKeys(others.length, MOST_OTHER_KEYS));
  }
  return createKeyRing(current, others);
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Loads the separate back-up key: its owner cannot read the PINs inside back-ups, and the secret key does not open back-ups. */
export async function loadBackupKey(options: KeySource): Promise<string> {
  return loadOrMake(options, BACKUP_FILE);
}

export function backupKeyPath(dataDir: string): string {
  return join(dataDir, BACKUP_FILE);
}

interface KeySource {
  configured: string | null;
  dataDir: string;
}

/**
 * Loads or makes a key. The file is linked into place whole: concurrent starts agree, and neither a crash nor a power cut leaves a partial
 * key. Tightens permissions.
 */
async function loadOrMake(options: KeySource, file: string): Promise<string> {
  if (options.configured !== null) return options.configured;
  const path = join(options.dataDir, file);
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const existing = await readKey(path);
  if (existing !== null) return existing;
  const draft = await writeDraft(path, `${randomBytes(32).toString("base64url")}\n`);
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(draft);
  }
  const made = await readKey(path);
  if (made === null) throw new ConfigError(keyFileVanished(path));
  return made;
}

/** Replaces the keys in a key file atomically. `keep` saves former lines in a file beside it: the given ones, or those of the present file. */
export async function replaceKeyFile(
  path: string,
  keys: readonly string[],
  { keep }: { keep?: readonly string[] | "present" } = {},
): Promise<void> {
  const before = keep === "present" ? await readKey(path) : (keep?.join("\n") ?? null);
  const text = keys.join("\n");
  if (before !== null && before !== text) await writeWhole(`${path}.before-restore`, `${before}\n`);
  await writeWhole(path, `${text}\n`);
}

const damaged = (path: string) => new ConfigError(keyFileDamaged(path));

async function readKey(path: string): Promise<string | null> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) await chmod(path, 0o600);
    const text = (await readFile(path, "utf8")).trim();
    if (text.length < 32) {
      throw damaged(path);
    }
    return text;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
