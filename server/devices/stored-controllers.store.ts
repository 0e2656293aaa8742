import type { Pool } from "pg";
import { z } from "zod";
import { deviceTypeSchema } from "#contract/devices.ts";
import { storedRelayRequest } from "#contract/relay.ts";
import type { DeviceIdentity } from "#drivers/port.ts";

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
  allow_old_tls: z.boolean(),
  list_sync: z.boolean(),
  relay_request: storedRelayRequest,
});
export type StoredController = z.infer<typeof storedController>;

/** Password encrypted; null when there is none. */
export async function findController(engine: Pool, id: string): Promise<StoredController | null> {
  const { rows } = await engine.query({
    name: "stored-controller",
    text: `select id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id, cert_sha256, serial, allow_plain_http, allow_old_tls, list_sync, relay_request
      from controllers where id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? null : storedController.parse(rows[0]);
}

/** Limits writes of `last_sync`, which people read in minutes. */
const LAST_SYNC_STEP = "10 seconds";

export async function touchLastSync(engine: Pool, id: string): Promise<void> {
  await engine.query({
    name: "last-sync",
    text: `update controllers set last_sync = now() where id = $1 and (last_sync is null or last_sync < now() - interval '${LAST_SYNC_STEP}')`,
    values: [id],
  });
}

export type MacroState = "on" | "off" | "missing";

/** What the server said of the gate's macro when it was asked. A gate with another macro by now says nothing. */
export async function touchMacroState(
  engine: Pool,
  id: string,
  { macroId, state }: { macroId: string | null; state: MacroState },
): Promise<void> {
  await engine.query({
    name: "macro-state",
    text: `update controllers c set disabled_macro_id = n.disabled, missing_macro_id = n.missing
      from (select id, case when $3 = 'off' then macro_id end as disabled, case when $3 = 'missing' then macro_id end as missing
        from controllers where id = $1 and macro_id = $2) n
      where c.id = n.id and (c.disabled_macro_id, c.missing_macro_id) is distinct from (n.disabled, n.missing)`,
    values: [id, macroId, state],
  });
}

/** A clock that has become wrong or right is not kept waiting; an unknown one leaves what was known. */
export async function touchPushedAt(
  engine: Pool,
  id: string,
  { skewMs, isNews }: { skewMs: number | null; isNews: boolean },
): Promise<void> {
  await engine.query({
    name: "pushed-at",
    text: `update controllers set last_sync = now(), pushed_at = now(), push_skew_ms = coalesce($2, push_skew_ms)
      where id = $1 and ($3 or pushed_at is null or pushed_at < now() - interval '${LAST_SYNC_STEP}')`,
    values: [id, skewMs, isNews],
  });
}

/** Pins certificate and serial of the first contact, never replacing a pin, and keeps what the device said it is. */
export async function storeIdentity(
  engine: Pool,
  id: string,
  { serial, model, firmware, certificate }: Pick<DeviceIdentity, "serial" | "model" | "firmware" | "certificate">,
): Promise<void> {
  await engine.query({
    name: "note-identity",
    text: `update controllers c set cert_sha256 = n.cert_sha256, serial = n.serial, model = n.model, firmware = n.firmware,
        cert_subject = n.cert_subject, cert_valid_to = n.cert_valid_to, tls_version = n.tls_version
      from (
        select o.id, coalesce(o.cert_sha256, $2) as cert_sha256, coalesce(o.serial, $3) as serial,
          coalesce(left($4, 100), o.model) as model, coalesce(left($5, 100), o.firmware) as firmware,
          case when coalesce(o.cert_sha256, $2) = $2 then $6 else o.cert_subject end as cert_subject,
          case when coalesce(o.cert_sha256, $2) = $2 then $7::timestamptz else o.cert_valid_to end as cert_valid_to,
          $8::text as tls_version
        from controllers o where o.id = $1
      ) n
      where c.id = n.id and (c.cert_sha256, c.serial, c.model, c.firmware, c.cert_subject, c.cert_valid_to, c.tls_version)
        is distinct from (n.cert_sha256, n.serial, n.model, n.firmware, n.cert_subject, n.cert_valid_to, n.tls_version)`,
    values: [
      id,
      certificate?.sha256 ?? null,
      serial,
      model,
      firmware,
      certificate?.subject ?? null,
      certificate?.validTo ?? null,
      certificate?.tls ?? null,
    ],
  });
}

/** The name of another controller that writes to the units' shared store; null when there is none. */
export async function claimDeviceSystem(
  engine: Pool,
  id: string | null,
  system: readonly string[] | null,
): Promise<string | null> {
  const { rows } = await engine.query({
    name: "claim-system",
    text: "select private.claim_device_system($1, $2) as other",
    values: [id, system],
  });
  return z.object({ other: z.string().nullable() }).parse(rows[0]).other;
}
