import { axisProxy as contract } from "#contract/functions/axis-proxy.ts";
import type { ConnectionFields } from "#contract/functions/device-connection.ts";
import { findDeviceConnection } from "#server/devices/find-connection.ts";
import { fetchFailure, reachDevice, savedController, withDoorController } from "#server/devices/reach-device.ts";
import { type ActionCall, action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import {
  createUser,
  createUserWithPin,
  deleteUser,
  type PeopleContext,
  type PeopleDeps,
  setCredential,
  updateCredential,
  updateUser,
} from "./controller-users.ts";
import { type DoorDeps, fetchDoors, listDoors, listProfiles, testDoorController } from "./device-doors.ts";
import { listCredentials, listUsers } from "./list-device-people.ts";
import { testPin } from "./test-pin.ts";

/** Reaches the saved controller, or the form's, before the work. */
const reaching =
  <Input extends ConnectionFields, Reply>(work: (context: PeopleContext, input: Input) => Promise<Reply>) =>
  async (deps: PeopleDeps, call: ActionCall, input: Input) =>
    await work({ deps, call, reach: await reachDevice(deps, call, input, "axis") }, input);

export const axisProxy = defineFunction({
  contract,
  role: "system_admin",
  named: fetchFailure,
  actions: {
    FIND_CONNECTION: action(contract.FIND_CONNECTION, findDeviceConnection),
    TEST_CONNECTION: action(contract.TEST_CONNECTION, reaching(testDoorController)),
    TEST_SYSTEMLOG: action(
      contract.TEST_SYSTEMLOG,
      reaching(async ({ deps, reach }) => ({
        testResults: await withDoorController(deps, reach, (device) => device.systemLog()),
      })),
    ),
    SYNC_ACCESS_POINTS: action(contract.SYNC_ACCESS_POINTS, async (deps: DoorDeps, call, input) =>
      fetchDoors(deps, call, savedController(await reachDevice(deps, call, input, "axis")).id),
    ),
    GET_ACCESS_POINTS: action(
      contract.GET_ACCESS_POINTS,
      reaching(async (context) => ({ accessPoints: await listDoors(context) })),
    ),
    GET_DOORS: action(
      contract.GET_DOORS,
      reaching(async (context) => ({ doors: await listDoors(context) })),
    ),
    GET_ACCESS_PROFILES: action(
      contract.GET_ACCESS_PROFILES,
      reaching(async (context) => ({ profiles: await listProfiles(context) })),
    ),
    LIST_USERS: action(
      contract.LIST_USERS,
      reaching(async (context) => ({ users: await listUsers(context) })),
    ),
    LIST_CREDENTIALS: action(
      contract.LIST_CREDENTIALS,
      reaching(async (context) => ({ credentials: await listCredentials(context) })),
    ),
    CREATE_USER: action(contract.CREATE_USER, reaching(createUser)),
    UPDATE_USER: action(contract.UPDATE_USER, reaching(updateUser)),
    SET_CREDENTIAL: action(contract.SET_CREDENTIAL, reaching(setCredential)),
    UPDATE_CREDENTIAL: action(contract.UPDATE_CREDENTIAL, reaching(updateCredential)),
    CREATE_USER_WITH_PIN: action(contract.CREATE_USER_WITH_PIN, reaching(createUserWithPin)),
    TEST_PIN: action(contract.TEST_PIN, reaching(testPin)),
    DELETE_USER: action(contract.DELETE_USER, reaching(deleteUser)),
  },
});
