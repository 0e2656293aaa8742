import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { PoolClient } from "pg";
import { DEFAULT_PORT, DEVICE_KINDS, DEVICE_TRAITS } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { FRAME_SOURCE } from "#contract/frame-source.ts";
import type { ControllerChange, NewController, SeenController } from "#contract/functions/controller-manager.ts";
import { type RelayRequest, relayNeeds } from "#contract/relay.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { deviceBaseUrl } from "#drivers/base-url.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { newPassword } from "#server/devices/device-connection.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { newWebhookCredentials } from "#server/gates/webhook-credentials.ts";
import { standardOrganization } from "#server/organizations/standard-organization.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import {
  type ControllerColumns,
  insertController,
  lockController,
  readRelayRequest,
  updateController,
} from "./controllers.store.ts";
import { encryptControllerPassword } from "./encrypt.ts";

type SaveDeps = Pick<Deps, "keys" | "clock">;

/** Inserts a controller in the standard organisation, and audits old TLS when it is allowed. */
export async function createController(
  client: PoolClient,
  deps: SaveDeps,
  payload: NewController,
): Promise<ControllerRow> {
  const organization_id = await standardOrganization(client);
  const columns = { ...columnsOfNew(deps, payload), organization_id };
  const controller = await insertController(client, columns);
  if (columns.allow_old_tls) await recordOldTls(client, controller.id);
  return controller;
}

/** Changes the given columns. Throws PortalError when the controller is gone, or is not stored as `seen` any more. */
export async function changeController(
  client: PoolClient,
  deps: SaveDeps,
  { id, payload, seen }: { id: string; payload: ControllerChange; seen?: SeenController | undefined },
): Promise<ControllerRow> {
  const current = await lockController(client, id);
  if (current === null) throw controllerNotFound();
  if (seen) await requireAsSeen(client, current, seen);
  const columns = columnsOfChange(deps, current, payload);
  if (columns.allow_old_tls) await recordOldTls(client, id);
  return updateController(client, current, columns);
}

async function requireAsSeen(client: PoolClient, current: ControllerRow, seen: SeenController): Promise<void> {
  const stored: SeenController =
    seen.relay_request === undefined
      ? current
      : { ...current, relay_request: await readRelayRequest(client, current.id) };
  const changed = Object.entries(seen).some(([key, value]) => !isDeepStrictEqual(value, Reflect.get(stored, key)));
  if (changed) throw new PortalError(controllerErrors.controller_changed_by_other());
}

function columnsOfNew({ keys, clock }: SaveDeps, payload: NewController): ControllerColumns & { id: string } {
  const id = randomUUID();
  const { password, password_encrypted, fingerprint, allow_old_tls, relay_request, ...fields } = payload;
  const typed = newPassword({ password, password_encrypted });
  const relay = relayColumns(fields.device_type, relay_request);
  requireAccount(relay.relay_request, { username: fields.username, hasPassword: typed !== undefined });
  const port = fields.device_port ?? DEFAULT_PORT[fields.device_type];
  return {
    ...fields,
    id,
    device_port: port,
    enabled: fields.enabled ?? true,
    username: fields.username || null,
    macro_id: fields.macro_id || null,
    ...relay,
    list_sync: keepsList(fields),
    frame_source: frameSource(fields),
    ...(typed === undefined ? {} : { password_encrypted: encryptControllerPassword(keys, id, typed) }),
    allow_plain_http: isPlainGate({ ...fields, device_port: port }),
    allow_old_tls: mayBeOld(fields.device_type, { fingerprint, allow_old_tls }),
    ...(fingerprint ? { cert_sha256: fingerprint, ...acceptedNow({ clock }) } : {}),
    ...(DEVICE_KINDS[fields.device_type] === "gate" ? newWebhookCredentials(keys, id).columns : {}),
  };
}

/**
 * Returns the columns of a change. A new address drops the pinned certificate. A trigger requires password and step-up
 * (database/controllers/controller-secrets.function.sql).
 */
