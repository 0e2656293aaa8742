// Plans one replica. Pure: the worker carries out the plan, reads back and plans again; an empty second plan confirms.
import type { DeviceCredential, DeviceUser } from "#drivers/port.ts";
import { onSameDay } from "./whole-days.rules.ts";

/** The desired content of a device. A disabled or expired source has no content unless it is suspended; a future one has. */
export interface DesiredContent {
  firstName: string;
  lastName: string;
  /** Clear text, decrypted for this moment; null: user without a credential. */
  pin: string | null;
  /** ISO 8601 UTC without milliseconds; null: no limit. */
  validFrom: string | null;
  validTo: string | null;
  /** The unit counts days, so times of the day are not compared. */
  wholeDays: boolean;
  profileTokens: readonly string[];
  /** The object stays on the device without access, so that the device names it when somebody tries it. */
  isSuspended: boolean;
}

export interface DesiredReplica {
  userToken: string;
  credentialToken: string;
  /** Null: nothing of this source may be on the device. */
  content: DesiredContent | null;
}

/** `orphan`: a token of the portal without a row; `source`: another source of the portal; `foreign`: not the portal's, never touched. */
export type Ownership = "orphan" | "source" | "foreign";

export interface OtherCredential {
  token: string;
  ownership: Ownership;
  carriesPin: boolean;
}

export interface ActualReplica {
  user: DeviceUser | null;
  credential: DeviceCredential | null;
  others: readonly OtherCredential[];
}

export type DeviceChange =
  | { kind: "remove_credential"; token: string }
  | { kind: "remove_user"; token: string }
  | { kind: "put_user"; user: { token: string; firstName: string; lastName: string } }
  | { kind: "put_credential"; credential: DeviceCredential };

export type Difference =
  | "user_missing"
  | "name"
  | "credential_missing"
  | "user_token"
  | "pin"
  | "valid_from"
  | "valid_to"
  | "disabled"
  | "enabled"
  | "profiles"
  | "user_left"
  | "credential_left"
  | "orphan_replica";

export type Obstacle = "pin_on_other_source" | "pin_on_foreign_object";

export interface DevicePlan {
  /** In the order of sending. */
  changes: DeviceChange[];
  differences: Difference[];
  /** Obstacles that these changes cannot remove; `token` is the credential in the way. */
  obstacles: { obstacle: Obstacle; token: string }[];
}

/**
 * Plans the changes. A removal takes the credential before the user, so the first call ends access. A grant writes the user before the
 * credential. Orphans go first: two credentials with one PIN open the doors of both.
 */
export function planDeviceChanges(desired: DesiredReplica, actual: ActualReplica): DevicePlan {
  const orphans = actual.others.filter((other) => other.ownership === "orphan");
  const changes: DeviceChange[] = orphans.map(({ token }) => ({ kind: "remove_credential", token }));
  const differences: Difference[] = orphans.length > 0 ? ["orphan_replica"] : [];
  const rest = planRest(desired, actual);
  return {
    changes: [...changes, ...rest.changes],
    differences: [...differences, ...rest.differences],
    obstacles: rest.obstacles,
  };
}

function planRest(desired: DesiredReplica, actual: ActualReplica): DevicePlan {
  const { content } = desired;
  if (content === null) return planRemoval(actual);
  return content.isSuspended ? planSuspension(desired, content, actual) : planGrant(desired, content, actual);
}

/**
 * Plans a suspension, which only ever takes access from objects that are on the device. A PIN is never brought there, and one that another
 * object carries too is removed, because the device may open for either.
 */
function planSuspension(desired: DesiredReplica, content: DesiredContent, actual: ActualReplica): DevicePlan {
  const { user, credential, others } = actual;
  const isShared = others.some((other) => other.carriesPin && other.ownership !== "orphan");
  if (credential === null || credential.pin === null || credential.pin !== content.pin || isShared) {
    const removal = planRemoval(actual);
    const missing: Difference[] = credential === null ? ["credential_missing"] : [];
    return { ...removal, differences: [...missing, ...removal.differences] };
  }
  const userDifferences = compareUser(content, user);
  const credentialDifferences = compareCredential(desired.userToken, content, credential);
  const changes: DeviceChange[] = [];
  if (credentialDifferences.length > 0) {
    changes.push({ kind: "put_credential", credential: desiredCredential(desired, content) });
  }
  if (userDifferences.length > 0) {
    const { firstName, lastName } = content;
    changes.push({ kind: "put_user", user: { token: desired.userToken, firstName, lastName } });
  }
  return { changes, differences: [...credentialDifferences, ...userDifferences], obstacles: [] };
}

