// Device errors, retryable or final, with a code and data. Their texts are English, for logs.
import type { AddressFault } from "#contract/device-address.ts";

export type DeviceErrorCode =
  | "unreachable"
  | "timeout"
  | "connection_lost"
  | "aborted"
  | "overloaded"
  | "device_failed"
  | "nonsense_reply"
  | "auth_failed"
  | "account_locked"
  | "password_not_asked"
  | "sign_in_downgraded"
  | "basic_over_http_refused"
  | "certificate_changed"
  | "certificate_error"
  | "tls_too_old"
  | "serial_changed"
  | "system_shared"
  | "not_this_kind_of_device"
  | "https_required"
  | "unsupported_firmware"
  | "no_plate_lists"
  | "plate_list_fixed"
  | "plate_list_too_long"
  | "push_taken"
  | "device_fault"
  | "item_not_found"
  | "reply_too_large"
  | "address_forbidden"
  | "address_invalid";

/** An error of a device. Never carries a password, a PIN or a whole body. */
export abstract class DeviceError extends Error {
  abstract readonly code: DeviceErrorCode;
  abstract readonly retryable: boolean;
  /** True when the request was sent without an answer: the device may have carried it out. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: { cause?: unknown; outcomeUnknown?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }
}

export abstract class RetryableDeviceError extends DeviceError {
  readonly retryable = true;
}

export abstract class FinalDeviceError extends DeviceError {
  readonly retryable = false;
}

/** The name has no address, the port refused, or the TLS handshake was cut. */
export type UnreachableReason = "name" | "refused" | "cut" | "other";

/** No byte of the request was sent. */
export class UnreachableError extends RetryableDeviceError {
  readonly code = "unreachable";
  readonly reason: UnreachableReason;
  constructor(message: string, options: { cause?: unknown; reason?: UnreachableReason } = {}) {
    super(message, options);
    this.reason = options.reason ?? "other";
  }
}

export class TimeoutError extends RetryableDeviceError {
  readonly code = "timeout";
  readonly limitMs: number;
  constructor(limitMs: number, options: { outcomeUnknown: boolean; cause?: unknown }) {
    super(`no answer within ${limitMs} ms`, options);
    this.limitMs = limitMs;
  }
}

/** The connection broke between request and complete answer. */
export class ConnectionLostError extends RetryableDeviceError {
  readonly code = "connection_lost";
  constructor(options: { cause?: unknown } = {}) {
    super("the connection was lost before the answer", { ...options, outcomeUnknown: true });
  }
}

export class CallAbortedError extends RetryableDeviceError {
  readonly code = "aborted";
  constructor(options: { outcomeUnknown: boolean; cause?: unknown }) {
    super("the call was aborted", options);
  }
}

/** The device did not take the request. */
export class OverloadedError extends RetryableDeviceError {
  readonly code = "overloaded";
  readonly status: number;
  readonly cooldownMs: number | null;
  constructor(status: number, cooldownMs: number | null) {
    super(`the device is overloaded (HTTP ${status})`);
    this.status = status;
    this.cooldownMs = cooldownMs;
  }
}

export class DeviceFailedError extends RetryableDeviceError {
  readonly code = "device_failed";
  readonly status: number;
  readonly text: string;
  constructor(status: number, text: string) {
    super(`the device failed (HTTP ${status}): ${text}`);
    this.status = status;
    this.text = text;
  }
}

/** Retryable, because devices send such replies while they start. */
export class NonsenseReplyError extends RetryableDeviceError {
  readonly code = "nonsense_reply";
  readonly reason: string;
  constructor(reason: string, options: { cause?: unknown; outcomeUnknown?: boolean } = {}) {
    super(`the device answered nonsense: ${reason}`, options);
    this.reason = reason;
  }
}

export class AuthFailedError extends FinalDeviceError {
  readonly code = "auth_failed";
  readonly status: number;
  readonly reason: string | null;
  constructor(status: number, reason: string | null = null) {
    super(`the device refused the account (HTTP ${status}${reason === null ? "" : `, ${reason}`})`);
    this.status = status;
    this.reason = reason;
  }
}

/** The device refused without a challenge that could be answered, so no password was sent. */
export class PasswordNotAskedError extends FinalDeviceError {
  readonly code = "password_not_asked";
  readonly status: number;
  constructor(status: number) {
    super(`the device refused without asking for a password (HTTP ${status})`);
    this.status = status;
  }
}

/** Over plain http the device asked for the password in clear text, or by a weaker Digest than before: perhaps an attacker. */
export class SignInDowngradedError extends FinalDeviceError {
  readonly code = "sign_in_downgraded";
  constructor() {
    super("refused to send the password in a weaker way than before");
  }
}

/** Locked, blocked, or a second factor needed: retrying makes it worse. */
export class AccountLockedError extends FinalDeviceError {
  readonly code = "account_locked";
  readonly reason: string;
  readonly cooldownMs: number;
  constructor(reason: string, cooldownMs: number) {
    super(`the device has locked the account (${reason})`);
    this.reason = reason;
    this.cooldownMs = cooldownMs;
  }
}

/** The device wants the password in clear text. */
export class BasicOverHttpRefusedError extends FinalDeviceError {
  readonly code = "basic_over_http_refused";
  constructor() {
    super("refused to send the password in clear over plain http");
  }
}

/** Thrown before any byte of a request is sent. */
export class CertificateChangedError extends FinalDeviceError {
  readonly code = "certificate_changed";
  readonly expected: string;
  readonly seen: string;
  constructor(expected: string, seen: string) {
    super("the certificate is not the pinned one");
    this.expected = expected;
    this.seen = seen;
  }
}

export class CertificateError extends FinalDeviceError {
  readonly code = "certificate_error";
}

/** `version`: the device supports only TLS 1.0 or 1.1. `strength`: a newer version, with keys or signatures of that time. */
export type TlsWeakness = "version" | "strength";

export class TlsTooOldError extends FinalDeviceError {
  readonly code = "tls_too_old";
  readonly weakness: TlsWeakness;
  constructor(weakness: TlsWeakness, options: { cause?: unknown } = {}) {
    super(weakness === "version" ? "the device speaks an old TLS only" : "the device's TLS is too weak", options);
    this.weakness = weakness;
  }
}

export class SerialChangedError extends FinalDeviceError {
  readonly code = "serial_changed";
  readonly expected: string;
  readonly seen: string;
  constructor(expected: string, seen: string) {
    super(`expected the device with serial ${expected}, met ${seen}`);
    this.expected = expected;
    this.seen = seen;
  }
}

/** The unit writes to a store that another controller already writes to: each PIN would be there twice. */
export class SystemSharedError extends FinalDeviceError {
  readonly code = "system_shared";
  readonly other: { readonly id: string; readonly name: string };
  constructor(other: { readonly id: string; readonly name: string }) {
    super("the device shares its store with another controller");
    this.other = other;
  }
}

export class NotThisKindOfDeviceError extends FinalDeviceError {
  readonly code = "not_this_kind_of_device";
  readonly reason: string;
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`not this kind of device: ${reason}`, options);
    this.reason = reason;
  }
}

