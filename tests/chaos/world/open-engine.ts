import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection, DoorController } from "#drivers/port.ts";
import { createDriverRegistry } from "#drivers/registry.ts";
import type { DeviceTimeouts } from "#drivers/transport.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { createSyncEngine, type SyncEngine, type SyncEngineDeps } from "#server/reconcile/engine/engine.ts";

export interface WorldEngine {
  engine: SyncEngine;
  pools: Pools;
  /** Ends the engine's calls to devices, like the death of its process. */
  cut: AbortController;
}

/** Placed between an engine and its world, to watch it or to plant a bug. */
export interface Between {
  device?: (device: DoorController, connection: DeviceConnection) => DoorController;
  pool?: (pool: Pool) => Pool;
}

export interface EngineWorld {
  authenticatorUrl: string;
  keys: KeyRing;
  log: Logger;
  timeouts?: Partial<DeviceTimeouts> | undefined;
  connections?: number | undefined;
}

export function openEngine(
  { authenticatorUrl, keys, log, timeouts, connections }: EngineWorld,
  over: Partial<SyncEngineDeps> = {},
  between: Between = {},
): WorldEngine {
  const network = createNetworkPolicy({ allow: ["127.0.0.0/8"], allowLoopback: true, ownPorts: () => [] });
  const cut = new AbortController();
  const { signal } = cut;
  const drivers = createDriverRegistry({ network, clock: systemClock, log, timeouts, signal });
  const { device = (opened) => opened, pool = (own) => own } = between;
  const pools = createPools({
    url: authenticatorUrl,
    log,
    sizes: connections === undefined ? {} : { engine: connections },
  });
  const engine = createSyncEngine({
    pool: pool(pools.engine),
    listen: pools.listenConfig,
    openDoorController: (connection) => device(drivers.doorController("axis", connection), connection),
    openPlateController: (connection) => drivers.plateController("axxon_lpr", connection),
    keys,
    clock: systemClock,
    log,
    bootId: randomUUID(),
    ...over,
  });
  return { engine, pools, cut };
}
