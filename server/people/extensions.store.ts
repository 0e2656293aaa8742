// Reads and writes the validity windows of credentials for an extension.
import type { PoolClient } from "pg";
import { z } from "zod";
import { credentialTypeSchema } from "#contract/devices.ts";
import type { Extension } from "#contract/functions/end-user-manager.ts";
import { storedValiditySchema } from "#contract/validity.ts";

const extendable = z.object({
  id: z.string(),
  organization_id: z.string(),
  credential_type: credentialTypeSchema,
  validity_period: storedValiditySchema.nullable().catch(null),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
});

/** Locks credentials in the order of their ids, so that two extensions cannot wait for each other. */
export async function lockForExtension(
  client: PoolClient,
  ids: readonly string[],
): Promise<z.infer<typeof extendable>[]> {
  const { rows } = await client.query(
    `select id, organization_id, credential_type, validity_period,
       to_json(valid_from)#>>'{}' as valid_from, to_json(valid_to)#>>'{}' as valid_to
     from credentials where id = any ($1) order by id for update`,
    [ids],
  );
  return z.array(extendable).parse(rows);
}

export interface NewWindow {
  id: string;
  validFrom: Date | null;
  validTo: Date;
}

/** Writes windows; returns the new ends by credential, as PostgREST writes them. */
export async function writeWindows(client: PoolClient, windows: readonly NewWindow[]): Promise<Map<string, string>> {
  if (windows.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; valid_to: string }>(
    `update credentials k set valid_from = w.valid_from, valid_to = w.valid_to
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as w (id, valid_from, valid_to)
     where k.id = w.id returning k.id, to_json(k.valid_to)#>>'{}' as valid_to`,
    [windows.map(({ id }) => id), windows.map((w) => w.validFrom), windows.map((w) => w.validTo)],
  );
  return new Map(rows.map(({ id, valid_to }) => [id, valid_to]));
}

/** Restores earlier ends, only where the extended end is still stored. Returns the restored ids. */
export async function restoreWindows(client: PoolClient, extensions: readonly Extension[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `update credentials k set valid_from = coalesce(w.valid_from, k.valid_from), valid_to = w.valid_to
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) as w (id, valid_from, valid_to, extended_to)
     where k.id = w.id and k.valid_to = w.extended_to and w.valid_to < w.extended_to returning k.id`,
    [
      extensions.map(({ credential_id }) => credential_id),
      extensions.map(({ before }) => before.valid_from),
      extensions.map(({ before }) => before.valid_to),
      extensions.map(({ valid_to }) => valid_to),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
