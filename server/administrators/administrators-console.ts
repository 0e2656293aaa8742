// Console operations bypass sign-in, as the console has the database anyway; audited without an actor.
import type { Pool } from "pg";
import { z } from "zod";
import { type Role, roleSchema } from "#contract/roles.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { Administration } from "#server/auth/administration.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type Administrator, findAdministrator, listAdministrators } from "./administrators.store.ts";
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

/** Ends every session and refunds attempts. Null: no such administrator. */
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
  await auth.query("delete from auth.rate_limits where key in ($1, $1 || ':known')", [`account:${id}`]);
  return { ...done, factors: removeFactors ? done.factors : await countFactors(auth, id) };
}

export interface ListedAdministrator extends Administrator {
  factors: number;
}

export async function listOnConsole({ engine, auth }: Pick<ConsoleDeps, "engine" | "auth">) {
  const [administrators, factors] = await Promise.all([listAdministrators(engine), factorsByAccount(auth)]);
  return administrators.map((one): ListedAdministrator => ({ ...one, factors: factors.get(one.id) ?? 0 }));
}

export interface MfaRequirement {
  role: Role;
  required: boolean;
}

/** Sets a role's second-factor requirement; returns all roles'. */
export async function requireMfa(engine: Pool, change: MfaRequirement | null): Promise<MfaRequirement[]> {
  return transaction(engine, async (client) => {
    if (change !== null) {
      const { rows } = await client.query("update mfa_requirements set required = $2 where role = $1 returning id", [
        change.role,
        change.required,
      ]);
      const { id: objectId } = z.object({ id: z.string() }).parse(rows[0]);
      await writeAudit(client, { action: "mfa_requirement_on_console", objectType: "mfa_requirements", objectId });
    }
    const { rows } = await client.query("select role, required from mfa_requirements order by role desc");
    return z.array(z.object({ role: roleSchema, required: z.boolean() })).parse(rows);
  });
}

async function countFactors(auth: Pool, userId: string): Promise<number> {
  return (await factorsByAccount(auth)).get(userId) ?? 0;
}

async function factorsByAccount(auth: Pool): Promise<Map<string, number>> {
  const { rows } = await auth.query(
    "select user_id, count(*)::int as factors from auth.mfa_factors where status = 'verified' group by user_id",
  );
  const parsed = z.array(z.object({ user_id: z.string(), factors: z.number() })).parse(rows);
  return new Map(parsed.map(({ user_id, factors }) => [user_id, factors]));
}
