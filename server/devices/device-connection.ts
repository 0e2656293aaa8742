// Connects a driver to a stored controller or an unsaved form. No other file decrypts stored passwords.

import { DEVICE_KINDS, DEVICE_TRAITS } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { ConnectionFields } from "#contract/functions/device-connection.ts";
import { type RelayRequest, relayNeeds } from "#contract/relay.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { deviceBaseUrl } from "#drivers/base-url.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import type { SignInFacts } from "#drivers/sign-in-memory.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { StoredController } from "./stored-controllers.store.ts";

/** Shown instead of a password. A form that sends it back keeps the stored password. */
export const PASSWORD_MASK = "********";

export type Connectable = Pick<
  StoredController,
  | "id"
  | "device_type"
  | "device_ip"
  | "device_port"
  | "username"
  | "password_encrypted"
  | "cert_sha256"
  | "serial"
  | "allow_plain_http"
> & { allow_old_tls?: boolean; relay_request?: RelayRequest | null; sign_in?: SignInFacts };

/** Returns the connection to a saved controller, with its password in clear. */
export function storedConnection(keys: KeyRing, controller: Connectable): DeviceConnection {
  return {
    baseUrl: deviceBaseUrl(controller),
    username: controller.username ?? "",
    password:
      controller.password_encrypted === null
        ? ""
        : keys.openText(controller.password_encrypted, encryptionAad("controllers.password_encrypted", controller.id)),
    certSha256: controller.cert_sha256,
    serial: controller.serial,
    allowPlainHttp: DEVICE_KINDS[controller.device_type] === "gate" && controller.allow_plain_http,
    allowOldTls: controller.allow_old_tls === true,
    relay: controller.relay_request ?? null,
  };
}

/** Returns a key that changes when the address, account, certificate or request of the open driver changes. */
export function connectionKey(controller: Connectable): string {
  const { device_type, device_ip, device_port, username } = controller;
  const { password_encrypted, cert_sha256, serial, allow_plain_http } = controller;
  const { allow_old_tls = false, relay_request = null } = controller;
  return JSON.stringify([
    [device_type, device_ip, device_port, username],
    [password_encrypted, cert_sha256, serial, allow_plain_http, allow_old_tls],
    relay_request,
  ]);
}

/** Connects an unsaved form. It pins the certificate just accepted, and cannot borrow a stored password. */
export function formConnection(
  fields: ConnectionFields & { relay_request?: RelayRequest | null | undefined },
  deviceType: StoredController["device_type"],
): DeviceConnection {
  const password = newPassword(fields);
  const { device_ip, username, relay_request: relay = null } = fields;
  const needs = relay ? relayNeeds(relay) : { username: true, password: true };
  if (!device_ip || (needs.username && !username) || (needs.password && password === undefined)) {
    const field = !device_ip ? "device_ip" : needs.username && !username ? "username" : "password";
    throw new PortalError(controllerErrors.connection_incomplete(), { field });
  }
  return {
    baseUrl: deviceBaseUrl({ device_ip, device_port: fields.device_port ?? null }),
    username: username ?? "",
    password: password ?? "",
    certSha256: fields.fingerprint ?? null,
    serial: null,
    allowPlainHttp: DEVICE_KINDS[deviceType] === "gate",
    allowOldTls: DEVICE_TRAITS[deviceType].mayHaveOldTls && fields.allow_old_tls === true,
    relay,
  };
}

/** Returns the password that was typed; undefined when none was, or the mask was sent back. */
export function newPassword(fields: {
  password?: string | null | undefined;
  password_encrypted?: string | null | undefined;
}): string | undefined {
  return (
    [fields.password, fields.password_encrypted].find(
      (text) => text !== undefined && text !== null && text !== "" && text !== PASSWORD_MASK,
    ) ?? undefined
  );
}
