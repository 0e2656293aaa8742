import { type AxisProxyRequest, axisProxyRequest } from "#contract/functions/axis-proxy.ts";
import { findDeviceConnection } from "#server/devices/find-connection.ts";
import { fetchFailure, reachDevice, savedController, withDoorController } from "#server/devices/reach-device.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import {
  createUser,
  createUserWithPin,
  deleteUser,
  type PeopleContext,
  setCredential,
  updateCredential,
  updateUser,
} from "./controller-users.ts";
import { type DoorDeps, fetchDoors, listDoors, listProfiles, testDoorController } from "./device-doors.ts";
import { listCredentials, listUsers } from "./list-device-people.ts";
import { testPin } from "./test-pin.ts";

export const axisProxy = defineFunction({
  name: "axis-proxy",
  method: "POST",
  role: "system_admin",
  input: axisProxyRequest,
  named: fetchFailure,
  handle: async (deps: DoorDeps & PeopleContext["deps"], { input, ...call }) => {
    if (input.action === "FIND_CONNECTION") return findDeviceConnection(deps, call, input);
    const reach = await reachDevice(deps, call, input, "axis");
    if (input.action === "SYNC_ACCESS_POINTS") return fetchDoors(deps, call, savedController(reach).id);
    return answer({ deps, call, reach }, input);
  },
});

async function answer(
  context: PeopleContext,
  input: Exclude<AxisProxyRequest, { action: "SYNC_ACCESS_POINTS" | "FIND_CONNECTION" }>,
): Promise<object> {
  const { deps, call, reach } = context;
  switch (input.action) {
    case "TEST_CONNECTION":
      return testDoorController(deps, call, reach);
    case "TEST_SYSTEMLOG":
      return { testResults: await withDoorController(deps, reach, (device) => device.systemLog()) };
    case "GET_ACCESS_POINTS":
      return { accessPoints: await listDoors(deps, reach) };
    case "GET_DOORS":
      return { doors: await listDoors(deps, reach) };
    case "GET_ACCESS_PROFILES":
      return { profiles: await listProfiles(deps, reach) };
    case "LIST_USERS":
      return { users: await listUsers(deps, call, reach) };
    case "LIST_CREDENTIALS":
      return { credentials: await listCredentials(deps, call, reach) };
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
    case "TEST_PIN":
      return testPin(context, input);
    case "DELETE_USER":
      return deleteUser(context, input);
  }
}
