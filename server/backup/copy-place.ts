// The S3 address that takes a copy of each back-up. Each back-up key has a folder of its own, so files of other keys are never
// touched.
import type { Clock } from "#drivers/clock.ts";
import type { Config } from "#server/platform/config.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { backupKeyId } from "./container.ts";
import { s3Client } from "./s3/s3-client.ts";
import { type S3Files, s3Files } from "./s3/s3-files.ts";

export type CopySettings = Pick<Config, "backupKey" | "dataDir" | "backupS3">;

/** Returns the place of the copies; null where none is set. */
export async function openCopyPlace({
  config,
  clock,
}: {
  config: CopySettings;
  clock: Pick<Clock, "now" | "wait">;
}): Promise<S3Files | null> {
  if (config.backupS3 === null) return null;
  const { url, ...login } = config.backupS3;
  const { origin, pathname } = new URL(url);
  const [bucket = "", ...folders] = pathname.split("/").filter((part) => part !== "");
  const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
  const prefix = [...folders, backupKeyId(key), ""].join("/");
  return s3Files(s3Client({ ...login, bucketUrl: `${origin}/${bucket}` }, clock), prefix);
}

/** Returns the address as the page shows it; null where none is set. */
export const shownPlace = ({ backupS3 }: Pick<Config, "backupS3">): string | null =>
  backupS3?.url.replace(/^https?:\/\//, "") ?? null;
