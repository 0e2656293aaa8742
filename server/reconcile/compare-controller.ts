// Full comparison with what was confirmed on a device. Repairs ours, reports unmanaged objects, reserves their PINs.
import type { DeviceCredential, DeviceUser, DoorController } from "#drivers/port.ts";
import { SealError } from "#server/platform/crypto/key-ring.ts";
import { markPairs, type PairRow, readPairsAfter } from "./device-sync.store.ts";
import type { DriftItem, DriftReport } from "./drift-report.ts";
import { replaceForeignPins } from "./foreign-pins.store.ts";
import { type LaneContext, type Lease, requireLease } from "./lane-context.ts";
import { indexListing, ownerships } from "./pin-carriers.ts";
import { planDeviceChanges } from "./plan-device-changes.rules.ts";
import { type DoorSyncReport, NoAccessPointsError, syncAccessPoints } from "./sync-access-points.ts";
import { holderOfToken } from "./tokens.ts";
import { desiredCopy } from "./wanted-copy.ts";

const PAGE = 1_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

const NO_DOORS: DoorSyncReport = { doors: 0, added: 0, missing: 0, profilesWritten: 0 };

/** `readOnly`: writes nothing and bumps nothing; for paused workers. */
export interface CompareOptions {
  readOnly?: boolean;
}

/** Skips pending replicas; reads the others before the device. @throws DeviceError, LeaseLostError */
export async function compareController(
  lane: LaneContext,
  lease: Lease,
  device: DoorController,
  { readOnly = false }: CompareOptions = {},
): Promise<DriftReport> {
  const comparedAt = lane.clock.now().toISOString();
  const doors = readOnly ? NO_DOORS : await syncDoorsIfAny(lane, lease, device);
  const pairs = await readAllPairs(lane, lease.controllerId);
  const users = await device.listUsers();
  const credentials = await device.listCredentials();
  const differing = differingCopies(lane, pairs, users, credentials);
  const known = new Set(pairs.flatMap((pair) => [pair.user_token, pair.credential_token]));
  const others = await unknownObjects(lane, lease, device, {
    users: users.filter((user) => !known.has(user.token)),
    credentials: credentials.filter((credential) => !known.has(credential.token)),
    readOnly,
  });
  const foreign = credentials.filter((credential) => others.foreignTokens.has(credential.token));
  const shared = await reserveForeignPins(lane, lease, foreign);
  requireLease(lane, lease);
  if (!readOnly) {
    await markPairs(
      lane.pool,
      lease.controllerId,
      differing.map((item) => item.holderId),
    );
  }
  return {
    controllerId: lease.controllerId,
    comparedAt,
    doors,
    users: users.length,
    credentials: credentials.length,
    items: [...differing, ...others.items, ...shared],
  };
}

/** Without doors a device still holds people; their removal must not wait. */
async function syncDoorsIfAny(lane: LaneContext, lease: Lease, device: DoorController): Promise<DoorSyncReport> {
  try {
    return await syncAccessPoints(lane, lease, device);
  } catch (error) {
    if (!(error instanceof NoAccessPointsError)) throw error;
    return NO_DOORS;
  }
}

export async function readAllPairs(lane: LaneContext, controllerId: string): Promise<PairRow[]> {
  const pairs: PairRow[] = [];
  for (;;) {
    const page = await readPairsAfter(lane.pool, controllerId, pairs.at(-1)?.holder_id ?? LOWEST_ID, PAGE);
    pairs.push(...page);
    if (page.length < PAGE) return pairs;
  }
}

type CopyDiffers = Extract<DriftItem, { kind: "copy_differs" }>;

function differingCopies(
  lane: LaneContext,
  pairs: readonly PairRow[],
  users: readonly DeviceUser[],
  credentials: readonly DeviceCredential[],
): CopyDiffers[] {
  const userOf = new Map(users.map((user) => [user.token, user]));
  const credentialOf = new Map(credentials.map((credential) => [credential.token, credential]));
  return pairs.flatMap((row): CopyDiffers[] => {
    if (row.pending) return [];
    const actual = {
      user: userOf.get(row.user_token) ?? null,
      credential: credentialOf.get(row.credential_token) ?? null,
      others: [],
    };
    const differences = differencesOf(lane, row, actual);
    if (differences.length === 0) return [];
    const { holder_id: holderId, holder_kind: holderKind, organization_id: organizationId, label } = row;
    return [{ kind: "copy_differs", holderId, holderKind, organizationId, label, differences }];
  });
}

function differencesOf(lane: LaneContext, row: PairRow, actual: Parameters<typeof planDeviceChanges>[1]) {
  try {
    return planDeviceChanges(desiredCopy(row, lane.keys), actual).differences;
  } catch (error) {
    // One unreadable PIN must not stop the comparison; the replica's own run reports it.
    if (error instanceof SealError) return ["pin" as const];
    throw error;
  }
}

/** Removes orphans unless read-only; reports the rest. Credentials before users: access ends first. */
async function unknownObjects(
  lane: LaneContext,
  lease: Lease,
  device: DoorController,
  unknown: { users: DeviceUser[]; credentials: DeviceCredential[]; readOnly: boolean },
): Promise<{ items: DriftItem[]; foreignTokens: Set<string> }> {
  const ownerOf = await ownerships(
    lane,
    lease.controllerId,
    [...unknown.credentials, ...unknown.users].map(({ token }) => token),
  );
  const items: DriftItem[] = [];
  const foreignTokens = new Set<string>();
  for (const { token, pin } of unknown.credentials) {
    const owner = ownerOf(token);
    // A replica created after the replicas were read.
    if (owner === "holder") continue;
    if (owner === "foreign") {
      foreignTokens.add(token);
      items.push({ kind: "unknown_object", object: "credential", token, name: null, carriesPin: pin !== null });
      continue;
    }
    const ghost = { object: "credential", token, holderId: holderOfToken(token) ?? token } as const;
    if (unknown.readOnly) {
      items.push({ kind: "ghost_found", ...ghost });
      continue;
    }
    requireLease(lane, lease);
    await device.removeCredential(token);
    items.push({ kind: "ghost_removed", ...ghost });
  }
  for (const { token, name } of unknown.users) {
    const owner = ownerOf(token);
    if (owner === "holder") continue;
    if (owner === "foreign") {
      items.push({ kind: "unknown_object", object: "user", token, name, carriesPin: false });
      continue;
    }
    const ghost = { object: "user", token, holderId: holderOfToken(token) ?? token } as const;
    if (unknown.readOnly) {
      items.push({ kind: "ghost_found", ...ghost });
      continue;
    }
    requireLease(lane, lease);
    await device.removeUser(token);
    items.push({ kind: "ghost_removed", ...ghost });
  }
  return { items, foreignTokens };
}

async function reserveForeignPins(
  lane: LaneContext,
  lease: Lease,
  foreign: readonly DeviceCredential[],
): Promise<DriftItem[]> {
  const listing = indexListing(foreign, lane.keys);
  const taken = await replaceForeignPins(lane.pool, lease.controllerId, [...listing.byPinHmac.keys()]);
  const items = taken.flatMap(({ hmac, holderId }) =>
    (listing.byPinHmac.get(hmac) ?? []).map(({ token }): DriftItem => ({ kind: "pin_shared", token, holderId })),
  );
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
