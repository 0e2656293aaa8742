// SQL of administrators, run as portal_engine, which cannot read password hashes.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type Role, roleSchema } from "#contract/roles.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";

const administrator = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    role: roleSchema,
    organization_id: z.string().nullable(),
    organization_name: z.string().nullable(),
    must_change_password: z.boolean(),
    password_changed_at: z.date().nullable(),
    last_sign_in_at: z.date().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`,
    role: row.role,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    mustChangePassword: row.must_change_password,
    passwordChangedAt: row.password_changed_at,
    hasSignedIn: row.last_sign_in_at !== null,
    lastSignInAt: row.last_sign_in_at,
  }));
export type Administrator = z.output<typeof administrator>;

const SELECT = `select u.id, u.email, p.first_name, p.last_name, r.role, r.organization_id, o.name as organization_name,
    u.must_change_password, u.password_changed_at, u.last_sign_in_at
  from user_roles r
  join profiles p on p.id = r.user_id
  join auth.users u on u.id = r.user_id and u.deleted_at is null
  left join organizations o on o.id = r.organization_id`;

/** Locks an administrator, so that nobody deletes or demotes the person meanwhile. */
export async function lockAdministrator(client: PoolClient, id: string): Promise<Administrator | null> {
  const { rows } = await client.query(`${SELECT} where r.user_id = $1 for no key update of r`, [id]);
  return first(rows);
}

/** Returns the account by its normalised address; null without one. */
export async function findAdministrator(db: Pool | PoolClient, email: string): Promise<Administrator | null> {
  const { rows } = await db.query(`${SELECT} where u.email_normalised = auth.normalise_email($1)`, [email]);
  return first(rows);
}

/** Returns all accounts: system admins first, then by organisation and name. */
export async function listAdministrators(db: Pool | PoolClient): Promise<Administrator[]> {
  const { rows } = await db.query(
    `${SELECT} order by r.role = 'system_admin' desc, o.name, p.last_name, p.first_name, u.id`,
  );
  return readRows(administrator, rows);
}

/** Takes a lock: two servers, or two browsers with the link, must not both create the first administrator. */
export async function lockFirstAdministrator(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('portal/first-admin', 0))");
}

export async function systemAdminExists(db: Pool | PoolClient): Promise<boolean> {
  const { rows } = await db.query("select exists (select from user_roles where role = 'system_admin') as \"exists\"");
  return z.object({ exists: z.boolean() }).parse(rows[0]).exists;
}

/** Tells whether a restore is queued, under way or done. */
export async function restoreGoesOn(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query("select exists (select from restores where state <> 'failed') as \"exists\"");
  return z.object({ exists: z.boolean() }).parse(rows[0]).exists;
}

interface NewRows {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  organizationId: string | null;
}

/** Inserts the profile and role of an existing account. */
export async function insertProfileAndRole(
  client: PoolClient,
  { id, firstName, lastName, email, role, organizationId }: NewRows,
): Promise<void> {
  await client.query("insert into profiles (id, first_name, last_name, email) values ($1, $2, $3, $4)", [
    id,
    firstName,
    lastName,
    email,
  ]);
  await client.query("insert into user_roles (user_id, role, organization_id) values ($1, $2, $3)", [
    id,
    role,
    organizationId,
  ]);
}

/** Changes the address that the portal shows; the account's own is changed elsewhere. */
export async function setProfileEmail(client: PoolClient, id: string, email: string): Promise<void> {
  await client.query("update profiles set email = $2 where id = $1", [id, email]);
}

/** Serialises removals, so that each rechecks the caller's own role. */
export async function lockRemovals(client: PoolClient): Promise<void> {
  // The trigger that keeps the last system admin takes the same lock (database/administrators/keep-a-system-admin.function.sql).
  await client.query("select pg_advisory_xact_lock(7276114002)");
}

const callerRow = z.object({ hasFreshStepUp: z.boolean() });

/** Sets the system admin as actor of the audit rows and locks the admin's role row. Returns null when role or session has ended. */
export async function setActor(
  client: PoolClient,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<z.output<typeof callerRow> | null> {
  const { rows } = await client.query(
    `select private.has_fresh_step_up(s.id) as "hasFreshStepUp" from user_roles r join auth.sessions s on s.user_id = r.user_id
     where r.user_id = $1 and r.role = 'system_admin' and s.id = $2 and s.revoked_at is null and s.not_after > clock_timestamp()
     for key share of r`,
    [userId, sessionId],
  );
  if (rows.length === 0) return null;
  const origin = requestOrigin();
  await client.query(
    `select set_config('app.sub', $1, true), set_config('app.session', $2, true), set_config('app.org', '', true),
       set_config('app.address', $3, true), set_config('app.request', $4, true)`,
    [userId, sessionId, origin?.address ?? "", origin?.requestId ?? ""],
  );
  return callerRow.parse(rows[0]);
}

function first(rows: unknown[]): Administrator | null {
  return rows.length === 0 ? null : administrator.parse(rows[0]);
}
