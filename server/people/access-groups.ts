// Lists and changes access groups. The rights follow in the same transaction (database/people/access-groups.function.sql).
import { DatabaseError, type PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import type {
  AccessGroup,
  AccessGroupDifference,
  MembersChange,
  SaveAccessGroup,
} from "#contract/functions/access-groups.ts";
import { startOfStockholmDay, stockholmDay } from "#contract/stockholm.ts";
import { endDateProblem, endOfStockholmDay } from "#contract/validity.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import {
  concernedPlaces,
  countWaiting,
  type GroupPlace,
  organizationOfGroup,
  organizationOfSave,
  peopleOfGroup,
  personOfCredential,
  readAccess,
  readGroups,
  readPersonName,
  readPlaces,
  readWithoutEffect,
  removeGroup,
  saveGroup,
  setGroupMembers,
  settleReservations,
  waitBriefly,
} from "./access-groups.store.ts";
import { groupDifference } from "./group-difference.rules.ts";
import { namedAttempt, newlyReserved, offerPins, type ReservedPin, recordFree } from "./pin-attempts.store.ts";
import { controllerOf, isPinCollision, PinAttemptsUsedUpError } from "./pin-attempts.ts";
import { nameOfController } from "./pins.store.ts";

type GroupDeps = Pick<Deps, "guard" | "clock" | "pools">;

export function listGroups(
  { guard }: GroupDeps,
  { asCaller }: CallerContext,
  organizationId: string | undefined,
): Promise<AccessGroup[]> {
  return asCaller(async (client, caller) => {
    const scope = guard.scope(caller);
    if (organizationId !== undefined && !guard.admits(caller, organizationId)) return [];
    const groups = await readGroups(client, organizationId ?? scope);
    const ids = groups.map(({ id }) => id);
    const places = Map.groupBy(await readPlaces(client, ids), (place) => place.group_id);
    const unfit = Map.groupBy(await readWithoutEffect(client, ids), (one) => one.group_id);
    return groups.map((group) => {
      const own = places.get(group.id) ?? [];
      const without = unfit.get(group.id) ?? [];
      return {
        ...group,
        doors: own.filter((place) => place.access_point_id !== null).map(shown),
        gates: own.filter((place) => place.access_point_id === null).map(shown),
        without_effect: without.map(({ end_user_id, person, access_point_id, door }) => ({
          end_user_id,
          person,
          access_point_id,
          door,
        })),
        without_effect_total: without[0]?.total ?? 0,
      };
    });
  });
}

const shown = ({ controller_id, access_point_id, name, controller, effective, schedule }: GroupPlace) => ({
  controller_id,
  access_point_id,
  name,
  controller,
  effective,
  schedule,
});

export function saveAccessGroup(deps: GroupDeps, call: CallerContext, group: SaveAccessGroup): Promise<string> {
  return changed(call, async (client, caller) => {
    requireOwn(deps, caller, await organizationOfSave(client, group));
    return found(await saveGroup(client, group));
  });
}

export async function removeAccessGroup(
  deps: GroupDeps,
  call: CallerContext,
  { id, keep }: { id: string; keep: boolean },
): Promise<void> {
  await changed(call, async (client, caller) => {
    requireOwn(deps, caller, await organizationOfGroup(client, id));
    found(await removeGroup(client, id, keep));
  });
}

export async function setMembers(deps: GroupDeps, call: CallerContext, members: MembersChange): Promise<void> {
  const window = membershipWindow(members, deps.clock.now());
  await changed(call, async (client, caller) => {
    requireOwn(deps, caller, await organizationOfGroup(client, members.id));
    await refuseBoth(client, members);
    found(await setGroupMembers(client, { ...members, ...window }));
  });
}

/** Refuses, by name, a person who is to be added and removed: the membership would lose its dates. */
async function refuseBoth(client: PoolClient, { add, remove }: MembersChange): Promise<void> {
  const removed = new Set(remove);
  const [both] = add.filter((id) => removed.has(id));
  if (both === undefined) return;
  const person = await readPersonName(client, both);
  throw new PortalError(
    person === null ? peopleErrors.access_group_person_unknown() : peopleErrors.member_added_and_removed({ person }),
  );
}

const DATE_REFUSALS = { past: peopleErrors.end_date_past, far: peopleErrors.end_date_far };

/** Returns the window of the memberships; a start today or earlier is left out. */
function membershipWindow({ from_date: from, end_date: end }: MembersChange, now: Date) {
  for (const [field, day] of Object.entries({ end_date: end, from_date: from })) {
    const problem = day == null ? null : endDateProblem(day, now);
    if (problem === "far" || (problem === "past" && field === "end_date"))
      throw new PortalError(DATE_REFUSALS[problem](), { field });
  }
  if (from != null && end != null && end < from) throw new PortalError(peopleErrors.membership_backwards());
  const begins = from != null && from > stockholmDay(now);
  return {
    validFrom: begins ? startOfStockholmDay(from) : null,
    validTo: end == null ? null : endOfStockholmDay(end),
    isDated: from !== undefined || end !== undefined,
  };
}

