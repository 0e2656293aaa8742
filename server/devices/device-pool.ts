// Keeps drivers open by controller, because a new one costs a connection, a token and a nonce.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { type Connectable, connectionKey } from "./device-connection.ts";

/** Longer than the comparison interval of door controllers, so a quiet one keeps its driver. */
export const DRIVER_IDLE_MS = 900_000;

interface PoolParts {
  clock: Pick<Clock, "monotonic">;
  log: Pick<Logger, "warn">;
  most?: number;
}

export interface DevicePool<Device> {
  /** Returns the open driver if the connection is unchanged. */
  get(controller: Connectable): Device | undefined;
  /** Keeps a driver and closes an earlier one of the controller. */
  keep(controller: Connectable, device: Device): void;
  drop(controllerId: string): Promise<void>;
  closeIdle(idleMs: number): Promise<void>;
  closeAll(): Promise<void>;
}

/** Creates an empty pool. When `most` are open, the one that was opened first is closed. */
export function createDevicePool<Device extends { close(): Promise<void> }>({
  clock,
  log,
  most = Number.POSITIVE_INFINITY,
}: PoolParts): DevicePool<Device> {
  const open = new Map<string, { device: Device; key: string; usedAt: number }>();

  async function drop(controllerId: string): Promise<void> {
    const entry = open.get(controllerId);
    open.delete(controllerId);
    try {
      await entry?.device.close();
    } catch (error) {
      log.warn({ err: error, controllerId }, "a device connection did not close cleanly");
    }
  }

  return {
    get: (controller) => {
      const entry = open.get(controller.id);
      if (entry?.key !== connectionKey(controller)) return undefined;
      entry.usedAt = clock.monotonic();
      return entry.device;
    },
    keep: (controller, device) => {
      if (open.has(controller.id)) void drop(controller.id);
      const [first] = open.keys();
      if (open.size >= most && first !== undefined) void drop(first);
      open.set(controller.id, { device, key: connectionKey(controller), usedAt: clock.monotonic() });
    },
    drop,
    closeIdle: async (idleMs) => {
      const now = clock.monotonic();
      const idle = [...open].filter(([, { usedAt }]) => now - usedAt > idleMs);
      await Promise.all(idle.map(([controllerId]) => drop(controllerId)));
    },
    closeAll: async () => {
      await Promise.all([...open.keys()].map(drop));
    },
  };
}
