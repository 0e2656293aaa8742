// Whether a device error concerns one object or the whole controller.
import { DeviceError } from "#drivers/errors.ts";

export interface DeviceTrouble {
  scope: "object" | "controller";
  code: string;
}

/** Codes about one object only. */
const OBJECT_CODES = new Set(["device_fault", "item_not_found"]);

export function deviceTrouble(error: unknown): DeviceTrouble | null {
  if (!(error instanceof DeviceError)) return null;
  return { scope: OBJECT_CODES.has(error.code) ? "object" : "controller", code: error.code };
}