/** Carries a preview's answer out of its transaction, which is rolled back. */
class PreviewedError extends Error {
  override name = "PreviewedError";
  readonly difference: AccessGroupDifference;
  /** The charge for comparing PINs, and the PINs that were free; null when no PIN was compared. */
  readonly compared: { attempt: string; pins: ReservedPin[] } | null;

  constructor(difference: AccessGroupDifference, compared: PreviewedError["compared"]) {
    super("a preview is rolled back");
    this.difference = difference;
    this.compared = compared;
  }
}

/** Number of times that a preview tries again while a worker or another call has locked the group's rows. */
const BUSY_TRIES = 40;

/**
 * Saves a group, counts what members gain and lose, and rolls back. A PIN that was compared here costs nothing in a save within the hour.
 */
export async function previewAccessGroup(
  deps: GroupDeps,
  call: CallerContext,
  group: SaveAccessGroup,
): Promise<AccessGroupDifference> {
  const { compared, difference } = await previewed(deps, call, group, BUSY_TRIES);
  if (compared !== null) {
    const owner = await call.asCaller(async (client, { organizationId, userId }) => {
      await recordFree(client, compared.attempt);
      return organizationId ?? userId;
    });
    await offerPins(deps.pools.engine, owner, compared.pins);
  }
  return difference;
}

async function previewed(
  deps: GroupDeps,
  call: CallerContext,
  group: SaveAccessGroup,
  tries: number,
): Promise<PreviewedError> {
  try {
    return await changed(call, async (client, caller) => {
      await waitBriefly(client);
      requireOwn(deps, caller, await organizationOfSave(client, group));
      const difference = await differenceOf(client, group);
      const attempt = await namedAttempt(client);
      if (attempt === null || group.id === undefined) throw new PreviewedError(difference, null);
      throw new PreviewedError(difference, { attempt, pins: await newlyReserved(client, group.id) });
    });
  } catch (error) {
    if (error instanceof PreviewedError) return error;
    if (tries > 1 && error instanceof PortalError && isLockTimeout(error.cause))
      return previewed(deps, call, group, tries - 1);
    throw error;
  }
}

async function differenceOf(client: PoolClient, group: SaveAccessGroup): Promise<AccessGroupDifference> {
  const people = group.id === undefined ? [] : await peopleOfGroup(client, group.id);
  const places = await concernedPlaces(client, group);
  const before = await readAccess(client, people, places);
  const waited = await countWaiting(client, group.id);
  found(await saveGroup(client, group));
  await settleReservations(client);
  const { gain, lose, places: each } = groupDifference(before, await readAccess(client, people, places), places.length);
  const waiting = Math.max(0, (await countWaiting(client, group.id)) - waited);
  return {
    gain,
    lose,
    waiting,
    places: places.map((place, at) => ({ ...place, ...(each[at] ?? { gain: 0, lose: 0 }) })),
  };
}

function requireOwn({ guard }: GroupDeps, caller: Caller, organizationId: string | null): void {
  if (organizationId === null || !guard.admits(caller, organizationId))
    throw new PortalError(peopleErrors.access_group_gone());
}

function found(id: string | null): string {
  if (id === null) throw new PortalError(peopleErrors.access_group_gone());
  return id;
}

async function changed<T>(call: CallerContext, work: (client: PoolClient, caller: Caller) => Promise<T>): Promise<T> {
  try {
    try {
      return await call.asCaller(work);
    } catch (error) {
      if (!(error instanceof PinAttemptsUsedUpError)) throw error;
      // A concurrent change has used up the quota, so the PINs wait.
      return await call.asCaller(work);
    }
  } catch (error) {
    if (error instanceof PreviewedError) throw error;
    throw await groupFailure(call, error);
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === "55P03";

/** Words a refusal; a taken PIN is named by its person and controller. */
async function groupFailure({ asCaller }: CallerContext, error: unknown): Promise<PortalError> {
  if (isPinCollision(error)) {
    const [person, controller] = await asCaller(async (client) => [
      await personOfCredential(client, sourceOf(error)),
      await nameOfController(client, controllerOf(error)),
    ]);
    const refusal =
      person === null
        ? peopleErrors.pin_in_use({ controller })
        : peopleErrors.pin_in_use_of_member({ person, controller });
    return new PortalError(refusal, { cause: error });
  }
  if (isLockTimeout(error)) return new PortalError(peopleErrors.access_group_busy(), { cause: error });
  return toPortalError(error);
}

/** Returns the caller's credential that the reservation's HINT names. */
function sourceOf(error: DatabaseError): string | null {
  return /^source_id=(.+)$/.exec(error.hint ?? "")?.[1] ?? null;
}
