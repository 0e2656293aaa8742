import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { z } from "zod";
import { type CredentialType, credentialTypeSchema } from "#contract/devices.ts";
import type { StoredValidity, ValidityWindow } from "#contract/validity.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { encryptCredentialPin } from "./encrypt.ts";

const storedCredential = z.object({
  id: z.string(),
  credential_type: credentialTypeSchema,
  validity_period: z.string().nullable(),
  valid_to: z.date().nullable(),
  /** The plate as it was written; null for a PIN. */
  plate: z.string().nullable(),
  accessPointIds: z.array(z.string()),
  controllerIds: z.array(z.string()),
});
export type StoredCredential = z.infer<typeof storedCredential>;

/** Returns the oldest credential per type, which a save edits. Others, made by table calls, are left alone. */
export async function oldestCredentials(
  client: PoolClient,
  endUserId: string,
): Promise<Record<CredentialType, StoredCredential | null>> {
  const { rows } = await client.query(
    `select distinct on (k.credential_type) k.id, k.credential_type, k.validity_period, k.valid_to,
       case k.credential_type when 'license_plate' then k.display_value end as plate,
       array(select a.access_point_id from controller_assignments a where a.credential_id = k.id and a.access_point_id is not null) as "accessPointIds",
       array(select distinct a.controller_id from controller_assignments a where a.credential_id = k.id) as "controllerIds"
     from credentials k where k.end_user_id = $1 order by k.credential_type, k.created_at, k.id`,
    [endUserId],
  );
  const found = z.array(storedCredential).parse(rows);
  const oldest = (type: CredentialType) => found.find((credential) => credential.credential_type === type) ?? null;
  return { pin: oldest("pin"), license_plate: oldest("license_plate") };
}

interface Values {
  organizationId: string;
  type: CredentialType;
  /** Plain PIN or plate; null keeps the stored one. */
  value: string | null;
  vehicleType: string | null;
  period: StoredValidity;
  window: ValidityWindow | null;
}

interface ChainDeps {
  client: PoolClient;
  keys: KeyRing;
}

/** Inserts an enabled credential and returns its id. */
export async function insertCredential(
  { client, keys }: ChainDeps,
  credential: Values & { endUserId: string; value: string; window: ValidityWindow },
): Promise<string> {
  const id = randomUUID();
  const stored = await storedValue({ client, keys }, id, credential);
  await client.query(
    `insert into credentials (id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to, enabled)
     values ($1, $2, $3, $4, $5, $6, $7, $8, true)`,
    [
      id,
      credential.endUserId,
      credential.type,
      stored,
      credential.vehicleType,
      credential.period,
      credential.window.validFrom,
      credential.window.validTo,
    ],
  );
  return id;
}

/** Changes a credential. A PIN or plate that was not typed anew stays. */
export async function updateCredential(
  { client, keys }: ChainDeps,
  credential: Values & { id: string },
): Promise<void> {
  const { id, window } = credential;
  const stored = await storedValue({ client, keys }, id, credential);
  await client.query(
    `update credentials set vehicle_type = $2, validity_period = $3, valid_from = coalesce($4, valid_from), valid_to = coalesce($5, valid_to)
       ${stored === null ? "" : ", credential_value = $6"} where id = $1`,
    [
      id,
      credential.vehicleType,
      credential.period,
      window?.validFrom ?? null,
      window?.validTo ?? null,
      ...(stored === null ? [] : [stored]),
    ],
  );
}

/** Switches a person's credentials; returns the ids of those that changed. */
export async function switchCredentials(
  client: PoolClient,
  { endUserId, enabled, only }: { endUserId: string; enabled: boolean; only: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await client.query(
    `update credentials set enabled = $2 where end_user_id = $1 and enabled is distinct from $2
       and ($3::uuid[] is null or id = any ($3)) returning id`,
    [endUserId, enabled, only],
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id);
}

export async function deleteCredential(client: PoolClient, id: string): Promise<void> {
  await client.query("delete from credentials where id = $1", [id]);
}

/**
 * Returns the value to store; null keeps the stored one. Passes a PIN's search tokens to the database first, for the trigger that stores
 * them.
 */
async function storedValue(
  { client, keys }: ChainDeps,
  id: string,
  { type, value, organizationId }: Values,
): Promise<string | null> {
  if (value === null || type === "license_plate") return value;
  const grams = keys.pinGrams(value, organizationId).join(",");
  await client.query("select set_config('app.pin_grams', $1, true)", [`${id} ${grams}`]);
  return encryptCredentialPin(keys, id, value);
}
