import type { Logger } from "pino";
import type { KeyRing } from "../crypto/key-ring.ts";
import { awaitPooler } from "./await-database.ts";
import { type MigrateOptions, migrate } from "./migrate.ts";
import { createPools, type Pools } from "./pools.ts";

export interface OpenOptions extends Pick<MigrateOptions, "folder" | "beforeUpdate"> {
  keys: KeyRing;
  log: Logger;
  /** The pools connect here, through a pooler; absent: at `adminUrl`, without one. */
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
  { keys, log, pooledUrl, patience = 1, ...more }: OpenOptions,
): Promise<{ pools: Pools; schemaVersion: number }> {
  const authenticatorPassword = keys.derive("database/authenticator");
  const migrated = await migrate({ adminUrl, authenticatorPassword, log: (line) => log.info(line), ...more });
  log.info({ version: migrated.version, applied: migrated.applied.length }, "database ready");
  const url = pooledUrl ?? adminUrl;
  const pools = createPools({
    url: authenticatorUrl(url, authenticatorPassword),
    ...(pooledUrl !== undefined && { directUrl: adminUrl }),
    // During a key rotation another server may have set the other key's password.
    otherUrls: keys
      .deriveAll("database/authenticator")
      .slice(1)
      .map((password) => authenticatorUrl(url, password)),
    log,
    patience,
  });
  if (pooledUrl === undefined) return { pools, schemaVersion: migrated.version };
  try {
    await awaitPooler(pools.engine, adminUrl, {
      signal: new AbortController().signal,
      onWait: (reason, seconds) => log.warn({ reason, seconds }, "the pooler of DATABASE_URL does not answer; waiting"),
    });
    return { pools, schemaVersion: migrated.version };
  } catch (error) {
    await pools.close();
    throw error;
  }
}

/** Returns the address at which the servers log in. */
export function authenticatorUrl(adminUrl: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = "authenticator";
  url.password = password;
  return url.href;
}
