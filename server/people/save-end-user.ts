// Saves a person with PIN and vehicle; database/reconcile/desired-generation.trigger.sql then starts the replication.
import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { formatPlate } from "#contract/format-plate.ts";
import type { EndUserPayload, SavedEndUser } from "#contract/functions/end-user-manager.ts";
import { plateProblem } from "#contract/plate-problem.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { customWindow, endDateProblem, type ValidityWindow, validityWindow } from "#contract/validity.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { TenantGuard } from "#server/platform/database/tenant-guard.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { doorsOfGroups, setGroupsOfPerson } from "./access-groups.store.ts";
import { replaceAssignments } from "./assignments.store.ts";
import { checkPin } from "./check-pin.ts";
import {
  deleteCredential,
  insertCredential,
  oldestCredentials,
  type StoredCredential,
  switchCredentials,
  updateCredential,
} from "./credentials.store.ts";
import { END_DATE_REFUSALS, endUserFailure } from "./end-user-errors.ts";
import { insertEndUser, lockEndUser, readAccess, updateEndUser } from "./end-users.store.ts";
import { type OfferedDoor, offeredDoors, offeredGates } from "./offered-access.store.ts";
import { suggestPin } from "./suggest-pin.ts";

export interface SubmitDeps extends Deps, AwaitDeps {}

interface Submitted {
  /** Null: a new person. */
  id: string | null;
  payload: EndUserPayload;
  /** The person's `updated_at` when the form opened. */
  seenAt?: string | undefined;
  /** The person's access when the form opened (contract/access-seen.ts). */
  seenAccess?: readonly string[] | undefined;
}

/** A generated PIN may be taken between proposal and save. */
const GENERATION_TRIES = 3;

/** Saves a person and waits briefly for the controllers. A PIN without a value is made, and made again when it was taken meanwhile. */
export async function submitEndUser(
  deps: SubmitDeps,
  call: CallerContext,
  request: Submitted,
  triesLeft = GENERATION_TRIES,
): Promise<SavedEndUser> {
  const { pin } = request.payload;
  const generates = pin !== undefined && pin.value === undefined;
  const proposal = generates ? await proposePin(deps, call, { ...request, doors: pin.access_point_ids }) : null;
  try {
    const saved = await call.asCaller((client, caller) =>
      saveEndUser(
        {
          client,
          caller,
          guard: deps.guard,
          keys: deps.keys,
          now: deps.clock.now(),
          isPreview: call.isPreview ?? false,
        },
        { ...request, generatedPin: proposal?.pin ?? null },
      ),
    );
    const answer = { end_user_id: saved.endUserId, ...(await awaitReplicas(deps, saved.sourceIds)) };
    return saved.generatedPin === null
      ? answer
      : { ...answer, generated_pin: saved.generatedPin, limited_by: proposal?.limited_by ?? [] };
  } catch (error) {
    const failure = await endUserFailure(deps, call, error);
    if (failure.code === "pin_in_use" && generates && triesLeft > 1)
      return submitEndUser(deps, call, request, triesLeft - 1);
    throw failure;
  }
}

/** Proposes a PIN for the chosen doors and the groups' doors; if no length fits all of these, only for the chosen doors. */
async function proposePin(
  deps: SubmitDeps,
  call: CallerContext,
  { id, payload, doors }: Submitted & { doors: readonly string[] },
) {
  const groupIds = payload.group_ids;
  const ofGroups =
    id === null && groupIds === undefined
      ? []
      : await call.asCaller((client) => doorsOfGroups(client, { groupIds, endUserId: id }));
  try {
    return await suggestPin(deps, call, [...new Set([...doors, ...ofGroups])]);
  } catch (error) {
    if (ofGroups.length === 0 || !isLengthsDiffer(error)) throw error;
    return suggestPin(deps, call, doors);
  }
}

const isLengthsDiffer = (error: unknown) => error instanceof PortalError && error.reason === "pin_lengths_differ";

interface SaveDeps {
  client: PoolClient;
  caller: Caller;
  guard: TenantGuard;
  keys: KeyRing;
  now: Date;
  isPreview: boolean;
}

interface SaveRequest extends Submitted {
  generatedPin: string | null;
}

