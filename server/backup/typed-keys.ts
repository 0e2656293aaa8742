// The keys that somebody has typed for the back-up of another installation: in memory until the restore, then in the key files.
import { readFile } from "node:fs/promises";
import type { Config } from "#server/platform/config.ts";
import { createKeyRing, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { backupKeyPath, replaceKeyFile, secretKeyPath } from "#server/platform/crypto/secret-key.ts";

type KeyPlaces = Pick<Config, "dataDir" | "secretKey" | "backupKey">;

export interface TypedKeys {
  backupKey: string;
  /** The current key first. */
  secretKeys: readonly string[];
}

/** An uploaded file that is to be restored, with its keys. */
export interface TypedRestore extends TypedKeys {
  path: string;
  /** Where the server's own keys are. */
  places: KeyPlaces;
}

/** Keys by the file name in the restore's row. Only this server has them, so no other server takes the restore. */
export type TypedRestores = Map<string, TypedRestore>;

/** A file may have one current key and one other: a key file has room for two keys beside the present one. */
export const MOST_TYPED_KEYS = 2;

/** Returns the lines that hold something, without blanks at their ends. */
export const linesOfKey = (text: string): string[] => parts(text, /\n/);

/**
 * Returns the possible readings of a typed text, likeliest first: the lines of a key file, one key with spaces, or several keys between
 * commas or spaces (a field of one line turns line breaks into spaces).
 */
export function readingsOfKey(text: string): string[][] {
  const whole = parts(text, /\n/);
  return [whole, parts(text, /[\n,]/), parts(text, /[\s,]/)].filter(({ length }) => length <= MOST_TYPED_KEYS);
}

const parts = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Returns the key ring of the typed keys. The first one encrypts. */
export function typedRing({ secretKeys: [current = "", ...others] }: TypedKeys): KeyRing {
  return createKeyRing(current, others);
}

/**
 * Prepares this server for the restored database: until the databases are swapped, it knows both the present secret key and the typed ones.
 * If it is interrupted, the key file still fits the database in use. `undo` restores the former keys; `finish` keeps only the typed ones.
 */
export async function bringTypedKeys({
  places: { dataDir, secretKey, backupKey },
  ...typed
}: TypedRestore): Promise<{ undo: () => Promise<void>; finish: () => Promise<void> }> {
  const path = secretKeyPath(dataDir);
  const before = secretKey === null ? linesOfKey(await readFile(path, "utf8")) : [];
  const both = [...new Set([...before, ...typed.secretKeys])];
  if (secretKey === null) await replaceKeyFile(path, both);
  return {
    undo: async () => {
      if (secretKey === null) await replaceKeyFile(path, before);
    },
    finish: async () => {
      if (secretKey === null) await replaceKeyFile(path, typed.secretKeys, { keep: before });
      if (backupKey === null) await replaceKeyFile(backupKeyPath(dataDir), [typed.backupKey], { keep: "present" });
    },
  };
}
