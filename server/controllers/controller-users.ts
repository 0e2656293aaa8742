// Manages people in the controller-users dialog. Every write changes a row first; the controller's worker carries it out and the answer
// reports progress. Unknown tokens are answered with "Item not found".

import { randomUUID } from "node:crypto";
import { DatabaseError, type PoolClient } from "pg";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { peopleErrors } from "#contract/errors/people.ts";
import type { AxisRequest } from "#contract/functions/axis-proxy.ts";
import { controllerNotFound, type Reach, savedController } from "#server/devices/reach-device.ts";
import { checkPin } from "#server/people/check-pin.ts";
import { pinFailure } from "#server/people/end-user-errors.ts";
import { isUniqueViolation } from "#server/platform/database/unique-violation.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import { chooseGroup } from "#server/reconcile/doors/default-group.ts";
import { type AwaitDeps, awaitReplicas, type Carried } from "#server/reconcile/engine/await-replicas.ts";
import { credentialTokenOf, userTokenOf } from "#server/reconcile/worker/tokens.ts";
import { itemNotFound, prepareAdoption } from "./adopt-device-person.ts";
import {
  type ControllerUser,
  type ControllerUserColumns,
  deleteControllerUser,
  enabledDoors,
  insertControllerUser,
  lockControllerUser,
  type OwnedObject,
  ownerOf,
  updateControllerUser,
} from "./controller-users.store.ts";
import { encryptControllerUserPin } from "./encrypt.ts";

export type PeopleDeps = Deps & AwaitDeps;

export interface PeopleContext {
  deps: PeopleDeps;
  call: CallerContext;
  reach: Reach;
}

/** Creates a person without a PIN, who opens nothing yet. */
export async function createUser(context: PeopleContext, input: AxisRequest<"CREATE_USER">) {
  const id = await saved(context, (client) => insert(client, context, namesOf(input)));
  return { userToken: userTokenOf(id), ...(await awaitReplicas(context.deps, [id])) };
}

/** Creates a person with PIN, validity and doors at once. Throws PortalError for a PIN that is taken or does not fit a door. */
export async function createUserWithPin(context: PeopleContext, input: AxisRequest<"CREATE_USER_WITH_PIN">) {
  requireWindow(input);
  const id = await saved(context, async (client) => {
    const doors = await chosenDoors(client, context, input.accessPointIds);
    checkPin(input.pin, doors, "pin");
    const credential = { ...windowOf(input), access_point_ids: doors.map((door) => door.id) };
    return insert(client, context, { ...namesOf(input), ...credential }, input.pin);
  });
  const tokens = { userToken: userTokenOf(id), credentialToken: credentialTokenOf(id) };
  return { ...tokens, ...(await awaitReplicas(context.deps, [id])) };
}

/** Renames a person. Throws PortalError when the device refuses the name. */
export async function updateUser(context: PeopleContext, input: AxisRequest<"UPDATE_USER">): Promise<Carried> {
  const { userToken, adopt } = input;
  const find = await finder(context, { userToken, adopt });
  const id = await saved(context, async (client) => {
    const { sourceId } = await lockDirect(client, await find(client));
    await updateControllerUser(client, sourceId, namesOf(input));
    return sourceId;
  });
  const carried = await awaitReplicas(context.deps, [id]);
  refuseIfRefused(carried);
  return carried;
}

/** Gives a person a PIN through a group of the device, in place of doors of their own. */
export async function setCredential(context: PeopleContext, input: AxisRequest<"SET_CREDENTIAL">) {
  requireWindow(input);
  const { userToken, adopt } = input;
  const find = await finder(context, { userToken, adopt, newDoors: true, window: windowOf(input) });
  const group = await chooseGroup(context.deps, context.reach, input.groupToken);
  const owned = await saved(context, async (client) => {
    const person = await lockDirect(client, await find(client));
    await checkGroupPin(client, context, input.pin);
    const pin = encryptControllerUserPin(context.deps.keys, person.sourceId, input.pin);
    await updateControllerUser(client, person.sourceId, { ...windowOf(input), ...group, access_point_ids: [], pin });
    return person;
  });
  return { credentialToken: owned.credentialToken, ...(await awaitReplicas(context.deps, [owned.sourceId])) };
}

