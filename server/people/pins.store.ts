import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

/** Returns the PIN's organisation; null unless the caller sees the PIN. */
export async function organizationOfPin(client: PoolClient, credentialId: string): Promise<string | null> {
  const { rows } = await client.query(
    "select organization_id from credentials where id = $1 and credential_type = 'pin'",
    [credentialId],
  );
  return rows[0] === undefined ? null : z.object({ organization_id: z.string() }).parse(rows[0]).organization_id;
}

/** Returns the encrypted PIN, as portal_engine: no caller has a right to the column. */
export async function encryptedPin(engine: Pool, credentialId: string): Promise<string | null> {
  const { rows } = await engine.query(
    "select credential_value from credentials where id = $1 and credential_type = 'pin'",
    [credentialId],
  );
  return rows[0] === undefined ? null : z.object({ credential_value: z.string() }).parse(rows[0]).credential_value;
}

/** Returns the encrypted PIN; null unless the controller holds it for this credential, so that it belongs to nobody else there. */
export async function encryptedPinHeldAt(
  engine: Pool,
  { credentialId, controllerId }: { credentialId: string; controllerId: string },
): Promise<string | null> {
  const { rows } = await engine.query(
    `select c.credential_value from credentials c where c.id = $1 and c.credential_type = 'pin' and exists (
       select from controller_pins p where p.controller_id = $2 and p.source_id = c.id and p.organization_id = c.organization_id and p.pin_hmac = any (c.pin_hmacs))`,
    [credentialId, controllerId],
  );
  return rows[0] === undefined ? null : z.object({ credential_value: z.string() }).parse(rows[0]).credential_value;
}

const storedPin = z.object({ id: z.string(), value: z.string() });

/** Returns several encrypted PINs, by id. */
export async function encryptedPins(engine: Pool, credentialIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await engine.query(
    "select id, credential_value as value from credentials where id = any ($1::uuid[]) and credential_type = 'pin'",
    [credentialIds],
  );
  return new Map(readRows(storedPin, rows).map(({ id, value }) => [id, value]));
}

const mailable = z.object({
  credentialId: z.string(),
  endUserId: z.string(),
  organizationId: z.string(),
  organization: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  enabled: z.boolean(),
  validFrom: z.date().nullable(),
  validTo: z.date().nullable(),
  doors: z.array(z.string()),
});

export type MailablePin = z.infer<typeof mailable>;

/** Returns the contents of an email with the PIN, except the PIN. Null unless the caller sees the PIN. */
export async function readMailable(client: PoolClient, credentialId: string): Promise<MailablePin | null> {
  return (await readMailables(client, "c.id", [credentialId]))[0] ?? null;
}

/** Returns the contents of emails with the PINs of these people, as far as the caller sees them. */
export const readMailablesOf = (client: PoolClient, endUserIds: readonly string[]): Promise<MailablePin[]> =>
  readMailables(client, "c.end_user_id", endUserIds);

async function readMailables(
  client: PoolClient,
  column: "c.id" | "c.end_user_id",
  ids: readonly string[],
): Promise<MailablePin[]> {
  const { rows } = await client.query(
    `select c.id as "credentialId", c.end_user_id as "endUserId", c.organization_id as "organizationId", o.name as organization, u.first_name || ' ' || u.last_name as name, u.email,
       c.enabled, c.valid_from as "validFrom", c.valid_to as "validTo",
       array(select min(coalesce(nullif(p.door_name, ''), p.name)) from private.effective_access a
         join access_points p on p.id = a.access_point_id where a.credential_id = c.id and p.missing_since is null and private.fits_reader(c.id, p.id) group by p.id order by 1) as doors
     from credentials c join end_users u on u.id = c.end_user_id join organizations o on o.id = c.organization_id
     where ${column} = any ($1::uuid[]) and c.credential_type = 'pin'`,
    [ids],
  );
  return readRows(mailable, rows);
}

/** Records that PINs of an import are mailed: one event, with a row for each PIN that has no row yet. */
export async function recordPinsMailed(
  client: PoolClient,
  event: { id: string; importId: string; credentialIds: readonly string[] },
): Promise<void> {
  await client.query("select private.record_pins_mailed($1, $2, $3::uuid[])", [
    event.id,
    event.importId,
    event.credentialIds,
  ]);
}

export interface TypedPin {
  /** Null: the PIN is not saved yet. */
  credentialId: string | null;
  organizationId: string;
  controllerIds: readonly string[];
  hmacs: readonly string[];
}

/** Throws the DatabaseError that saving the PIN would throw. */
export async function requireFreePin(
  client: PoolClient,
  { credentialId, organizationId, controllerIds, hmacs }: TypedPin,
): Promise<void> {
  await client.query("select private.check_pin($1, $2, $3, $4)", [credentialId, organizationId, controllerIds, hmacs]);
}

/** Returns a controller's name; null when the caller does not see it. */
export async function nameOfController(client: PoolClient, id: string | null): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>("select name from controllers where id = $1", [id]);
  return rows[0]?.name ?? null;
}
