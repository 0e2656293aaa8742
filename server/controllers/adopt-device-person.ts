// Adopts a person found on a device, at a system admin's request.

import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { cutText, plainText } from "#contract/plain-line.ts";
import { NonsenseReplyError } from "#drivers/errors.ts";
import type { DeviceCredential, DeviceUser } from "#drivers/port.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { type Reach, savedController, withDoorController } from "#server/devices/reach-device.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { defaultGroupOf } from "#server/reconcile/doors/default-group.rules.ts";
import { type ChosenGroup, readProfiles } from "#server/reconcile/doors/default-group.ts";
import { adoptControllerUser, type ControllerDoor, enabledDoors } from "./controller-users.store.ts";
import { encryptControllerUserPin } from "./encrypt.ts";

export interface AdoptRequest {
  userToken: string | null;
  credentialToken: string | null;
  /** Adopted only to be removed, so PIN and doors do not matter. */
  forRemoval: boolean;
  /** The caller replaces the doors, so unsupported groups do not matter. */
  newDoors: boolean;
  /** The caller's own times, which replace the device's. */
  window: Partial<Window>;
}

interface Window {
  valid_from: string | null;
  valid_to: string | null;
}

/** Texts on devices may be blank; a row's name may not. */
const NO_NAME = "–";
const NAME_MAX = 100;

export type Adoption = (client: PoolClient) => Promise<string>;

/** Reads the person from the device. Throws 404 when the objects are not there. */
export async function prepareAdoption(deps: Deps, reach: Reach, request: AdoptRequest): Promise<Adoption> {
  const { user, credential } = await findOnDevice(deps, reach, request);
  // A card without a PIN stays unmanaged; only the person is adopted.
  const kept = credential !== null && (credential.pin !== null || request.credentialToken !== null) ? credential : null;
  const keepsAccess = kept !== null && !request.forRemoval;
  const profiles = keepsAccess && !request.newDoors ? await readProfiles(deps, reach) : [];
  const window = keepsAccess ? windowOf(kept, request.window) : NO_LIMITS;
  const { id: controllerId } = savedController(reach);
  return async (client) => {
    const id = randomUUID();
    const access =
      keepsAccess && !request.newDoors
        ? accessOf(kept, await enabledDoors(client, controllerId), defaultGroupOf(profiles)?.token)
        : NO_ACCESS;
    await adoptControllerUser(client, {
      id,
      controllerId,
      userToken: user?.token ?? null,
      credentialToken: kept?.token ?? null,
      first_name: nameOf(user?.firstName ?? ""),
      last_name: nameOf(user?.lastName || user?.name || ""),
      pin: keepsAccess && kept.pin !== null ? encryptControllerUserPin(deps.keys, id, kept.pin) : null,
      ...window,
      enabled: kept?.enabled ?? true,
      ...access,
    });
    return id;
  };
}

async function findOnDevice(
  deps: Deps,
  reach: Reach,
  { userToken, credentialToken, forRemoval }: AdoptRequest,
): Promise<{ user: DeviceUser | null; credential: DeviceCredential | null }> {
  return withDoorController(deps, reach, async (device) => {
    const [named] = credentialToken === null ? [] : await device.getCredentials([credentialToken]);
    const source = userToken ?? named?.userToken ?? null;
    const [user] = source === null ? [] : await device.getUsers([source]);
    const belongs = userToken === null || named === undefined || named.userToken === userToken;
    if ((credentialToken !== null && named === undefined) || (userToken !== null && user === undefined) || !belongs)
      throw itemNotFound();
    if (named !== undefined || user === undefined) return { user: user ?? null, credential: named ?? null };
    const own = (await device.listCredentials()).filter((one) => one.userToken === user.token);
    const withPin = own.filter(({ pin }) => pin !== null);
    if (own.length > 1 && (forRemoval || withPin.length > 1)) {
      throw new PortalError(controllerErrors.several_credentials());
    }
    return { user, credential: (forRemoval ? own[0] : withPin[0]) ?? null };
  });
}

const NO_ACCESS = { default_group: false, group_token: null, access_point_ids: [] as string[] };

/** An entry that is adopted to be removed: no column may hold its times. */
const NO_LIMITS: Window = { valid_from: null, valid_to: null };

/** The first instant after those that a column holds (private.is_bounded_time), which begin with the epoch. */
const YEARS_END = Date.UTC(2100, 0, 1);

/**
 * Returns the validity of somebody who keeps access: the caller's times, else the device's. An unreadable time must not become "no limit".
 * Throws PortalError.
 */
function windowOf({ validFrom, validTo }: DeviceCredential, given: Partial<Window>): Window {
  return {
    valid_from: given.valid_from ?? storable(validFrom, "validFrom"),
    valid_to: given.valid_to ?? storable(validTo, "validTo"),
  };
}

/** Returns a device's time. Throws PortalError when it cannot be read, or no column holds it. */
function storable(time: string | null, field: "validFrom" | "validTo"): string | null {
  if (time === null) return null;
  const instant = Date.parse(time);
  if (Number.isNaN(instant)) throw deviceFailure(new NonsenseReplyError("a time that cannot be read"));
  if (instant >= 0 && instant < YEARS_END) return time;
  throw new PortalError(controllerErrors.device_time_out_of_years(), { field });
}

/**
 * Returns the doors to keep: the portal's doors, the default group and one more group. More groups, or one with its own dates, cannot be
 * kept.
 */
function accessOf(
  { profileTokens }: DeviceCredential,
  doors: readonly ControllerDoor[],
  standard: string | undefined,
): ChosenGroup & { access_point_ids: string[] } {
  const own = doors.filter((door) => door.profileToken !== null && profileTokens.includes(door.profileToken));
  const ownTokens = new Set(own.map((door) => door.profileToken));
  const groups = profileTokens.filter((token) => !ownTokens.has(token) && token !== standard);
  if (groups.length > 1 || groups.some((token) => token.includes(" ["))) {
    throw new PortalError(controllerErrors.groups_not_adoptable({ groups: groups.join(", ") }));
  }
  return {
    default_group: standard !== undefined && profileTokens.includes(standard),
    group_token: groups[0] ?? null,
    access_point_ids: own.map((door) => door.id),
  };
}

function nameOf(text: string): string {
  return cutText(plainText(text.replace(/\p{Cc}+/gu, " ")).trim(), NAME_MAX).trim() || NO_NAME;
}

/** Returns the specification's error for a token that is not on this controller or not the portal's. */
export function itemNotFound(): PortalError {
  return new PortalError(controllerErrors.item_not_found());
}
