// axis-proxy: actions on one Axis door controller, for system admins.
import { controllerErrors } from "#contract/errors/controllers.ts";
import { type AxisProxyRequest, axisProxyRequest } from "#contract/functions/axis-proxy.ts";
import type { DeviceDoor, DeviceDoorProfile } from "#drivers/port.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { reachDevice, savedController, testedIdentity, withDoorController } from "#server/devices/reach-device.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { asRole, defineFunction, type FunctionDeps } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { defaultGroupOf } from "#server/reconcile/default-group.rules.ts";
import { readProfiles } from "#server/reconcile/default-group.ts";
import { laneFailure } from "#server/reconcile/lane-errors.ts";
import { NoAccessPointsError } from "#server/reconcile/sync-access-points.ts";
import {
  createUser,
  createUserWithPin,
  deleteUser,
  type PeopleContext,
  setCredential,
  updateCredential,
  updateUser,
} from "./controller-users.ts";
import { listCredentials, listUsers } from "./list-device-people.ts";

export const axisProxy = defineFunction({
  name: "axis-proxy",
  method: "POST",
  input: axisProxyRequest,
  handle: async (deps, { input, claims }) => {
    const reach = await reachDevice(deps, claims, input, "axis");
    return answer({ deps, claims, reach }, input);
  },
});

async function answer(context: PeopleContext, input: AxisProxyRequest): Promise<object> {
  const { deps, claims, reach } = context;
  switch (input.action) {
    case "TEST_CONNECTION":
      return testedIdentity(deps, reach, await withDoorController(deps, reach, (device) => device.identify()));
    case "TEST_SYSTEMLOG":
      return { testResults: await withDoorController(deps, reach, (device) => device.systemLog()) };
    case "SYNC_ACCESS_POINTS":
      return syncDoors(deps, claims, savedController(reach).id);
    case "GET_ACCESS_POINTS":
      return { accessPoints: (await withDoorController(deps, reach, (device) => device.readDoors())).map(doorReply) };
    case "GET_DOORS":
      return { doors: (await withDoorController(deps, reach, (device) => device.readDoors())).map(doorReply) };
    case "GET_ACCESS_PROFILES":
      return { profiles: profilesReply(await readProfiles(deps, reach)) };
    case "LIST_USERS":
      return { users: await listUsers(deps, claims, reach) };
    case "LIST_CREDENTIALS":
      return { credentials: await listCredentials(deps, claims, reach) };
    case "CREATE_USER":
      return createUser(context, input);
    case "UPDATE_USER":
      return updateUser(context, input);
    case "SET_CREDENTIAL":
      return setCredential(context, input);
    case "UPDATE_CREDENTIAL":
      return updateCredential(context, input);
    case "CREATE_USER_WITH_PIN":
      return createUserWithPin(context, input);
    case "DELETE_USER":
      return deleteUser(context, input);
  }
}

/** What the device says of its doors is written by the lane, which is nobody; so who asked is noted here. */
async function syncDoors(deps: FunctionDeps, claims: SessionClaims, controllerId: string): Promise<object> {
  await asRole(deps, claims, "system_admin", (client) =>
    writeAudit(client, { action: "doors_fetched", objectType: "controllers", objectId: controllerId }),
  );
  try {
    return await deps.sync.syncAccessPoints(controllerId);
  } catch (error) {
    if (error instanceof NoAccessPointsError)
      throw new PortalError(controllerErrors.device_without_access_points(), { cause: error });
    throw laneFailure(error, "sync_access_points");
  }
}

function doorReply({ doorToken, accessPointTokens, ...door }: DeviceDoor) {
  return { token: doorToken, accessPoints: accessPointTokens, ...door };
}

function profilesReply(profiles: readonly DeviceDoorProfile[]) {
  const standard = defaultGroupOf(profiles);
  return profiles.map((profile) => ({
    token: profile.token,
    Name: profile.name,
    enabled: profile.enabled,
    accessPoints: profile.accessPointTokens,
    isDefault: profile === standard,
  }));
}
