// Reads facts that some firmware cannot report, so that a missing service is no failure.
import {
  AuthFailedError,
  ConnectionLostError,
  DeviceFailedError,
  DeviceFaultError,
  ItemNotFoundError,
  NonsenseReplyError,
  NotThisKindOfDeviceError,
  ReplyTooLargeError,
  RetryableDeviceError,
  TimeoutError,
  UnsupportedFirmwareError,
} from "../errors.ts";

/**
 * Errors that mean "not readable". A service that this firmware lacks may refuse in the form of a wrong account; a device that is gone
 * fails the next call anyway.
 */
const UNREADABLE = [
  AuthFailedError,
  ConnectionLostError,
  DeviceFailedError,
  DeviceFaultError,
  ItemNotFoundError,
  NonsenseReplyError,
  NotThisKindOfDeviceError,
  ReplyTooLargeError,
  TimeoutError,
  UnsupportedFirmwareError,
];

/** Runs `read`; returns null when the device cannot answer it. Retries a fault that may pass, since the next attempt may be a day away. */
export async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!UNREADABLE.some((kind) => error instanceof kind)) throw error;
      if (attempt === 2 || !(error instanceof RetryableDeviceError)) return null;
    }
  }
}
