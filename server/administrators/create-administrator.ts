import type { PoolClient } from "pg";
import type { Role } from "#contract/roles.ts";
import type { Administration } from "#server/auth/administration.ts";
import { insertProfileAndRole } from "./administrators.store.ts";

export interface NewAdministrator {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  role: Role;
  organizationId: string | null;
  mustChangePassword: boolean;
}

/** Creates account, profile and role row in the caller's transaction, as portal_engine. Returns the id. */
export async function createAdministrator(
  client: PoolClient,
  administration: Administration,
  admin: NewAdministrator,
): Promise<string> {
  const { email, password, mustChangePassword } = admin;
  const personal = [admin.firstName, admin.lastName];
  const id = await administration.createUser(client, { email, password, mustChangePassword, personal });
  await insertProfileAndRole(client, { ...admin, id });
  return id;
}
