import type { Pool } from "pg";
import { z } from "zod";
import { deviceTypeSchema } from "#contract/devices.ts";
import { storedRelayRequest } from "#contract/relay.ts";
import type { DeviceIdentity } from "#drivers/port.ts";
import type { SignInFacts } from "#drivers/sign-in-memory.ts";
import { signInFacts } from "./sign-in-facts.ts";

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
  sign_in: signInFacts,
  /** Changes with each change of the row. */
  row_version: z.string(),
});
export type StoredController = z.infer<typeof storedController>;

/** Reads a controller; its password is encrypted, or null. */
export async function readStoredController(engine: Pool, id: string): Promise<StoredController | null> {
  const { rows } = await engine.query({
    name: "stored-controller",
    text: `select id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id, cert_sha256, serial, allow_plain_http, allow_old_tls, list_sync, relay_request,
        private.sign_in_facts(c.sign_in_digest, c.sign_in_refusals, c.sign_in_held_until, c.sign_in_version) as sign_in, c.xmin::text as row_version
      from controllers c where id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? null : storedController.parse(rows[0]);
}

/**
 * Stores sign-in facts. Returns false, having stored nothing, when another server stored newer ones meanwhile or the sign-in was changed.
 */
export async function storeSignIn(
  engine: Pool,
  id: string,
  { since, facts }: { since: number; facts: SignInFacts },
): Promise<boolean> {
  const { rowCount } = await engine.query({
    name: "note-sign-in",
    text: `update controllers set sign_in_digest = $3, sign_in_refusals = $4, sign_in_version = $6,
        sign_in_held_until = case when $5::float8 > 0 then now() + $5::float8 * interval '1 millisecond' end
      where id = $1 and sign_in_version = $2`,
    values: [id, since, facts.digest, facts.refusals, facts.heldForMs, facts.version],
  });
  return rowCount === 1;
}

/** Limits how often `last_sync` is written; people read it in minutes. */
const LAST_SYNC_STEP = "10 seconds";

/** The macro's state as the server reported it. */
export type MacroState = "on" | "off" | "missing";

export interface MacroReport {
  macroId: string | null;
  state: MacroState;
}

/** $2 is the macro asked about, $3 its state. Changes nothing if the gate has another macro by now. */
const DISABLED_MACRO = "case when $2 = macro_id then case when $3 = 'off' then macro_id end else disabled_macro_id end";
const MISSING_MACRO =
  "case when $2 = macro_id then case when $3 = 'missing' then macro_id end else missing_macro_id end";
const MACRO_IS_NEWS = `(disabled_macro_id, missing_macro_id) is distinct from (${DISABLED_MACRO}, ${MISSING_MACRO})`;

/** Records a contact and the macro's state in one statement; without a macro its state is left alone. */
export async function recordContact(engine: Pool, id: string, macro: MacroReport | null = null): Promise<void> {
  await engine.query({
    name: "last-sync",
    text: `update controllers set last_sync = now(), disabled_macro_id = ${DISABLED_MACRO}, missing_macro_id = ${MISSING_MACRO}
      where id = $1 and (last_sync is null or last_sync < now() - interval '${LAST_SYNC_STEP}' or ${MACRO_IS_NEWS})`,
    values: [id, macro?.macroId ?? null, macro?.state ?? null],
  });
}

/** Stores the macro's state from a connection test; another function has recorded the contact. */
export async function recordMacroState(engine: Pool, id: string, { macroId, state }: MacroReport): Promise<void> {
  await engine.query({
    name: "macro-state",
    text: `update controllers set disabled_macro_id = ${DISABLED_MACRO}, missing_macro_id = ${MISSING_MACRO}
      where id = $1 and ${MACRO_IS_NEWS}`,
    values: [id, macroId, state],
  });
}

/** Records a push. A clock that has become wrong or right is stored at once; an unknown one leaves the stored value. */
export async function recordPush(
  engine: Pool,
  id: string,
  { skewMs, isNew }: { skewMs: number | null; isNew: boolean },
): Promise<void> {
  await engine.query({
    name: "pushed-at",
    text: `update controllers set last_sync = now(), pushed_at = now(), push_skew_ms = coalesce($2, push_skew_ms)
      where id = $1 and ($3 or pushed_at is null or pushed_at < now() - interval '${LAST_SYNC_STEP}')`,
    values: [id, skewMs, isNew],
  });
}

/**
 * Pins certificate and serial of the first contact, never replacing a pin, and stores the identity that the device reports. Returns false,
 * having stored nothing, when the pins differ from those of `known`, or when nothing is pinned and the row has changed: a replaced unit was
 * accepted meanwhile, and another device may have answered.
 */
export async function recordIdentity(
  engine: Pool,
  known: Pick<StoredController, "id" | "cert_sha256" | "serial" | "row_version">,
  { serial, model, firmware, certificate }: Pick<DeviceIdentity, "serial" | "model" | "firmware" | "certificate">,
): Promise<boolean> {
  const { rows } = await engine.query<{ current: boolean }>({
    name: "note-identity",
    text: `with n as (
        select o.id, coalesce(o.cert_sha256, $2) as cert_sha256, coalesce(o.serial, $3) as serial,
          coalesce(left($4, 100), o.model) as model, coalesce(left($5, 100), o.firmware) as firmware,
          case when coalesce(o.cert_sha256, $2) = $2 then $6 else o.cert_subject end as cert_subject,
          case when coalesce(o.cert_sha256, $2) = $2 then $7::timestamptz else o.cert_valid_to end as cert_valid_to,
          $8::text as tls_version
        from controllers o where o.id = $1 and o.cert_sha256 is not distinct from $9 and o.serial is not distinct from $10
          and (o.cert_sha256 is not null or o.serial is not null or o.xmin::text = $11)
        for no key update),
      stored as (update controllers c set cert_sha256 = n.cert_sha256, serial = n.serial, model = n.model, firmware = n.firmware,
          cert_subject = n.cert_subject, cert_valid_to = n.cert_valid_to, tls_version = n.tls_version
        from n
        where c.id = n.id and (c.cert_sha256, c.serial, c.model, c.firmware, c.cert_subject, c.cert_valid_to, c.tls_version)
          is distinct from (n.cert_sha256, n.serial, n.model, n.firmware, n.cert_subject, n.cert_valid_to, n.tls_version))
      select exists (select from n) as current`,
    values: [
      known.id,
      certificate?.sha256 ?? null,
      serial,
      model,
      firmware,
      certificate?.subject ?? null,
      certificate?.validTo ?? null,
      certificate?.tls ?? null,
      known.cert_sha256,
      known.serial,
      known.row_version,
    ],
  });
  return rows[0]?.current ?? false;
}

/** Claims the store that units share. Returns another controller that already writes there; null when there is none. */
export async function claimDeviceSystem(
  engine: Pool,
  id: string | null,
  system: readonly string[] | null,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await engine.query({
    name: "claim-system",
    text: "select k.id, k.name from private.claim_device_system($1, $2) as other join public.controllers k on k.id = other",
    values: [id, system],
  });
  return z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .parse(rows[0] ?? null);
}
