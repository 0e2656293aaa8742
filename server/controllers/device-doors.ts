import { controllerErrors } from "#contract/errors/controllers.ts";
import type { AxisReply } from "#contract/functions/axis-proxy.ts";
import { takesFourDigitsOnly } from "#contract/pin-risk.ts";
import type { DoorController } from "#drivers/port.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { type Reach, testedIdentity, withDoorController } from "#server/devices/reach-device.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { defaultGroupOf } from "#server/reconcile/doors/default-group.rules.ts";
import { readProfiles } from "#server/reconcile/doors/default-group.ts";
import { type DoorNow, readDoorsNow } from "#server/reconcile/doors/read-doors-now.ts";
import { type DoorSyncReport, NoAccessPointsError } from "#server/reconcile/doors/sync-access-points.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { workerFailure } from "#server/reconcile/worker/worker-errors.ts";
import type { PeopleContext } from "./controller-users.ts";
import { readDoorCodes } from "./door-codes.store.ts";

type DeviceDoor = AxisReply<"GET_DOORS">["doors"][number];

export interface DoorDeps extends Deps {
  sync: Pick<SyncEngine, "syncAccessPoints">;
}

/** Fetches the doors. The worker writes device facts without an actor, so the request is audited here. */
export async function fetchDoors({ sync }: DoorDeps, { asCaller }: CallerContext, id: string): Promise<DoorSyncReport> {
  await asCaller((client) => writeAudit(client, { action: "doors_fetched", objectType: "controllers", objectId: id }));
  try {
    return await sync.syncAccessPoints(id);
  } catch (error) {
    if (error instanceof NoAccessPointsError)
      throw new PortalError(controllerErrors.device_without_access_points(), { cause: error });
    throw workerFailure(error, "sync_access_points");
  }
}

/** Tests a door controller and its doors. A controller whose doors cannot be read is unusable. The answer tells how PINs work at the doors. */
export async function testDoorController({ deps, call, reach }: PeopleContext): Promise<AxisReply<"TEST_CONNECTION">> {
  return await withDoorController(deps, reach, async (device) => {
    const identity = await testedIdentity(deps, reach, await device.identify());
    const doors = await doorsNow(deps, reach, device);
    const limited = doors.filter(({ pinUse }) => pinUse !== "always");
    const limited_doors = limited.map(({ name, pinUse, pinHours }) => ({ name, pin_use: pinUse, pin_hours: pinHours }));
    const short = doors.filter(({ pinMin, pinMax }) => takesFourDigitsOnly(pinMin, pinMax));
    const saved = short.length > 0 ? reach.controller : null;
    const codes = saved && (await call.asCaller((client) => readDoorCodes(client, saved.id)));
    const four_digit_doors = short.map(({ name, doorToken }) => ({ name, codes: codes?.get(doorToken) ?? null }));
    return { ...identity, limited_doors, four_digit_doors };
  });
}

/** Asks the device for its doors. Throws PortalError when it does not answer. */
export async function listDoors({ deps, reach }: PeopleContext): Promise<DeviceDoor[]> {
  return (await withDoorController(deps, reach, (device) => doorsNow(deps, reach, device))).map(doorReply);
}

async function doorsNow({ pools }: Deps, { controller }: Reach, device: DoorController): Promise<DoorNow[]> {
  return readDoorsNow(pools.engine, device, controller?.id ?? null);
}

/** Asks the device for its groups. `isDefault`: the one named "Webbportal". */
export async function listProfiles({
  deps,
  reach,
}: PeopleContext): Promise<AxisReply<"GET_ACCESS_PROFILES">["profiles"]> {
  const profiles = await readProfiles(deps, reach);
  const standard = defaultGroupOf(profiles);
  return profiles.map((profile) => ({
    token: profile.token,
    Name: profile.name,
    enabled: profile.enabled,
    accessPoints: profile.accessPointTokens,
    isDefault: profile === standard,
  }));
}

function doorReply({ doorToken, accessPointTokens, ...door }: DoorNow): DeviceDoor {
  const { name, description, pinMin, pinMax, pinUse, pinHours, pinRule, pinAloneOnDevice } = door;
  return {
    token: doorToken,
    accessPoints: accessPointTokens,
    name,
    description,
    pinMin,
    pinMax,
    pinUse,
    pinHours,
    pinRule,
    pinAloneOnDevice,
  };
}
