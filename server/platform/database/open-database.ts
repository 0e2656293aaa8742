import type { Logger } from "pino";
import type { KeyRing } from "../crypto/key-ring.ts";
import { type MigrateOptions, migrate } from "./migrate.ts";
import { createPools, type Pools } from "./pools.ts";

export interface OpenOptions extends Pick<MigrateOptions, "folder" | "beforeUpdate"> {
  keys: KeyRing;
  log: Logger;
  /** The pools connect here; the default is `adminUrl`. */
  pooledUrl?: string | undefined;
  patience?: number | undefined;
}

/**
 * Migrates the database and opens its pools.
 * @param adminUrl a login that may migrate
 * @param patience as in PoolOptions
 * @returns `schemaVersion` is the highest migration this code knows
 */
export async function openDatabase(
  adminUrl: string,
  { keys, log, pooledUrl = adminUrl, patience = 1, ...more }: OpenOptions,
): Promise<{ pools: Pools; schemaVersion: number }> {
  const authenticatorPassword = keys.derive("database/authenticator");
  const migrated = await migrate({ adminUrl, authenticatorPassword, log: (line) => log.info(line), ...more });
  log.info({ version: migrated.version, applied: migrated.applied.length }, "database ready");
  const pools = createPools({
    url: authenticatorUrl(pooledUrl, authenticatorPassword),
    directUrl: adminUrl,
    // During a key rotation another server may have set the other key's password.
    otherUrls: keys
      .deriveAll("database/authenticator")
      .slice(1)
      .map((password) => authenticatorUrl(pooledUrl, password)),
    log,
    patience,
  });
  return { pools, schemaVersion: migrated.version };
}

/** Returns the address at which the servers log in. */
export function authenticatorUrl(adminUrl: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = "authenticator";
  url.password = password;
  return url.href;
}
