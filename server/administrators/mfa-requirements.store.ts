import type { PoolClient } from "pg";
import { z } from "zod";
import { type Role, roleSchema } from "#contract/roles.ts";

const requirement = z.object({ role: roleSchema, required: z.boolean() });
export type MfaRequirement = z.infer<typeof requirement>;

/** Stores the requirement; returns the row's id. */
export async function setMfaRequirement(client: PoolClient, role: Role, required: boolean): Promise<string> {
  const { rows } = await client.query("update mfa_requirements set required = $2 where role = $1 returning id", [
    role,
    required,
  ]);
  return z.object({ id: z.string() }).parse(rows[0]).id;
}

/** Returns for each role whether it must have a second factor. */
export async function listMfaRequirements(client: PoolClient): Promise<MfaRequirement[]> {
  const { rows } = await client.query("select role, required from mfa_requirements order by role desc");
  return z.array(requirement).parse(rows);
}
