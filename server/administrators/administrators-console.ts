// Console operations bypass sign-in, because the console can reach the database anyway. They are audited without an actor.
import type { Pool } from "pg";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { Administration } from "#server/auth/administration.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { factorsByAccount, refundAttempts } from "./account-rows.store.ts";
import { type Administrator, findAdministrator, listAdministrators } from "./administrators.store.ts";
import { listMfaRequirements, type MfaRequirement, setMfaRequirement } from "./mfa-requirements.store.ts";
import { newTemporaryPassword } from "./temporary-password.ts";

export interface ConsoleDeps {
  engine: Pool;
  auth: Pool;
  administration: Pick<Administration, "setPassword" | "removeFactors">;
}

export interface ConsoleReset {
  administrator: Administrator;
  /** Shown once; valid for a day. */
  temporaryPassword: string;
  factors: number;
}

/** Resets an administrator: ends every session and refunds attempts. Returns null for an unknown administrator. */
export async function resetAdministrator(
  { engine, auth, administration }: ConsoleDeps,
  { email, removeFactors }: { email: string; removeFactors: boolean },
): Promise<ConsoleReset | null> {
  const done = await transaction(engine, async (client) => {
    const administrator = await findAdministrator(client, email);
    if (administrator === null) return null;
    const { id: objectId, organizationId } = administrator;
    const temporaryPassword = newTemporaryPassword();
    await administration.setPassword(client, objectId, temporaryPassword, { mustChange: true });
    await writeAudit(client, {
      action: "administrator_reset_on_console",
      objectType: "users",
      objectId,
      organizationId,
    });
    const removed = removeFactors ? await administration.removeFactors(client, objectId) : 0;
    return { administrator, temporaryPassword, factors: removed };
  });
  if (done === null) return null;
  const { id } = done.administrator;
  await refundAttempts(auth, id);
  return { ...done, factors: removeFactors ? done.factors : await countFactors(auth, id) };
}

export interface ListedAdministrator extends Administrator {
  factors: number;
}

/** Returns all accounts with the number of their second factors. */
export async function listOnConsole({ engine, auth }: Pick<ConsoleDeps, "engine" | "auth">) {
  const [administrators, factors] = await Promise.all([listAdministrators(engine), factorsByAccount(auth)]);
  return administrators.map((one): ListedAdministrator => ({ ...one, factors: factors.get(one.id) ?? 0 }));
}

/** Sets a role's second-factor requirement; returns the requirements of all roles. */
export async function requireMfa(engine: Pool, change: MfaRequirement | null): Promise<MfaRequirement[]> {
  return transaction(engine, async (client) => {
    if (change !== null) {
      const objectId = await setMfaRequirement(client, change.role, change.required);
      await writeAudit(client, { action: "mfa_requirement_on_console", objectType: "mfa_requirements", objectId });
    }
    return listMfaRequirements(client);
  });
}

async function countFactors(auth: Pool, userId: string): Promise<number> {
  return (await factorsByAccount(auth)).get(userId) ?? 0;
}
