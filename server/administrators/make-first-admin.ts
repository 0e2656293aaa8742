// Creates the first system admin of an empty installation, from the environment or through a console link.

import type { Pool, PoolClient } from "pg";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { restoreRefused } from "#contract/errors/backup.ts";
import { FIRST_ADMIN_NAME } from "#contract/made-texts.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { Administration } from "#server/auth/administration.ts";
import { equalSecrets, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { lockFirstAdministrator, restoreGoesOn, systemAdminExists } from "./administrators.store.ts";
import { createAdministrator } from "./create-administrator.ts";

export interface FirstAdmin {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** Creates the environment's admin if there is no system admin; without one in the environment, returns a set-up token. */
export async function ensureFirstAdmin({
  deps,
  administration,
}: {
  deps: Deps;
  administration: Administration;
}): Promise<string | null> {
  const { engine } = deps.pools;
  if (await systemAdminExists(engine)) return null;
  if (deps.config.admin === null) return setupToken(deps.keys);
  await makeFirstAdmin(engine, administration, {
    ...deps.config.admin,
    ...FIRST_ADMIN_NAME,
  });
  return null;
}

/** Creates the first admin. The token proves console access and is valid only while there is no system admin. */
export async function createFirstAdmin(
  deps: Deps,
  administration: Administration,
  { token, ...admin }: FirstAdmin & { token: string },
): Promise<void> {
  requireSetupToken(deps.keys, token);
  const { engine } = deps.pools;
  if (!(await makeFirstAdmin(engine, administration, admin, { besideRestore: false }))) throw alreadySetUp();
}

/** Runs `work` while nobody else can set the installation up. Throws for a bad token, and once there is a system admin. */
export async function whileSettingUp<T>(
  deps: Deps,
  token: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  requireSetupToken(deps.keys, token);
  return transaction(deps.pools.engine, async (client) => {
    await lockFirstAdministrator(client);
    if (await systemAdminExists(client)) throw alreadySetUp();
    return work(client);
  });
}

/** Throws for a bad token, with the same errors as createFirstAdmin. */
export async function checkSetupLink(deps: Deps, token: string): Promise<void> {
  requireSetupToken(deps.keys, token);
  if (await systemAdminExists(deps.pools.engine)) throw alreadySetUp();
}

function requireSetupToken(keys: KeyRing, token: string): void {
  if (keys.deriveAll(SETUP).some((own) => equalSecrets(own, token))) return;
  throw new PortalError(administratorErrors.setup_link_invalid());
}

function alreadySetUp(): PortalError {
  return new PortalError(administratorErrors.already_set_up());
}

async function makeFirstAdmin(
  engine: Pool,
  administration: Administration,
  admin: FirstAdmin,
  { besideRestore = true }: { besideRestore?: boolean } = {},
): Promise<boolean> {
  return transaction(engine, async (client) => {
    await lockFirstAdministrator(client);
    if (await systemAdminExists(client)) return false;
    // The restored database would lack this account.
    if (!besideRestore && (await restoreGoesOn(client))) throw new PortalError(restoreRefused("running"));
    const objectId = await createAdministrator(client, administration, {
      ...admin,
      role: "system_admin",
      organizationId: null,
      mustChangePassword: false,
    });
    await writeAudit(client, { action: "first_administrator_made", objectType: "users", objectId });
    return true;
  });
}

const SETUP = "setup";

function setupToken(keys: KeyRing): string {
  return keys.derive(SETUP);
}