function columnsOfChange(
  { keys, clock }: SaveDeps,
  current: ControllerRow,
  payload: ControllerChange,
): ControllerColumns {
  const { password, password_encrypted, device_type, fingerprint, allow_old_tls, relay_request, ...fields } = payload;
  if (device_type !== undefined && device_type !== current.device_type) {
    throw new PortalError(controllerErrors.device_type_fixed());
  }
  const typed = newPassword({ password, password_encrypted });
  const address = {
    device_type: current.device_type,
    device_ip: fields.device_ip ?? current.device_ip,
    device_port: fields.device_port === undefined ? current.device_port : fields.device_port,
  };
  const relay =
    DEVICE_TRAITS[current.device_type].opensBy === "request" && relay_request === undefined
      ? {}
      : relayColumns(current.device_type, relay_request);
  if (relay.relay_request)
    requireAccount(relay.relay_request, {
      username: fields.username ?? current.username,
      hasPassword: typed !== undefined || current.password_encrypted !== null,
    });
  const moved = address.device_ip !== current.device_ip || address.device_port !== current.device_port;
  const isOld = mayBeOld(current.device_type, { fingerprint, allow_old_tls });
  return {
    ...withoutUndefined(fields),
    ...(fields.username === "" ? { username: null } : {}),
    ...(fields.macro_id === "" ? { macro_id: null } : {}),
    ...(DEVICE_TRAITS[current.device_type].opensBy === "request" ? { macro_id: current.macro_id } : {}),
    ...relay,
    ...(fields.list_sync === undefined ? {} : { list_sync: keepsList({ ...address, list_sync: fields.list_sync }) }),
    ...(fields.frame_source === undefined
      ? {}
      : { frame_source: frameSource({ ...address, frame_source: fields.frame_source }) }),
    ...(typed === undefined ? {} : { password_encrypted: encryptControllerPassword(keys, current.id, typed) }),
    ...(moved
      ? { cert_sha256: fingerprint ?? null, allow_plain_http: isPlainGate(address), allow_old_tls: isOld }
      : {}),
    ...(moved && fingerprint ? acceptedNow({ clock }) : {}),
  };
}

/** Returns when a person accepted the pinned certificate; a trigger clears it together with the pin. */
export function acceptedNow({ clock }: Pick<Deps, "clock">): ControllerColumns {
  return { cert_accepted_at: clock.now().toISOString() };
}

/** Audits that old TLS was allowed. */
export async function recordOldTls(client: PoolClient, id: string): Promise<void> {
  await writeAudit(client, { action: "old_tls_allowed", objectType: "controllers", objectId: id });
}

/**
 * Tells whether old TLS may be allowed here: only at an address new to the portal. At a known one, a separate operation allows it
 * (old-tls.ts).
 */
function mayBeOld(
  type: NewController["device_type"],
  { fingerprint, allow_old_tls = false }: Pick<ControllerChange, "fingerprint" | "allow_old_tls">,
): boolean {
  if (!allow_old_tls) return false;
  if (!DEVICE_TRAITS[type].mayHaveOldTls) throw new PortalError(controllerErrors.old_tls_elsewhere());
  if (!fingerprint) throw new PortalError(controllerErrors.old_tls_without_certificate());
  return true;
}

/** Returns a relay's columns; its macro is the name of its request. */
function relayColumns(
  type: NewController["device_type"],
  request: RelayRequest | undefined,
): Partial<Pick<ControllerColumns, "relay_request" | "macro_id">> {
  if (DEVICE_TRAITS[type].opensBy !== "request" && request === undefined) return {};
  if (DEVICE_TRAITS[type].opensBy !== "request") throw new PortalError(controllerErrors.relay_request_elsewhere());
  if (request === undefined) throw new PortalError(controllerErrors.relay_request_missing());
  return { relay_request: request, macro_id: request.preset };
}

function requireAccount(
  relay: RelayRequest | undefined,
  { username, hasPassword }: { username: string | null; hasPassword: boolean },
): void {
  const needs = relay ? relayNeeds(relay) : { username: false, password: true };
  if (needs.username && !username) throw new PortalError(controllerErrors.relay_user_missing());
  if (needs.password && !hasPassword) throw new PortalError(controllerErrors.device_password_missing());
}

/** Tells whether the address is plain HTTP, which saving permits for gates only. */
function isPlainGate(fields: {
  device_type: NewController["device_type"];
  device_ip: string;
  device_port: number | null;
}): boolean {
  try {
    return deviceBaseUrl(fields).protocol === "http:" && DEVICE_KINDS[fields.device_type] === "gate";
  } catch (error) {
    throw deviceFailure(error);
  }
}

function keepsList(fields: { device_type: NewController["device_type"]; list_sync?: boolean | undefined }): boolean {
  if (fields.list_sync !== true || DEVICE_TRAITS[fields.device_type].keepsList) return fields.list_sync ?? false;
  throw new PortalError(controllerErrors.plate_list_of_door_controller());
}

/** Returns the camera for images; null shows none, which is the default for a gate. */
function frameSource(fields: {
  device_type: NewController["device_type"];
  frame_source?: string | null | undefined;
}): string | null {
  const source = fields.frame_source || null;
  if (source === null) return null;
  if (!DEVICE_TRAITS[fields.device_type].keepsImages) throw new PortalError(controllerErrors.frame_source_elsewhere());
  if (!FRAME_SOURCE.test(source)) throw new PortalError(controllerErrors.frame_source_unknown());
  return source;
}

function withoutUndefined<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
