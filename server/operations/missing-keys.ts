// Reports missing secret keys at the start, before PINs, passwords and factors fail one by one.

import type { Logger } from "pino";
import { keysMissing } from "#contract/errors/settings.ts";
import { keysInUse, missingKeys, type ReencryptDeps } from "./reencrypt.ts";

/** Warns of missing keys. Never throws, because the start does not depend on it. */
export async function warnOfMissingKeys({
  log,
  ...deps
}: Pick<ReencryptDeps, "engine" | "auth" | "keys"> & { log: Logger }): Promise<void> {
  try {
    const missing = missingKeys(await keysInUse(deps), deps.keys);
    if (missing.length === 0) return;
    log.error({ missing, known: deps.keys.keyIds }, keysMissing(missing));
  } catch (error) {
    log.warn({ err: error }, "could not look which secret keys are in use");
  }
}
