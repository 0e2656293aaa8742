// Keeps drivers of door controllers open between runs, and checks the device's identity before use.
import type { Pool } from "pg";
import { CertificateChangedError, SerialChangedError } from "#drivers/errors.ts";
import type { DeviceConnection, DeviceIdentity, DoorController } from "#drivers/port.ts";
import { connectionKey, storedConnection } from "#server/devices/device-connection.ts";
import { createDevicePool, DRIVER_IDLE_MS } from "#server/devices/device-pool.ts";
import {
  claimSystem,
  readStoredController,
  recordIdentity,
  type StoredController,
} from "#server/devices/stored-controller.ts";
import { compareSoon } from "./comparisons.store.ts";
import { recordWholeDays } from "./controller-workers.store.ts";
import type { SyncDeps } from "./worker-context.ts";
import { ControllerGoneError } from "./worker-errors.ts";

/** Records that a unit counts whole days. If that is new, every PIN is compared again. */
export async function learnWholeDays(pool: Pool, controllerId: string): Promise<void> {
  if (await recordWholeDays(pool, controllerId)) await compareSoon(pool, controllerId);
}

export interface Devices {
  /** Opens the driver. Throws a DeviceError when the device is unreachable or not the pinned one. */
  open(controller: StoredController): Promise<DoorController>;
  /** Closes the driver after an error; the next contact starts over. */
  drop(controllerId: string): Promise<void>;
  closeIdle(): Promise<void>;
  closeAll(): Promise<void>;
}

/** Creates the pool of drivers. Connects to no device before `open`. */
export function createDevices(deps: Pick<SyncDeps, "pool" | "openDoorController" | "keys" | "clock" | "log">): Devices {
  const pool = createDevicePool<DoorController>(deps);

  async function open(controller: StoredController): Promise<DoorController> {
    const known = pool.get(controller);
    if (known) return known;
    await pool.drop(controller.id);
    const connection = storedConnection(deps.keys, controller);
    const device = deps.openDoorController(connection, controller.device_type);
    const keep = (opened: DoorController, as: StoredController) => {
      pool.keep(as, opened);
      return opened;
    };
    let seen: DeviceIdentity;
    try {
      seen = await device.identify();
      requireSameDevice(connection, seen);
      await claimSystem(deps.pool, controller.id, seen);
      if (!(await recordIdentity(deps.pool, controller, seen))) return await openAgain(device, controller);
      if (seen.wholeDays) await learnWholeDays(deps.pool, controller.id);
      if (connection.certSha256 !== null && connection.serial !== null) return keep(device, controller);
    } catch (error) {
      await device.close();
      throw error;
    }
    // On first contact certificate and serial are pinned. The driver that has seen them refuses any other from then on.
    const current = (await readStoredController(deps.pool, controller.id)) ?? controller;
    if (onlyPinned(controller, current, seen)) return keep(device, current);
    await device.close();
    return keep(deps.openDoorController(storedConnection(deps.keys, current), current.device_type), current);
  }

  /** Opens the controller from its present row: the device that answered may not be the one that somebody has accepted since. */
  async function openAgain(device: DoorController, { id }: StoredController): Promise<DoorController> {
    await device.close();
    const current = await readStoredController(deps.pool, id);
    if (current === null) throw new ControllerGoneError();
    return open(current);
  }

  return {
    open,
    drop: (controllerId) => pool.drop(controllerId),
    closeIdle: () => pool.closeIdle(DRIVER_IDLE_MS),
    closeAll: () => pool.closeAll(),
  };
}

/** Tells whether nothing but the pins has changed since `before` was read, and these are what the driver has seen. */
function onlyPinned(before: StoredController, current: StoredController, seen: DeviceIdentity): boolean {
  const { cert_sha256, serial } = current;
  const isSeen =
    (cert_sha256 === before.cert_sha256 || cert_sha256 === seen.certificate?.sha256) &&
    (serial === before.serial || serial === seen.serial);
  // With its pin, a unit may be met by an old TLS that the driver of the first contact does not speak.
  const mayChange = before.allow_old_tls && cert_sha256 !== before.cert_sha256;
  return isSeen && !mayChange && connectionKey(current) === connectionKey({ ...before, cert_sha256, serial });
}

/** Throws for another serial or certificate, which stops all work: no PIN goes to an unknown device. */
function requireSameDevice(
  pinned: Pick<DeviceConnection, "serial" | "certSha256">,
  seen: Pick<DeviceIdentity, "serial" | "certificate">,
): void {
  if (pinned.certSha256 !== null && seen.certificate !== null && pinned.certSha256 !== seen.certificate.sha256) {
    throw new CertificateChangedError(pinned.certSha256, seen.certificate.sha256);
  }
  if (pinned.serial !== null && seen.serial !== null && pinned.serial !== seen.serial) {
    throw new SerialChangedError(pinned.serial, seen.serial);
  }
}