function planRemoval({ user, credential, others }: ActualReplica): DevicePlan {
  const changes: DeviceChange[] = [];
  const differences: Difference[] = [];
  if (credential) {
    changes.push({ kind: "remove_credential", token: credential.token });
    differences.push("credential_left");
  }
  if (user) {
    changes.push({ kind: "remove_user", token: user.token });
    differences.push("user_left");
  }
  // An unmanaged object with the same PIN must not be removed, and does not keep the portal's replica there.
  const obstacles = others
    .filter((other) => other.carriesPin && other.ownership === "source")
    .map(({ token }) => ({ obstacle: "pin_on_other_source" as const, token }));
  return { changes, differences, obstacles };
}

function planGrant(
  desired: DesiredReplica,
  content: DesiredContent,
  { user, credential, others }: ActualReplica,
): DevicePlan {
  const userDifferences = compareUser(content, user);
  const credentialDifferences = compareCredential(desired.userToken, content, credential);
  const differences = [...userDifferences, ...credentialDifferences];
  const bringsPin = credentialDifferences.includes("pin") || credentialDifferences.includes("credential_missing");
  // The device accepts a PIN twice and may open for either, so the portal refuses.
  const obstacles = bringsPin
    ? others
        .filter((other) => other.carriesPin && other.ownership !== "orphan")
        .map(({ token, ownership }) => ({
          obstacle: ownership === "source" ? ("pin_on_other_source" as const) : ("pin_on_foreign_object" as const),
          token,
        }))
    : [];
  if (obstacles.length > 0) return { changes: [], differences, obstacles };

  const changes: DeviceChange[] = [];
  if (content.pin === null && credential) changes.push({ kind: "remove_credential", token: credential.token });
  if (userDifferences.length > 0) {
    const { firstName, lastName } = content;
    changes.push({ kind: "put_user", user: { token: desired.userToken, firstName, lastName } });
  }
  if (content.pin !== null && credentialDifferences.length > 0) {
    changes.push({ kind: "put_credential", credential: desiredCredential(desired, content) });
  }
  return { changes, differences, obstacles };
}

function compareUser(content: DesiredContent, user: DeviceUser | null): Difference[] {
  if (!user) return ["user_missing"];
  const same = user.firstName === content.firstName && user.lastName === content.lastName;
  return same ? [] : ["name"];
}

function compareCredential(userToken: string, content: DesiredContent, actual: DeviceCredential | null): Difference[] {
  if (content.pin === null) return actual ? ["credential_left"] : [];
  if (!actual) return ["credential_missing"];
  const differences: Difference[] = [];
  if (actual.userToken !== userToken) differences.push("user_token");
  // Fault point: changed-pin-unseen.
  if (actual.pin !== content.pin) differences.push("pin");
  const same = content.wholeDays ? sameDay : sameInstant;
  if (!same(actual.validFrom, content.validFrom)) differences.push("valid_from");
  if (!same(actual.validTo, content.validTo)) differences.push("valid_to");
  if (actual.enabled === content.isSuspended) differences.push(actual.enabled ? "enabled" : "disabled");
  if (sortedUnique(actual.profileTokens).join("\n") !== profilesOf(content).join("\n")) {
    differences.push("profiles");
  }
  return differences;
}

function desiredCredential({ credentialToken, userToken }: DesiredReplica, content: DesiredContent): DeviceCredential {
  const { pin, validFrom, validTo, isSuspended } = content;
  return {
    token: credentialToken,
    userToken,
    pin,
    validFrom,
    validTo,
    enabled: !isSuspended,
    profileTokens: profilesOf(content),
  };
}

function profilesOf({ isSuspended, profileTokens }: DesiredContent): string[] {
  return isSuspended ? [] : sortedUnique(profileTokens);
}

/** Compares two instants, which devices write in several forms (offset or Z). */
function sameInstant(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return left === right;
  return Date.parse(left) === Date.parse(right);
}

function sameDay(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return left === right;
  return onSameDay(left, right);
}

function sortedUnique(tokens: readonly string[]): string[] {
  return [...new Set(tokens)].sort();
}
