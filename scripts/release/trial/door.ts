// One simulated door: added through the portal's own calls, and asked itself whether the PIN opens.
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import type { Visitor } from "./visitor.ts";

const PIN = "582931";
const PATIENCE_MS = 120_000;
const named = z.array(z.object({ id: z.string() })).min(1);

export interface Door extends AsyncDisposable {
  /** Adds the controller and a person with a PIN, and resolves when the device opens for it. */
  furnish(visitor: Visitor): Promise<void>;
  /** Confirms a restore: the device is read, nothing is switched off, and the PIN still opens. */
  confirm(visitor: Visitor): Promise<void>;
}

export async function startDoor(): Promise<Door> {
  const device = await startAxisSimulator({ doors: 1, model: "A1001" });
  return {
    furnish: (visitor) => furnish(device, visitor),
    confirm: (visitor) => confirm(device, visitor),
    [Symbol.asyncDispose]: () => device.close(),
  };
}

async function furnish(device: AxisSimulator, visitor: Visitor): Promise<void> {
  const organization_id = await visitor.insert("organizations", { name: "Brf Provet" });
  const saved = await visitor.perform("controller-manager", "CREATE", {
    payload: {
      name: "Entrén",
      device_type: "axis",
      device_ip: device.url,
      device_port: device.port,
      username: "portal",
      password: "S3cret-pass",
    },
  });
  const controller_id = z.object({ controller: z.object({ id: z.string() }) }).parse(saved).controller.id;
  await visitor.call("POST", "/rest/v1/organization_controllers", { organization_id, controller_id });
  await visitor.perform("axis-proxy", "SYNC_ACCESS_POINTS", { controller_id });
  const doors = named.parse(
    await visitor.call("GET", `/rest/v1/access_points?controller_id=eq.${controller_id}&select=id`),
  );
  const access_point_ids = doors.map(({ id }) => id);
  await visitor.perform("end-user-manager", "CREATE", {
    payload: {
      organization_id,
      first_name: "Doris",
      last_name: "Provet",
      pin: { value: PIN, validity_period: "12_months", access_point_ids },
    },
  });
  await opens(device);
}

async function confirm(device: AxisSimulator, visitor: Visitor): Promise<void> {
  const people = z.array(z.unknown()).parse(await visitor.call("GET", "/rest/v1/end_users?select=id"));
  if (people.length !== 1) throw new Error(`${people.length} people after the restore, not 1`);
  await visitor.perform("restore-control", "INSPECT");
  const outcome = z
    .object({ switched_off: z.number(), still_held: z.array(z.string()) })
    .parse(await visitor.perform("restore-control", "CONFIRM"));
  if (outcome.switched_off > 0 || outcome.still_held.length > 0)
    throw new Error(`the restore was not confirmed as it was: ${JSON.stringify(outcome)}`);
  await opens(device);
}

async function opens(device: AxisSimulator): Promise<void> {
  const [door = ""] = device.doorTokens;
  const until = Date.now() + PATIENCE_MS;
  while (!device.wouldOpen(PIN, door)) {
    if (Date.now() > until) throw new Error("the device does not open for the PIN");
    await wait(100);
  }
}
