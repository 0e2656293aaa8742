import type { PoolClient } from "pg";
import type { Role } from "#contract/roles.ts";
import type { Administration } from "#server/auth/administration.ts";

export interface NewAdministrator {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  role: Role;
  organizationId: string | null;
  mustChangePassword: boolean;
}

/** Account, profile and role row, in the transaction, as portal_engine. Returns the id. */
export async function createAdministrator(
  client: PoolClient,
  administration: Administration,
  admin: NewAdministrator,
): Promise<string> {
  const { email, password, mustChangePassword } = admin;
  const personal = [admin.firstName, admin.lastName];
  const id = await administration.createUser(client, { email, password, mustChangePassword, personal });
  await client.query("insert into profiles (id, first_name, last_name, email) values ($1, $2, $3, $4)", [
    id,
    admin.firstName,
    admin.lastName,
    email,
  ]);
  await client.query("insert into user_roles (user_id, role, organization_id) values ($1, $2, $3)", [
    id,
    admin.role,
    admin.organizationId,
  ]);
  return id;
}