export class UnsupportedFirmwareError extends FinalDeviceError {
  readonly code = "unsupported_firmware";
  readonly model: string | null;
  readonly firmware: string | null;
  constructor(reason: string, options: { model?: string | null; firmware?: string | null; cause?: unknown } = {}) {
    super(`unsupported firmware: ${reason}`, options);
    this.model = options.model ?? null;
    this.firmware = options.firmware ?? null;
  }
}

/** The device answers plain http with a redirect to https, which newer firmware does by default. */
export class HttpsRequiredError extends FinalDeviceError {
  readonly code = "https_required";
  constructor() {
    super("the device redirects to https");
  }
}

export class NoPlateListsError extends FinalDeviceError {
  readonly code = "no_plate_lists";
  constructor(options: { cause?: unknown } = {}) {
    super("no plate lists on this server", options);
  }
}

/** The server shows its plate lists but accepts no change of them from outside. */
export class PlateListFixedError extends FinalDeviceError {
  readonly code = "plate_list_fixed";
  constructor(options: { cause?: unknown } = {}) {
    super("the server's plate lists cannot be changed from here", options);
  }
}

/** One answer of the device exceeds the limit; most plates may be other people's. */
export class PlateListTooLongError extends FinalDeviceError {
  readonly code = "plate_list_too_long";
  constructor(options: { cause?: unknown } = {}) {
    super("the device's plate lists are longer than is read", options);
  }
}

/** Every push profile of the device is used for another receiver. */
export class PushTakenError extends FinalDeviceError {
  readonly code = "push_taken";
  constructor() {
    super("all push profiles of the device are used by others");
  }
}

export interface FaultDetails {
  status: number;
  faultCode: string | null;
  faultSubCode: string | null;
  text: string;
}

export class DeviceFaultError extends FinalDeviceError {
  readonly code = "device_fault";
  readonly status: number;
  readonly faultCode: string | null;
  readonly faultSubCode: string | null;
  readonly text: string;
  constructor(fault: FaultDetails) {
    super(`the device refused the request (HTTP ${fault.status}): ${fault.text}`);
    this.status = fault.status;
    this.faultCode = fault.faultCode;
    this.faultSubCode = fault.faultSubCode;
    this.text = fault.text;
  }
}

export class ItemNotFoundError extends FinalDeviceError {
  readonly code = "item_not_found";
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** Tells whether the device answered and refused this object; it may accept another one. */
export function isRefusal(error: unknown): error is DeviceFailedError | ItemNotFoundError | DeviceFaultError {
  return [DeviceFailedError, ItemNotFoundError, DeviceFaultError].some((kind) => error instanceof kind);
}

export class ReplyTooLargeError extends FinalDeviceError {
  readonly code = "reply_too_large";
  readonly limitBytes: number;
  constructor(limitBytes: number) {
    super(`the answer is larger than ${limitBytes} bytes`, { outcomeUnknown: true });
    this.limitBytes = limitBytes;
  }
}

/** Only "network" and "metadata" can be allowed by a setting. */
export const FORBIDDEN_REASONS = ["network", "loopback", "reserved", "metadata", "port"] as const;
export type ForbiddenReason = (typeof FORBIDDEN_REASONS)[number];

export class AddressForbiddenError extends FinalDeviceError {
  readonly code = "address_forbidden";
  readonly reason: ForbiddenReason;
  constructor(reason: ForbiddenReason) {
    super(`the device address is not allowed (${reason})`);
    this.reason = reason;
  }
}

export class AddressInvalidError extends FinalDeviceError {
  readonly code = "address_invalid";
  readonly reason: AddressFault;
  constructor(reason: AddressFault) {
    super(`the device address cannot be used (${reason})`);
    this.reason = reason;
  }
}
