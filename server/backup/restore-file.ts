// Tells whether a file can be restored here, and what it holds.
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { DatabaseError } from "pg";
import type { RestoreTrouble } from "#contract/restores.ts";
import { requireNamed } from "./backup-folder.ts";
import { BackupError } from "./errors.ts";
import { requireFits } from "./load.ts";
import type { Manifest } from "./records.ts";
import { S3Error } from "./s3/s3-error.ts";
import { readBackup } from "./write-file.ts";

/** A restore that ends with this trouble. */
export class RestoreError extends Error {
  override name = "RestoreError";
  readonly trouble: RestoreTrouble;

  constructor(trouble: RestoreTrouble, options?: ErrorOptions) {
    super(`the restore ended: ${trouble}`, options);
    this.trouble = trouble;
  }
}

interface Keys {
  key: string;
  secretKeyIds: readonly string[];
}

/** Reads only the manifest, which is authenticated with the key. Throws BackupError for a file that does not fit this portal. */
export const readFittingManifest = (path: string, keys: Keys): Promise<Manifest> =>
  fittingManifest(createReadStream(path), keys);

/** Does what `readFittingManifest` does for bytes from elsewhere, which must be those of `name`; closes their stream. */
export async function fittingManifest(
  stream: Readable,
  { key, secretKeyIds, name = "" }: Keys & { name?: string },
): Promise<Manifest> {
  const { header, records } = await readBackup(stream, key);
  requireNamed(name, header);
  for await (const first of records) {
    if (first.kind !== "M") break;
    await requireFits(first.body, { secretKeyIds });
    return first.body;
  }
  throw new BackupError("damaged", "The back-up is damaged: it has no manifest.");
}

const OF_FILE: Record<BackupError["code"], RestoreTrouble> = {
  no_portal: "unexpected",
  not_empty: "unexpected",
  not_recovered: "unexpected",
  not_a_backup: "damaged",
  rows_missing: "damaged",
  newer_format: "newer_schema",
  wrong_key: "wrong_key",
  damaged: "damaged",
  cut_short: "cut_short",
  newer_schema: "newer_schema",
  other_history: "other_history",
  other_secret_key: "other_secret_key",
};
const OF_CODE = new Map<string, RestoreTrouble>([
  ["53100", "disk_full"],
  ["42501", "may_not_create"],
  ["55006", "in_use"],
  ["ENOSPC", "disk_full"],
  ["EDQUOT", "disk_full"],
  ["ENOENT", "file_missing"],
]);

/** Returns the reason why nothing was restored. */
export function restoreTroubleOf(error: unknown): RestoreTrouble {
  if (error instanceof RestoreError) return error.trouble;
  if (error instanceof S3Error) return error.trouble === "file_missing" ? "file_missing" : "not_fetched";
  if (error instanceof BackupError) return OF_FILE[error.code];
  if (!(error instanceof Error)) return "unexpected";
  const own =
    error instanceof DatabaseError || "code" in error ? OF_CODE.get(String(Reflect.get(error, "code"))) : null;
  return own ?? (error.cause === undefined ? "unexpected" : restoreTroubleOf(error.cause));
}
