// One open driver per controller of this process, kept between turns: its connection and nonce are worth a third of
// the calls. A driver is opened anew when the stored connection changes, and proves who it is before it is used.
import { CertificateChangedError, SerialChangedError } from "#drivers/errors.ts";
import type { DeviceConnection, DoorController } from "#drivers/port.ts";
import { storedConnection } from "#server/devices/device-connection.ts";
import { pinIdentity, readStoredController, type StoredController } from "#server/devices/stored-controller.ts";
import type { SyncDeps } from "./lane-context.ts";

/**
 * Idle drivers are closed. Longer than comparisons are apart, so that a change on a controller where nothing happens need
 * not introduce itself anew; the connection itself is closed by the transport after seconds.
 */
const IDLE_MS = 900_000;

interface OpenDevice {
  device: DoorController;
  connectionKey: string;
  usedAt: number;
}

export interface Devices {
  /** Throws a DeviceError when the device is away or is not the one that was pinned. */
  open(controller: StoredController): Promise<DoorController>;
  /** Closes after trouble, so that the next contact starts from nothing. */
  drop(controllerId: string): Promise<void>;
  closeIdle(): Promise<void>;
  closeAll(): Promise<void>;
}

export function createDevices(deps: Pick<SyncDeps, "pool" | "openDoorController" | "keys" | "clock" | "log">): Devices {
  const opened = new Map<string, OpenDevice>();

  async function drop(controllerId: string): Promise<void> {
    const entry = opened.get(controllerId);
    opened.delete(controllerId);
    try {
      await entry?.device.close();
    } catch (error) {
      deps.log.warn({ err: error, controllerId }, "a device connection did not close cleanly");
    }
  }

  async function open(controller: StoredController): Promise<DoorController> {
    const connectionKey = keyOf(controller);
    const known = opened.get(controller.id);
    if (known?.connectionKey === connectionKey) {
      known.usedAt = deps.clock.monotonic();
      return known.device;
    }
    await drop(controller.id);
    const connection = storedConnection(deps.keys, controller);
    const device = deps.openDoorController(connection, controller.device_type);
    try {
      const seen = await device.identify();
      requireSameDevice(connection, seen);
      if (connection.certSha256 !== null && connection.serial !== null) {
        opened.set(controller.id, { device, connectionKey, usedAt: deps.clock.monotonic() });
        return device;
      }
      await pinIdentity(deps.pool, controller.id, seen);
    } catch (error) {
      await device.close();
      throw error;
    }
    // First contact: from now on the driver itself refuses another certificate.
    const pinned = await readStoredController(deps.pool, controller.id);
    const current = pinned ?? controller;
    if (keyOf(current) === connectionKey) {
      opened.set(controller.id, { device, connectionKey, usedAt: deps.clock.monotonic() });
      return device;
    }
    await device.close();
    const again = deps.openDoorController(storedConnection(deps.keys, current), current.device_type);
    opened.set(controller.id, { device: again, connectionKey: keyOf(current), usedAt: deps.clock.monotonic() });
    return again;
  }

  return {
    open,
    drop,
    closeIdle: async () => {
      const now = deps.clock.monotonic();
      const idle = [...opened].filter(([, entry]) => now - entry.usedAt > IDLE_MS);
      await Promise.all(idle.map(([controllerId]) => drop(controllerId)));
    },
    closeAll: async () => {
      await Promise.all([...opened.keys()].map(drop));
    },
  };
}

/** Another serial or certificate stops all work: our PINs are not for a stranger's device. */
function requireSameDevice(
  pinned: Pick<DeviceConnection, "serial" | "certSha256">,
  seen: { serial: string | null; certSha256: string | null },
): void {
  if (pinned.certSha256 !== null && seen.certSha256 !== null && pinned.certSha256 !== seen.certSha256) {
    throw new CertificateChangedError(pinned.certSha256, seen.certSha256);
  }
  if (pinned.serial !== null && seen.serial !== null && pinned.serial !== seen.serial) {
    throw new SerialChangedError(pinned.serial, seen.serial);
  }
}

function keyOf(controller: StoredController): string {
  const { device_ip, device_port, username, password_encrypted, cert_sha256, serial } = controller;
  return JSON.stringify([device_ip, device_port, username, password_encrypted, cert_sha256, serial]);
}
