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

/** A device may answer so to one object that it cannot take, and also when it is in trouble itself: only its next answer shows which. */
const DOUBTFUL_CODES = new Set([
  "device_failed",
  "nonsense_reply",
  "reply_too_large",
  "timeout",
  "connection_lost",
  "unreachable",
]);

export function mayBeOneObject({ code }: DeviceTrouble): boolean {
  return DOUBTFUL_CODES.has(code);
}
