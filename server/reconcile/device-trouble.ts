// Whom an error of a device call concerns: the one object in the call, or everything on that controller.
import { DeviceError } from "#drivers/errors.ts";

export interface DeviceTrouble {
  scope: "object" | "controller";
  /** A code for `last_error`; the page has the Swedish. */
  code: string;
}

/** Codes with which a device answers about one object only. */
const OBJECT_CODES = new Set(["device_fault", "item_not_found"]);

/** null for an error that is not a device's, such as a lost database connection: it says nothing of the device. */
export function deviceTrouble(error: unknown): DeviceTrouble | null {
  if (!(error instanceof DeviceError)) return null;
  return { scope: OBJECT_CODES.has(error.code) ? "object" : "controller", code: error.code };
}
