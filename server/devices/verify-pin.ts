import { DeviceError } from "#drivers/errors.ts";
import type { DoorController } from "#drivers/port.ts";

export interface PinVerdict {
  granted: boolean;
  reason: string | null;
}

/**
 * Asks the device about a PIN. Returns undefined where there is no dry run, because the firmware refuses the call. Throws DeviceError when
 * the device is gone.
 */
export async function verifyPin(
  device: Pick<DoorController, "verifyPin">,
  pin: string,
  doorToken: string,
): Promise<PinVerdict | undefined> {
  try {
    return await device.verifyPin?.(pin, doorToken);
  } catch (error) {
    if (error instanceof DeviceError && !error.retryable) return undefined;
    throw error;
  }
}
