// Keeps drivers of saved gates open. Openings and tests share them, so a test uses the same session as an opening.
import type { PlateController } from "#drivers/port.ts";
import { createSignInMemory, type SignInMemory } from "#drivers/sign-in-memory.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type Connectable, storedConnection } from "./device-connection.ts";
import { createDevicePool, DRIVER_IDLE_MS } from "./device-pool.ts";
import { keepingSignIn } from "./keep-sign-in.ts";

const MAX_OPEN_DRIVERS = 256;

export interface GateDrivers {
  use<T>(gate: Connectable, work: (driver: PlateController) => Promise<T>): Promise<T>;
  closeAll(): Promise<void>;
}

interface SharedDriver {
  driver: PlateController;
  signIn: SignInMemory;
  inUse: Set<Promise<unknown>>;
  close(): Promise<void>;
}

/** Creates the drivers, each of which connects at its first use. An opening in flight is answered before its driver closes. */
export function createGateDrivers(deps: Pick<Deps, "clock" | "log" | "keys" | "drivers" | "pools">): GateDrivers {
  const pool = createDevicePool<SharedDriver>({ clock: deps.clock, log: deps.log, most: MAX_OPEN_DRIVERS });

  const driverOf = (gate: Connectable): SharedDriver => {
    void pool.closeIdle(DRIVER_IDLE_MS);
    const open = pool.get(gate);
    if (open) return open;
    const signIn = createSignInMemory(deps.clock);
    const connection = { ...storedConnection(deps.keys, gate), signIn };
    const driver = deps.drivers.openPlateController(connection, gate.device_type);
    const inUse = new Set<Promise<unknown>>();
    const shared: SharedDriver = {
      driver,
      signIn,
      inUse,
      // Openings in flight are answered first; each ends within GATE_LATEST_MS.
      close: async () => {
        await Promise.allSettled(inUse);
        await driver.close();
      },
    };
    pool.keep(gate, shared);
    return shared;
  };

  return {
    async use(gate, work) {
      const { driver, signIn, inUse } = driverOf(gate);
      const { engine } = deps.pools;
      const use = keepingSignIn({ engine, log: deps.log }, gate, signIn, () => work(driver));
      inUse.add(use);
      try {
        return await use;
      } finally {
        inUse.delete(use);
      }
    },
    closeAll: () => pool.closeAll(),
  };
}
