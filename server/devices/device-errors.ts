// Maps driver errors to the catalogue.
import type { Refusal } from "#contract/errors/define-errors.ts";
import { deviceErrors } from "#contract/errors/devices.ts";
import type { FailedOperation } from "#contract/errors/failed-operations.ts";
import {
  AccountLockedError,
  AddressForbiddenError,
  AddressInvalidError,
  CertificateChangedError,
  DeviceError,
  type DeviceErrorCode,
  type ForbiddenReason,
  SerialChangedError,
  SystemSharedError,
  TlsTooOldError,
  UnreachableError,
  type UnreachableReason,
} from "#drivers/errors.ts";
import { PortalError } from "#server/platform/http/errors.ts";

const saidNo = ({ message }: DeviceError) => deviceErrors.device_said_no({ fault: message });

const ANSWERS: Record<DeviceErrorCode, (error: DeviceError) => Refusal> = {
  connection_lost: deviceErrors.device_connection_lost,
  aborted: deviceErrors.device_call_aborted,
  device_failed: saidNo,
  device_fault: saidNo,
  item_not_found: deviceErrors.device_item_not_found,
  address_invalid: invalidAddress,
  unreachable,
  timeout: ({ outcomeUnknown }) => (outcomeUnknown ? deviceErrors.device_timeout() : deviceErrors.device_silent()),
  auth_failed: deviceErrors.device_auth_failed,
  password_not_asked: deviceErrors.device_password_not_asked,
  sign_in_downgraded: deviceErrors.device_sign_in_downgraded,
  basic_over_http_refused: deviceErrors.device_basic_over_http,
  certificate_changed: deviceErrors.device_certificate_changed,
  certificate_error: deviceErrors.device_certificate_error,
  tls_too_old: (error) =>
    error instanceof TlsTooOldError && error.weakness === "strength"
      ? deviceErrors.device_tls_too_weak()
      : deviceErrors.device_tls_too_old(),
  serial_changed: deviceErrors.device_serial_changed,
  system_shared: sharedSystem,
  not_this_kind_of_device: deviceErrors.device_of_other_kind,
  https_required: deviceErrors.device_requires_https,
  unsupported_firmware: deviceErrors.device_unsupported,
  no_plate_lists: deviceErrors.device_without_lists,
  plate_list_fixed: deviceErrors.device_list_fixed,
  plate_list_too_long: deviceErrors.device_list_too_long,
  push_taken: deviceErrors.device_push_taken,
  nonsense_reply: deviceErrors.device_nonsense,
  reply_too_large: deviceErrors.device_reply_too_large,
  address_forbidden: forbiddenAddress,
  account_locked: refusedAccount,
  overloaded: deviceErrors.device_overloaded,
};

/** Returns the answer to a device's error. An error of another kind is returned unchanged. */
export function deviceFailure(error: unknown, action?: FailedOperation): unknown {
  if (!(error instanceof DeviceError)) return error;
  const known = new PortalError(ANSWERS[error.code](error), { ...detailsOf(error), cause: error });
  return action === undefined ? known : known.during(action);
}

const UNREACHABLE: Record<UnreachableReason, () => Refusal> = {
  name: deviceErrors.device_name_unknown,
  refused: deviceErrors.device_refused,
  cut: deviceErrors.device_tls_cut,
  other: deviceErrors.device_unreachable,
};

function unreachable(error: DeviceError): Refusal {
  return UNREACHABLE[error instanceof UnreachableError ? error.reason : "other"]();
}

function sharedSystem(error: DeviceError): Refusal {
  const { id, name } = error instanceof SystemSharedError ? error.other : { id: "", name: "" };
  return deviceErrors.device_shares_system({ controller: name, controller_id: id });
}

function invalidAddress(error: DeviceError): Refusal {
  const isAmbiguous = error instanceof AddressInvalidError && error.reason === "ambiguous";
  return isAmbiguous ? deviceErrors.device_address_ambiguous() : deviceErrors.device_address_invalid();
}

/** DEVICE_NETWORKS is advised only where it helps. */
const FORBIDDEN: Record<ForbiddenReason, () => Refusal> = {
  network: deviceErrors.device_address_forbidden,
  loopback: deviceErrors.device_address_of_portal,
  reserved: deviceErrors.device_address_reserved,
  metadata: deviceErrors.device_address_of_cloud,
  port: deviceErrors.device_port_forbidden,
};

function forbiddenAddress(error: DeviceError): Refusal {
  return FORBIDDEN[error instanceof AddressForbiddenError ? error.reason : "network"]();
}

/** Returns the refusal for a right password whose sign-in was refused. Waiting does not help, so it is not reported as locked. */
function refusedAccount(error: DeviceError): Refusal {
  const reason = error instanceof AccountLockedError ? error.reason : "";
  if (/^(second_factor|tfa)/.test(reason)) return deviceErrors.device_requires_second_factor();
  if (/^(timezone|wrong_supervisor)/.test(reason)) return deviceErrors.device_account_off_hours();
  return deviceErrors.device_locked();
}

/** Returns the details for an admin to review: the new certificate or serial. */
function detailsOf(error: DeviceError): { details?: Record<string, string> } {
  if (error instanceof CertificateChangedError) return { details: { fingerprint: error.seen, pinned: error.expected } };
  if (error instanceof SerialChangedError) return { details: { serial: error.seen, expected: error.expected } };
  return {};
}