interface Saved {
  endUserId: string;
  /** Credential sources that devices must add or remove; the caller waits for them. */
  sourceIds: string[];
  generatedPin: string | null;
}

async function saveEndUser(deps: SaveDeps, request: SaveRequest): Promise<Saved> {
  const { payload } = request;
  refuseForeignOrganization(deps, payload.organization_id);
  const endUserId =
    request.id === null ? await insertEndUser(deps.client, payload) : await changePerson(deps, request.id, request);
  // An edit may remove the last credential, but nobody is created without one.
  if (request.id === null && !payload.pin && !payload.vehicle) throw new PortalError(peopleErrors.access_missing());
  const stored =
    request.id === null ? { pin: null, license_plate: null } : await oldestCredentials(deps.client, endUserId);
  const pin = await savePin(deps, { ...request, endUserId, stored: stored.pin });
  const vehicle = await saveVehicle(deps, { payload, endUserId, stored: stored.license_plate });
  if (payload.group_ids !== undefined) await setGroupsOfPerson(deps.client, endUserId, payload.group_ids);
  // Fault point: acknowledged-and-rolled-back.
  return {
    endUserId,
    sourceIds: [stored.pin?.id, stored.license_plate?.id, pin.id, vehicle].filter(
      (id) => id !== null && id !== undefined,
    ),
    generatedPin: pin.generated,
  };
}

function refuseForeignOrganization({ caller, guard }: SaveDeps, organizationId: string): void {
  if (!guard.admits(caller, organizationId)) {
    throw new PortalError(peopleErrors.user_of_other_organization());
  }
}

async function changePerson({ client, caller, guard }: SaveDeps, id: string, request: SaveRequest): Promise<string> {
  const { payload, seenAt, seenAccess } = request;
  const person = await lockEndUser(client, id);
  if (person === null || !guard.admits(caller, person.organization_id))
    throw new PortalError(peopleErrors.user_gone_unsaved());
  if (person.organization_id !== payload.organization_id) {
    throw new PortalError(peopleErrors.organization_fixed());
  }
  if (seenAt !== undefined && seenAt !== person.updated_at) {
    throw new PortalError(peopleErrors.user_changed_by_other());
  }
  // Groups, fixes and extensions change a person's access without a save of the person.
  if (seenAccess !== undefined && !isSameAccess(seenAccess, await readAccess(client, id)))
    throw new PortalError(peopleErrors.user_changed_by_other());
  await updateEndUser(client, id, payload);
  return id;
}

function isSameAccess(seen: readonly string[], stored: readonly string[]): boolean {
  const all = new Set(seen);
  return all.size === stored.length && stored.every((one) => all.has(one));
}

interface Block {
  endUserId: string;
  stored: StoredCredential | null;
}

async function savePin(
  deps: SaveDeps,
  request: SaveRequest & Block,
): Promise<{ id: string | null; generated: string | null }> {
  const { stored, endUserId } = request;
  const { pin, organization_id: organizationId } = request.payload;
  if (!pin) return { id: await removed(deps, { stored, endUserId }), generated: null };
  const doors = await offeredDoors(deps.client, organizationId);
  const chosen = chooseOffered(doors, pin.access_point_ids, stored?.accessPointIds ?? [], "access_point_ids");
  const typed = pin.value ?? (stored === null ? request.generatedPin : null);
  if (typed !== null) checkPin(typed, chosen);
  const generated = pin.value === undefined && stored === null ? request.generatedPin : null;
  const window = windowOf(deps.now, { ...pin, kind: "pin" }, stored);
  let id: string;
  if (stored === null) {
    if (typed === null || window === null) throw new PortalError(peopleErrors.pin_missing());
    id = await insertCredential(deps, {
      organizationId,
      endUserId,
      type: "pin",
      value: typed,
      vehicleType: null,
      period: pin.validity_period,
      window,
    });
  } else {
    id = stored.id;
    await updateCredential(deps, {
      id,
      organizationId,
      type: "pin",
      value: typed,
      vehicleType: null,
      period: pin.validity_period,
      window,
    });
  }
  await replaceAssignments(deps.client, {
    credentialId: id,
    targets: chosen.map((door) => ({ controllerId: door.controllerId, accessPointId: door.id })),
    replaceable: doors.map((door) => ({ controllerId: door.controllerId, accessPointId: door.id })),
  });
  return { id, generated };
}

