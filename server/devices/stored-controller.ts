import type { Pool } from "pg";
import { z } from "zod";
import { deviceTypeSchema } from "#contract/devices.ts";

const storedController = z.object({
  id: z.string(),
  name: z.string(),
  device_type: deviceTypeSchema,
  device_ip: z.string(),
  device_port: z.number().nullable(),
  username: z.string().nullable(),
  password_encrypted: z.string().nullable(),
  enabled: z.boolean(),
  macro_id: z.string().nullable(),
  cert_sha256: z.string().nullable(),
  serial: z.string().nullable(),
  allow_plain_http: z.boolean(),
  list_sync: z.boolean(),
});
export type StoredController = z.infer<typeof storedController>;

/** Password encrypted; null when there is none. The caller has checked access. */
export async function readStoredController(engine: Pool, id: string): Promise<StoredController | null> {
  const { rows } = await engine.query({
    name: "stored-controller",
    text: `select id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id, cert_sha256, serial, allow_plain_http, list_sync
      from controllers where id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? null : storedController.parse(rows[0]);
}

/** Limits writes of `last_sync`, which people read in minutes. */
const LAST_SYNC_STEP = "10 seconds";

/** Door controllers get this from their worker, gates from any call. */
export async function noteContact(engine: Pool, id: string): Promise<void> {
  await engine.query({
    name: "last-sync",
    text: `update controllers set last_sync = now() where id = $1 and (last_sync is null or last_sync < now() - interval '${LAST_SYNC_STEP}')`,
    values: [id],
  });
}

/** Pins certificate and serial of the first contact; never replaces a pin. */
export async function pinIdentity(
  engine: Pool,
  id: string,
  seen: { certSha256: string | null; serial: string | null },
): Promise<void> {
  await engine.query(
    "update controllers set cert_sha256 = coalesce(cert_sha256, $2), serial = coalesce(serial, $3) where id = $1 and (cert_sha256 is null and $2::text is not null or serial is null and $3::text is not null)",
    [id, seen.certSha256, seen.serial],
  );
}
