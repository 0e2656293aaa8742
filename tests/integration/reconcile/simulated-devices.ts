// A simulated Axis controller in an installation, kept by an engine with the real driver.
import { randomUUID } from "node:crypto";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DoorController } from "#drivers/port.ts";
import { createDriverRegistry } from "#drivers/registry.ts";
import type { DeviceTimeouts } from "#drivers/transport.ts";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import type { SyncOptions } from "#server/reconcile/worker/worker-context.ts";
import type { AxisSimulator } from "#simulators/axis/server.ts";
import { makeFakeDevice } from "./fake-device.ts";
import type { Installation, TestController } from "./installation.ts";

/** Registers the device, links it to the organisation, starts an engine, waits for the doors. */
export async function startSimulatedDevices(
  portal: Installation,
  axis: AxisSimulator,
  {
    name,
    timeouts,
    options,
    around = (device) => device,
  }: {
    name: string;
    timeouts?: Partial<DeviceTimeouts>;
    options?: Partial<SyncOptions>;
    around?: (device: DoorController) => DoorController;
  },
): Promise<{
  fixture: TestController;
  engine: SyncEngine;
  boot: (more?: Partial<SyncOptions>) => Promise<SyncEngine>;
}> {
  const id = randomUUID();
  const password = encryptControllerPassword(portal.keys, id, "S3cret-pass");
  await portal.admin.query(
    `insert into controllers (id, name, device_type, device_ip, device_port, username, password_encrypted, organization_id)
     values ($1, $2, 'axis', $3, $4, 'portal', $5, $6)`,
    [id, name, `https://${axis.host}`, axis.port, password, portal.organizationId],
  );
  await portal.admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
    portal.organizationId,
    id,
  ]);
  const fixture = { id, device: makeFakeDevice([]), doors: new Map<string, string>() };
  const network = createNetworkPolicy({ allow: ["127.0.0.0/8"], allowLoopback: true, ownPorts: () => [] });
  const drivers = createDriverRegistry({ network, clock: systemClock, timeouts });
  const boot = async (more: Partial<SyncOptions> = {}): Promise<SyncEngine> => {
    const made = portal.makeEngine({
      openDoorController: (connection) => around(drivers.doorController("axis", connection)),
      options: { ...options, ...more },
    });
    await made.start();
    return made;
  };
  const engine = await boot();
  await portal.quiet();
  await portal.loadDoors(fixture);
  return { fixture, engine, boot };
}