/** Changes validity, PIN, doors or group. Without doors and group those stay; without a typed PIN that stays. */
export async function updateCredential(context: PeopleContext, input: AxisRequest<"UPDATE_CREDENTIAL">) {
  const { userToken, credentialToken, adopt, groupToken } = input;
  const doorIds = input.accessPointIds?.length ? input.accessPointIds : null;
  const newDoors = doorIds !== null || Boolean(groupToken);
  const find = await finder(context, { userToken, credentialToken, adopt, newDoors, window: windowOf(input) });
  const group = doorIds === null && groupToken ? await chooseGroup(context.deps, context.reach, groupToken) : null;
  const owned = await saved(context, async (client) => {
    const person = await lockDirect(client, await find(client));
    const typed = typedPin(input.pin, person);
    const doors = doorIds === null ? null : await chosenDoors(client, context, doorIds);
    if (typed !== null && doors !== null) checkPin(typed, doors, "pin");
    if (typed !== null && doors === null) await checkKeptDoors(client, context, { person, pin: typed });
    await updateControllerUser(client, person.sourceId, {
      ...windowOf(input),
      ...(typed === null ? {} : { pin: encryptControllerUserPin(context.deps.keys, person.sourceId, typed) }),
      ...(group === null ? {} : { ...group, access_point_ids: [] }),
      ...(doors === null
        ? {}
        : { access_point_ids: doors.map((door) => door.id), default_group: false, group_token: null }),
    });
    return person;
  });
  return { credentialToken: owned.credentialToken, ...(await awaitReplicas(context.deps, [owned.sourceId])) };
}

/** Deletes a user. A repeated call waits again until the removal is confirmed. */
export async function deleteUser(context: PeopleContext, input: AxisRequest<"DELETE_USER">): Promise<Carried> {
  const { userToken, credentialToken, adopt } = input;
  const find = await finder(context, { userToken, credentialToken, adopt, forRemoval: true });
  const id = await saved(context, async (client) => {
    const owned = await find(client);
    if (owned.kind === "direct") await deleteControllerUser(client, owned.sourceId);
    else if (owned.desired) throw managedElsewhere(owned);
    return owned.sourceId;
  });
  return awaitReplicas(context.deps, [id]);
}

interface Sought {
  userToken?: string | null | undefined;
  credentialToken?: string | null | undefined;
  adopt?: boolean | undefined;
  forRemoval?: boolean;
  newDoors?: boolean;
  /** The caller's own times, which replace the device's at an adoption. */
  window?: ReturnType<typeof windowOf>;
}

/** Returns a function that finds the owner of the tokens in the changing transaction and may adopt an unmanaged object. */
async function finder(context: PeopleContext, sought: Sought): Promise<(client: PoolClient) => Promise<OwnedObject>> {
  const { deps, call, reach } = context;
  const { userToken = null, credentialToken = null, forRemoval = false, newDoors = false, window = {} } = sought;
  const controllerId = savedController(reach).id;
  const find = async (client: PoolClient) => {
    const owned = await ownerOf(client, controllerId, { userToken, credentialToken });
    if (owned === null) throw itemNotFound();
    return owned;
  };
  if (!sought.adopt) return find;
  const ours = await call.asCaller(async (client) => {
    const user = await ownerOf(client, controllerId, { userToken });
    // If one token is the portal's and the other unmanaged, the caller mixed them up: nothing is adopted.
    return user !== null || (await ownerOf(client, controllerId, { credentialToken })) !== null;
  });
  if (ours) return find;
  const adopt = await prepareAdoption(deps, reach, { userToken, credentialToken, forRemoval, newDoors, window });
  return async (client) => {
    const sourceId = await adopt(client);
    const [user, credential] = [{ userToken }, { credentialToken }];
    const owned = await ownerOf(client, controllerId, userToken === null ? credential : user);
    if (owned?.sourceId !== sourceId) throw itemNotFound();
    return owned;
  };
}

/** Returns the controller's own person of a token; everybody else is managed elsewhere. */
export async function directOf(context: PeopleContext, userToken: string): Promise<string> {
  const find = await finder(context, { userToken });
  return context.call.asCaller(async (client) => (await lockDirect(client, await find(client))).sourceId);
}

