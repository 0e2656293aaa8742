import type { Logger } from "pino";
import { systemClock } from "#drivers/clock.ts";
import { findConnection } from "#drivers/find-connection.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { createDriverRegistry } from "#drivers/registry.ts";
import type { FollowCall } from "#drivers/transport.ts";
import type { Config } from "#server/platform/config.ts";
import type { Drivers } from "#server/platform/deps.ts";

/** Creates the drivers. `ownPorts` are ports of this server, which no device may use. */
export function createDrivers(
  config: Pick<Config, "deviceNetworks" | "allowLoopbackDevices">,
  log: Logger,
  ownPorts: () => readonly number[],
  follow?: FollowCall,
): Drivers {
  const network = createNetworkPolicy({
    allow: config.deviceNetworks,
    allowLoopback: config.allowLoopbackDevices,
    ownPorts,
  });
  const options = { network, clock: systemClock, log, follow };
  const registry = createDriverRegistry(options);
  return {
    openDoorController: (connection, deviceType) => registry.doorController(deviceType, connection),
    openPlateController: (connection, deviceType) => registry.plateController(deviceType, connection),
    examine: (connection, deviceType, limits) => registry.examine(deviceType, connection, limits),
    findConnection: (candidates, asked) => findConnection(candidates, { ...options, ...asked }),
  };
}