async function saveVehicle(
  deps: SaveDeps,
  { payload, endUserId, stored }: { payload: EndUserPayload } & Block,
): Promise<string | null> {
  const { vehicle, organization_id: organizationId } = payload;
  if (!vehicle) return removed(deps, { stored, endUserId });
  const problem = plateProblem(vehicle.plate_number);
  if (problem !== null) throw new PortalError(peopleErrors[`plate_${problem}`](), { field: "vehicle.plate_number" });
  const gates = await offeredGates(deps.client, organizationId);
  const chosen = chooseOffered(gates, vehicle.controller_ids, stored?.controllerIds ?? [], "controller_ids");
  const validity = { ...vehicle, kind: "vehicle" } as const;
  const window = windowOf(deps.now, validity, stored);
  const common = {
    organizationId,
    type: "license_plate" as const,
    value: vehicle.plate_number,
    vehicleType: vehicle.vehicle_type,
    period: vehicle.validity_period,
  };
  let id: string;
  if (stored === null) {
    id = await insertCredential(deps, {
      ...common,
      endUserId,
      window: window ?? newWindow(deps.now, validity),
    });
  } else {
    id = stored.id;
    // The page sends back a stored plate in its own spelling, which is no change of the plate.
    const isSame = stored.plate !== null && formatPlate(stored.plate) === formatPlate(vehicle.plate_number);
    await updateCredential(deps, { ...common, id, window, value: isSame ? null : vehicle.plate_number });
  }
  const assignment = (gate: { id: string }) => ({ controllerId: gate.id, accessPointId: null });
  await replaceAssignments(deps.client, {
    credentialId: id,
    targets: chosen.map(assignment),
    replaceable: gates.map(assignment),
  });
  return id;
}

type ValidityBlock = Pick<NonNullable<EndUserPayload["pin"]>, "validity_period" | "end_date" | "renew"> & {
  kind: "pin" | "vehicle";
};

/** Returns the window; null keeps both dates. */
function windowOf(now: Date, block: ValidityBlock, stored: StoredCredential | null): ValidityWindow | null {
  const keeps = stored?.validity_period === block.validity_period && block.renew !== true;
  const sameEnd =
    block.validity_period !== "custom" || (stored?.valid_to && stockholmDay(stored.valid_to) === block.end_date);
  return keeps && sameEnd ? null : newWindow(now, block);
}

function newWindow(now: Date, { validity_period: period, end_date: day, kind }: ValidityBlock): ValidityWindow {
  if (period !== "custom") return validityWindow(period, now);
  const field = `${kind}.end_date`;
  if (day === undefined) throw new PortalError(platformErrors.field_unreadable({ field }), { field });
  const problem = endDateProblem(day, now);
  if (problem !== null) throw new PortalError(END_DATE_REFUSALS[problem](), { field });
  return customWindow(day, now);
}

/** Deletes a credential that was left out; the caller waits for its id until every device confirms. */
async function removed({ client, isPreview }: SaveDeps, { stored, endUserId }: Block): Promise<string | null> {
  if (stored === null) return null;
  // A gate's decision waits for the lock of a deletion.
  if (isPreview) await switchCredentials(client, { endUserId, enabled: false, only: [stored.id] });
  else await deleteCredential(client, stored.id);
  return stored.id;
}

/**
 * Returns the chosen offers. Only offered doors may be assigned; an assigned door that is switched off is kept and works again when it is
 * switched on.
 */
function chooseOffered<Offer extends Pick<OfferedDoor, "id">>(
  offered: readonly Offer[],
  desired: readonly string[],
  had: readonly string[],
  field: string,
): Offer[] {
  const byId = new Map(offered.map((offer) => [offer.id, offer]));
  const foreign = desired.filter((id) => !byId.has(id) && !had.includes(id));
  if (foreign.length > 0) {
    throw new PortalError(peopleErrors.access_not_assigned(), { field });
  }
  return desired.map((id) => byId.get(id)).filter((offer) => offer !== undefined);
}
