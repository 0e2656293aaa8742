// Lists and changes access groups. The rights follow in the same transaction (database/people/access-groups.function.sql).
import { DatabaseError, type PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import type { AccessGroup, MembersChange, SaveAccessGroup } from "#contract/functions/access-groups.ts";
import { startOfStockholmDay, stockholmDay } from "#contract/stockholm.ts";
import { endDateProblem, endOfStockholmDay } from "#contract/validity.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import {
  type GroupPlace,
  organizationOfGroup,
  organizationOfSave,
  personOfCredential,
  readGroups,
  readPersonName,
  readPlaces,
  readWithoutEffect,
  removeGroup,
  saveGroup,
  setDefaultGroup,
  setGroupMembers,
} from "./access-groups.store.ts";
import { END_DATE_REFUSALS } from "./end-user-errors.ts";
import {
  readInstallationGroups,
  readInstallationPlaces,
  removeInstallationGroup,
  saveInstallationGroup,
} from "./installation-groups.store.ts";
import { controllerOf, isPinCollision, PinAttemptsUsedUpError } from "./pin-attempts.ts";
import { nameOfController } from "./pins.store.ts";

type GroupDeps = Pick<Deps, "guard" | "clock">;

/** Returns the groups with their doors and members; none of an organisation that the caller does not administer. */
export function listGroups(
  { guard }: GroupDeps,
  { asCaller }: CallerContext,
  organizationId: string | undefined,
): Promise<AccessGroup[]> {
  return asCaller(async (client, caller) => {
    const scope = guard.scope(caller);
    if (organizationId !== undefined && !guard.admits(caller, organizationId)) return [];
    const own = await readGroups(client, organizationId ?? scope);
    const ids = own.map(({ id }) => id);
    const isWhole = caller.role === "system_admin" && organizationId === undefined;
    const groups = isWhole ? [...(await readInstallationGroups(client)), ...own] : own;
    const common = isWhole ? await readInstallationPlaces(client) : [];
    const places = Map.groupBy([...common, ...(await readPlaces(client, ids))], (place) => place.group_id);
    const unfit = Map.groupBy(await readWithoutEffect(client, ids), (one) => one.group_id);
    return groups.map((group) => {
      const given = places.get(group.id) ?? [];
      const without = unfit.get(group.id) ?? [];
      return {
        ...group,
        doors: given.filter((place) => place.access_point_id !== null).map(shown),
        gates: given.filter((place) => place.access_point_id === null).map(shown),
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

/** Saves a group and returns its id. Throws PortalError when the group is gone or another organisation's. */
export function saveAccessGroup(deps: GroupDeps, call: CallerContext, group: SaveAccessGroup): Promise<string> {
  return changed(call, async (client, caller) => {
    if (group.organization_id === null && caller.role === "system_admin")
      return found(await saveInstallationGroup(client, group));
    requireOwn(deps, caller, await organizationOfSave(client, group));
    return found(await saveGroup(client, group));
  });
}

/** Removes a group. `keep`: its members keep the doors as their own. Throws PortalError when it is gone. */
export async function removeAccessGroup(
  deps: GroupDeps,
  call: CallerContext,
  { id, keep }: { id: string; keep: boolean },
): Promise<void> {
  await changed(call, async (client, caller) => {
    const organizationId = await organizationOfGroup(client, id);
    if (organizationId === null && caller.role === "system_admin") {
      found(await removeInstallationGroup(client, id, keep));
      return;
    }
    requireOwn(deps, caller, organizationId);
    found(await removeGroup(client, id, keep));
  });
}

/** Makes a group the one that new people join, or ends that. Throws PortalError when it is gone. */
export async function setDefault(
  deps: GroupDeps,
  call: CallerContext,
  { id, is_default: isDefault }: { id: string; is_default: boolean },
): Promise<void> {
  await changed(call, async (client, caller) => {
    requireOwn(deps, caller, await organizationOfGroup(client, id));
    found(await setDefaultGroup(client, id, isDefault));
  });
}

/** Adds and removes members, with the time of their membership. Throws PortalError for somebody who is both added and removed. */
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

/** Returns the window of the memberships; a start today or earlier is left out. Throws PortalError for a date that cannot be. */
function membershipWindow({ from_date: from, end_date: end }: MembersChange, now: Date) {
  const problem = end == null ? null : endDateProblem(end, now);
  if (problem !== null) throw new PortalError(END_DATE_REFUSALS[problem](), { field: "end_date" });
  if (from != null && endDateProblem(from, now) === "far") throw new PortalError(peopleErrors.start_date_far());
  if (from != null && end != null && end < from) throw new PortalError(peopleErrors.membership_backwards());
  const begins = from != null && from > stockholmDay(now);
  return {
    validFrom: begins ? startOfStockholmDay(from) : null,
    validTo: end == null ? null : endOfStockholmDay(end),
    isDated: from !== undefined || end !== undefined,
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
