// Refuses a new controller before it is saved when its unit shares its store with another controller's unit.
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { NewController } from "#contract/functions/controller-manager.ts";
import { within } from "#drivers/deadline.ts";
import { DeviceError, SystemSharedError } from "#drivers/errors.ts";
import { formConnection, newPassword } from "#server/devices/device-connection.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { claimSystem } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";

/** A person waits for the answer; most units that answer at all do so within this time. */
const ANSWER_MS = 3_000;

/** Throws for a shared unit. A unit that does not answer is still saved: its worker asks again before it writes anything. */
export async function refuseSharedSystem(deps: Deps, call: CallerContext, payload: NewController): Promise<void> {
  const { device_type, username, enabled = true } = payload;
  if (DEVICE_KINDS[device_type] !== "door" || !enabled || !username || newPassword(payload) === undefined) return;
  await requireAdmission(call);
  try {
    const device = deps.drivers.openDoorController(formConnection(payload, device_type), device_type);
    try {
      const limit = { clock: deps.clock, ms: ANSWER_MS, outcomeUnknown: () => false };
      await claimSystem(deps.pools.engine, null, await within(limit, () => device.identify()));
    } finally {
      await device.close();
    }
  } catch (error) {
    if (error instanceof SystemSharedError) throw deviceFailure(error);
    if (!(error instanceof DeviceError)) throw error;
    deps.log.debug({ code: error.code }, "a new controller's unit was not asked for its network");
  }
}