async function lockDirect(client: PoolClient, owned: OwnedObject): Promise<OwnedObject & ControllerUser> {
  if (owned.kind !== "direct") throw managedElsewhere(owned);
  const person = await lockControllerUser(client, owned.sourceId);
  if (person === null) throw itemNotFound();
  return { ...owned, ...person };
}

function managedElsewhere({ kind }: OwnedObject): PortalError {
  return new PortalError(
    kind === "weekly_code" ? controllerErrors.weekly_code_elsewhere() : controllerErrors.end_user_elsewhere(),
  );
}

async function insert(
  client: PoolClient,
  { deps, reach }: PeopleContext,
  columns: Partial<ControllerUserColumns>,
  pin?: string,
): Promise<string> {
  const id = randomUUID();
  const encrypted = pin === undefined ? {} : { pin: encryptControllerUserPin(deps.keys, id, pin) };
  await insertControllerUser(client, id, savedController(reach).id, { ...columns, ...encrypted });
  return id;
}

async function chosenDoors(client: PoolClient, { reach }: PeopleContext, ids: readonly string[]) {
  const doors = (await enabledDoors(client, savedController(reach).id)).filter((door) => ids.includes(door.id));
  if (doors.length === 0 || doors.length < new Set(ids).size)
    throw new PortalError(controllerErrors.access_points_not_found());
  return doors;
}

/** Checks a group's PIN. A group may cover any door, so the PIN must fit at least one. */
async function checkGroupPin(client: PoolClient, { reach }: PeopleContext, pin: string): Promise<void> {
  const doors = await enabledDoors(client, savedController(reach).id);
  const fitting = doors.filter((door) => pin.length >= (door.pinMin ?? 0) && pin.length <= (door.pinMax ?? pin.length));
  checkPin(pin, fitting.length > 0 ? [] : doors, "pin");
}

async function checkKeptDoors(
  client: PoolClient,
  context: PeopleContext,
  { person, pin }: { person: ControllerUser; pin: string },
): Promise<void> {
  if (person.hasGroup || person.accessPointIds.length === 0) return checkGroupPin(client, context, pin);
  const doors = await enabledDoors(client, savedController(context.reach).id);
  checkPin(
    pin,
    doors.filter((door) => person.accessPointIds.includes(door.id)),
    "pin",
  );
}

/** Returns the typed PIN. Null keeps the stored one: an untouched form sends nothing, blank or dots. */
function typedPin(pin: string | null | undefined, person: ControllerUser): string | null {
  const keeps = pin === null || pin === undefined || pin === "" || /^•+$/.test(pin);
  if (!keeps) return pin;
  if (person.hasPin) return null;
  throw new PortalError(peopleErrors.pin_malformed(), { field: "pin" });
}

function namesOf({ firstName, lastName }: { firstName: string; lastName: string }) {
  return { first_name: firstName, last_name: lastName };
}

function windowOf(window: { validFrom?: string | null | undefined; validTo?: string | null | undefined }) {
  return {
    ...(window.validFrom ? { valid_from: window.validFrom } : {}),
    ...(window.validTo ? { valid_to: window.validTo } : {}),
  };
}

function requireWindow({ validFrom, validTo }: { validFrom: string; validTo: string }): void {
  if (Date.parse(validTo) <= Date.parse(validFrom)) throw new PortalError(controllerErrors.window_reversed());
}

async function saved<T>(context: PeopleContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
  try {
    return await context.call.asCaller(work);
  } catch (error) {
    throw await failure(context, error);
  }
}

/** Maps a database refusal. A taken PIN is audited and reported within a quota. */
async function failure({ call }: PeopleContext, error: unknown): Promise<PortalError> {
  const aboutPin = await pinFailure(call, { error, field: "pin" });
  if (aboutPin !== null) return aboutPin;
  if (!(error instanceof DatabaseError)) return toPortalError(error);
  if (error.code === "23503") return controllerNotFound();
  if (isUniqueViolation(error)) {
    return new PortalError(controllerErrors.object_already_owned(), { cause: error });
  }
  return toPortalError(error);
}

/** Throws when the device refused. An unreachable device is no refusal: the change waits. */
function refuseIfRefused({ pending }: Carried): void {
  const refused = pending.find(
    ({ error }) => error !== null && /^(device_fault|item_not_found|read_back_differs)/.test(error),
  );
  if (!refused) return;
  throw new PortalError(controllerErrors.device_refused_change()).during("update_device_user");
}
