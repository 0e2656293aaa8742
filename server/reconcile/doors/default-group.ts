import { controllerErrors } from "#contract/errors/controllers.ts";
import type { DeviceDoorProfile } from "#drivers/port.ts";
import { type Reach, savedController, withDoorController } from "#server/devices/reach-device.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { DEFAULT_GROUP_NAME, defaultGroupOf } from "./default-group.rules.ts";
import { keepDefaultGroup, readDefaultGroup } from "./default-group.store.ts";

export interface ChosenGroup {
  default_group: boolean;
  group_token: string | null;
}

/**
 * Asks the device for its profiles, and stores the default group's token for a saved controller. Throws PortalError when it does not
 * answer.
 */
export async function readProfiles(deps: Deps, reach: Reach): Promise<DeviceDoorProfile[]> {
  const profiles = await withDoorController(deps, reach, (device) => device.listProfiles());
  if (reach.controller !== null)
    await keepDefaultGroup(deps.pools.engine, reach.controller.id, defaultGroupOf(profiles)?.token ?? null);
  return profiles;
}

/**
 * Returns the group. Calls the device only when the token is unknown. Throws 404 for an unknown token, and 409 when no group has the name:
 * creating one would grant all doors.
 */
export async function chooseGroup(
  deps: Deps,
  reach: Reach,
  groupToken: string | null | undefined,
): Promise<ChosenGroup> {
  const known = await readDefaultGroup(deps.pools.engine, savedController(reach).id);
  if (known !== null && (groupToken ?? known) === known) return { default_group: true, group_token: null };
  const profiles = await readProfiles(deps, reach);
  const standard = defaultGroupOf(profiles);
  if (groupToken === null || groupToken === undefined || groupToken === standard?.token) {
    if (standard !== undefined) return { default_group: true, group_token: null };
    throw new PortalError(controllerErrors.default_group_missing({ group: DEFAULT_GROUP_NAME }));
  }
  if (!profiles.some(({ token }) => token === groupToken)) {
    throw new PortalError(controllerErrors.item_not_found(), { field: "groupToken" });
  }
  return { default_group: false, group_token: groupToken };
}
