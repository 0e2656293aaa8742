// Runs one function call to a device: authorisation, connection, work, close, Swedish errors.
import { isDeepStrictEqual } from "node:util";
import { DEVICE_KINDS, DEVICE_TRAITS, type DeviceTraits, type DeviceType } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { FailedOperation } from "#contract/errors/failed-operations.ts";
import type { ConnectionFields, TestedConnection } from "#contract/functions/device-connection.ts";
import type { RelayRequest } from "#contract/relay.ts";
import type { DeviceConnection, DeviceIdentity, DoorController, PlateController } from "#drivers/port.ts";
import { createSignInMemory } from "#drivers/sign-in-memory.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import { formConnection, storedConnection } from "./device-connection.ts";
import { deviceFailure } from "./device-errors.ts";
import type { GateDrivers } from "./gate-drivers.ts";
import { keepingSignIn } from "./keep-sign-in.ts";
import { claimSystem } from "./stored-controller.ts";
import {
  readStoredController,
  recordContact,
  recordIdentity,
  type StoredController,
} from "./stored-controllers.store.ts";

export interface GateTestDeps extends Deps {
  gateDrivers: GateDrivers;
}

export interface Reach {
  deviceType: DeviceType;
  connection: DeviceConnection;
  controller: StoredController | null;
}

/**
 * Reaches a device by its stored connection when `controller_id` is given, otherwise by the form's connection, for tests only.
 * `deviceType` is the form's; a saved controller has its own type of the same kind. A relay's unsaved request may be tried,
 * because it goes to the same address.
 */
export async function reachDevice(
  deps: Deps,
  call: CallerContext,
  fields: ConnectionFields & { relay_request?: RelayRequest | null | undefined },
  deviceType: DeviceType,
): Promise<Reach> {
  if (fields.controller_id)
    return reachSaved(deps, call, fields.controller_id, DEVICE_KINDS[deviceType], fields.relay_request ?? null);
  await requireAdmission(call);
  return { deviceType, connection: readable(() => formConnection(fields, deviceType)), controller: null };
}

/** Reaches a saved controller of any type of its kind; otherwise works like reachDevice. */
export async function reachSaved(
  deps: Deps,
  call: CallerContext,
  controllerId: string,
  kind: DeviceTraits["kind"],
  request: RelayRequest | null = null,
): Promise<Reach & { controller: StoredController }> {
  await requireAdmission(call);
  const controller = await readController(deps, controllerId);
  if (controller === null || DEVICE_KINDS[controller.device_type] !== kind) throw controllerNotFound();
  const { device_type: deviceType } = controller;
  const connection = readable(() => storedConnection(deps.keys, controller));
  const relay = DEVICE_TRAITS[deviceType].opensBy === "request" ? (request ?? connection.relay) : null;
  return { deviceType, connection: { ...connection, relay: relay ?? null }, controller };
}

/** Makes a connection. A form or a table call may contain an invalid address, which becomes a refusal. */
function readable(make: () => DeviceConnection): DeviceConnection {
  try {
    return make();
  } catch (error) {
    throw deviceFailure(error);
  }
}

async function readController(deps: Deps, id: string): Promise<StoredController | null> {
  try {
    return await readStoredController(deps.pools.engine, id);
  } catch (error) {
    throw toPortalError(error).during("fetch_controller");
  }
}

/** Returns the same error whether the database failed before or while the controller was read. */
export function fetchFailure(refusal: PortalError): PortalError {
  return refusal.code === "database_unavailable" ? refusal.during("fetch_controller") : refusal;
}

/** Returns the controller. Throws PortalError when the form was not saved yet. */
export function savedController({ controller }: Reach): StoredController {
  if (controller === null) {
    throw new PortalError(controllerErrors.controller_not_saved());
  }
  return controller;
}

export function controllerNotFound(): PortalError {
  return new PortalError(controllerErrors.controller_not_found());
}

/** Runs `work` on a connection of its own. Throws PortalError in place of DeviceError; `action` names the operation in it. */
export async function withDoorController<T>(
  deps: Deps,
  { connection, deviceType }: Reach,
  work: (device: DoorController) => Promise<T>,
  action?: FailedOperation,
): Promise<T> {
  return closing(deps.drivers.openDoorController(connection, deviceType), work, action);
}

/**
 * Runs `work` with a plate controller. The person who asks may have corrected the device, so a refused password is tried again
 * unless `held`.
 */
export async function withPlateController<T>(
  deps: Deps,
  { connection, deviceType, controller }: Reach,
  work: (device: PlateController) => Promise<T>,
  { held = false }: { held?: boolean } = {},
): Promise<T> {
  if (controller === null) return await closing(deps.drivers.openPlateController(connection, deviceType), work);
  const { engine } = deps.pools;
  const signIn = createSignInMemory(deps.clock);
  const device = deps.drivers.openPlateController({ ...connection, signIn }, deviceType);
  const result = await keepingSignIn({ engine, log: deps.log }, controller, signIn, () => {
    if (!held) signIn.endHold();
    return closing(device, work);
  });
  // A gate without a plate list has no worker that would record the contact.
  await recordContact(engine, controller.id);
  return result;
}

/** Runs a person's test with a saved gate's own driver, so that it shows what an opening would meet. A refused password is tried again. */
export async function withTestedGate<T>(
  deps: GateTestDeps,
  reach: Reach,
  work: (device: PlateController) => Promise<T>,
): Promise<T> {
  const { connection, controller } = reach;
  if (controller === null || !isDeepStrictEqual(connection.relay ?? null, controller.relay_request))
    return await withPlateController(deps, reach, work);
  try {
    return await deps.gateDrivers.use(controller, async (device) => {
      device.endHold?.();
      const result = await work(device);
      await recordContact(deps.pools.engine, controller.id);
      return result;
    });
  } catch (error) {
    throw deviceFailure(error);
  }
}

async function closing<Device extends { close(): Promise<void> }, T>(
  device: Device,
  work: (device: Device) => Promise<T>,
  action?: FailedOperation,
): Promise<T> {
  try {
    return await work(device);
  } catch (error) {
    throw deviceFailure(error, action);
  } finally {
    await device.close();
  }
}

export type TestedIdentity = Omit<TestedConnection, "limited_doors" | "four_digit_doors">;

/** Handles a successful test: the first of a saved controller pins its certificate and serial, and each records what the device is. */
export async function testedIdentity(deps: Deps, reach: Reach, identity: DeviceIdentity): Promise<TestedIdentity> {
  await claimSystem(deps.pools.engine, reach.controller?.id ?? null, identity);
  if (reach.controller !== null) await recordIdentity(deps.pools.engine, reach.controller, identity);
  const { model, firmware, serial, units, warnings } = identity;
  return { model, firmware, serial, doors: units, warnings };
}
