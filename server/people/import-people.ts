// Imports one chunk of people: whole people or none, with a result per row. All rows are one transaction; where the database refuses it, halves
// of it are tried, so that a refused row fails no other.
import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import { personProblemSentence } from "#contract/errors/people-rows.ts";
import { atRow } from "#contract/errors/vehicle-rows.ts";
import type { CheckPeopleRequest, ImportPeopleRequest, PersonRowResult } from "#contract/functions/people-import.ts";
import { doorsOfRow, type PersonRow, type PersonRowProblem, personRowProblem } from "#contract/people-file.ts";
import { plainLine } from "#contract/plain-line.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ActionCall } from "#server/platform/functions/action.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { groupsForImport } from "./access-groups.store.ts";
import { controllersOfOthers } from "./controller-pins.store.ts";
import { endUserFailure } from "./end-user-errors.ts";
import { groupsToJoin } from "./groups-to-join.ts";
import { importNames, importOrganization, type OrganizationDeps } from "./import-identity.ts";
import { importedPerson, type PlacesToGive } from "./imported-person.ts";
import {
  deleteStalePlans,
  type ExistingPerson,
  existingPeople,
  insertPeople,
  isRefusalOfRows,
  matchPeople,
  type NotedImport,
  offeredPins,
  peopleOfImport,
  recordImport,
  requireRoom,
  settlePins,
} from "./imports.store.ts";
import { offeredDoors, offeredGates } from "./offered-access.store.ts";
import { isChargeDue, PinAttemptsUsedUpError } from "./pin-attempts.ts";

type ImportDeps = Pick<Deps, "clock" | "guard" | "keys" | "log" | "pools">;

/** Imports a chunk. Throws PortalError `no_organization`, `forbidden`, or `conflict`: more rows than the import announced. */
export async function importPeople(
  deps: ImportDeps,
  call: ActionCall,
  request: ImportPeopleRequest,
): Promise<PersonRowResult[]> {
  const plan = await call.asCaller((client, caller) => planImport({ client, caller, guard: deps.guard }, request));
  const now = deps.clock.now();
  const refused = new Map<number, { code: PortalError["code"]; error: string }>();
  const ready: PersonRow[] = [];
  for (const given of request.rows) {
    const row = { ...given, pin: given.pin.trim(), plate: given.plate.trim() };
    if (plan.present.has(plan.name(`${row.row}/person`))) continue;
    const problem = personRowProblem(row, plan.places, { now });
    if (problem === null) ready.push(row);
    else refused.set(row.row, { code: codeOf(problem), error: personProblemSentence(problem, call.language) });
  }
  const saving: Saving = { ...plan, deps, call, request, now };
  const failures = await saveRows(saving, ready);
  for (const [row, failure] of failures) {
    refused.set(row, { code: failure.code, error: failure.sentence(call.language) });
  }
  return request.rows.map(({ row }) => {
    const refusal = refused.get(row);
    if (refusal !== undefined) return { row, code: refusal.code, error: atRow(row, refusal.error, call.language) };
    const id = plan.name(`${row}/person`);
    return { row, end_user_id: id, repeated: plan.present.has(id) };
  });
}

const codeOf = ({ problem }: PersonRowProblem): PortalError["code"] =>
  problem === "pin_trivial" ? "trivial_pin" : problem === "pin_length" ? "pin_length" : "invalid_body";

interface Plan {
  organizationId: string;
  name: (part: string) => string;
  places: PlacesToGive;
  /** People whom an earlier call of the import added. */
  present: ReadonlySet<string>;
}

interface Saving extends Plan {
  deps: ImportDeps;
  call: ActionCall;
  request: ImportPeopleRequest;
  now: Date;
}

async function planImport(deps: OrganizationDeps, request: ImportPeopleRequest): Promise<Plan> {
  const { client, caller } = deps;
  const organizationId = await importOrganization(deps, request.organization_id);
  const name = importNames("people-import", { organizationId, caller, importId: request.import_id });
  const doors = await offeredDoors(client, organizationId);
  const gateIds = (await offeredGates(client, organizationId)).map(({ id }) => id);
  const groups = await groupsForImport(client, organizationId);
  const chosen = doors.filter(({ id }) => request.access_point_ids.includes(id));
  if (chosen.length < new Set(request.access_point_ids).size) {
    throw new PortalError(peopleErrors.access_not_assigned(), { field: "access_point_ids" });
  }
  const joining = groupsToJoin(groups, request.group_ids);
  const ids = request.rows.map(({ row }) => name(`${row}/person`));
  const present = await existingPeople(client, organizationId, ids);
  const plan = {
    organizationId,
    name,
    places: { doors, chosen, hasGates: gateIds.length > 0, gateIds, groups, joining },
    present,
  };
  // Checked before any row is saved. The transactions of the rows check it again, because calls may run in parallel.
  const noted = await noteImport(client, plan, request);
  requireRoom(noted, (await peopleOfImport(client, noted)) + ids.length - present.size);
  return plan;
}

function noteImport(
  client: PoolClient,
  { name, organizationId }: Plan,
  request: ImportPeopleRequest,
): Promise<NotedImport> {
  return recordImport(client, {
    id: name("audit/"),
    importId: request.import_id,
    organizationId,
    rows: request.total,
    action: "people_imported",
  });
}

type Failures = [row: number, failure: PortalError][];

/** Saves rows. Rows with a charged PIN are saved one by one, so that an empty quota refuses no other row. */
async function saveRows(saving: Saving, rows: readonly PersonRow[]): Promise<Failures> {
  const charged = await chargedRows(saving, rows);
  const failures = await saveTogether(
    saving,
    rows.filter((row) => !charged.has(row)),
  );
  let usedUp: PortalError | null = null;
  for (const row of charged) {
    const failure: PortalError | null = usedUp ?? (await saveAlone(saving, row));
    if (failure === null) continue;
    if (failure instanceof PinAttemptsUsedUpError) usedUp = failure;
    failures.push([row.row, failure]);
  }
  return failures;
}

/** Returns the rows whose PIN is typed and goes to a controller with others' codes. Only the database decides on the charge. */
async function chargedRows(saving: Saving, rows: readonly PersonRow[]): Promise<Set<PersonRow>> {
  const { deps, places, organizationId, call } = saving;
  const pins = rows
    .filter(({ pin }) => pin !== "")
    .map((row) => {
      const found = doorsOfRow(row, places);
      const doors = "doors" in found ? found.doors : [];
      const controllerIds = [...new Set(doors.map(({ controllerId }) => controllerId))];
      return { row, controllerIds };
    });
  const all = new Set(pins.flatMap(({ controllerIds }) => controllerIds));
  const shared = await controllersOfOthers(deps.pools.engine, [...all], organizationId);
  const asking = pins
    .filter(({ controllerIds }) => controllerIds.some((id) => shared.has(id)))
    .map((pin) => ({ ...pin, hmac: deps.keys.pinHmacs(pin.row.pin)[0] ?? "" }));
  if (asking.length === 0) return new Set();
  const offered = await call.asCaller((client) => offeredPins(client, asking));
  return new Set(asking.filter(({ hmac }) => !offered.has(hmac)).map(({ row }) => row));
}

/** Saves rows in one transaction, or in halves where the database refuses them. Throws any error that is not a refusal of rows. */
async function saveTogether(saving: Saving, rows: readonly PersonRow[]): Promise<Failures> {
  const [first, second] = rows;
  if (first === undefined) return [];
  if (second === undefined) {
    const failure = await saveAlone(saving, first);
    return failure === null ? [] : [[first.row, failure]];
  }
  const { deps, call } = saving;
  try {
    // Settles the PINs before the commit: a refusal of several rows is then neither charged nor reported, and a refusal of a
    // single row is both.
    await insertAsCaller(saving, rows, settlePins);
    return [];
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw await endUserFailure(deps, call, error);
    const half = Math.ceil(rows.length / 2);
    return [...(await saveTogether(saving, rows.slice(0, half))), ...(await saveTogether(saving, rows.slice(half)))];
  }
}

async function saveAlone(saving: Saving, row: PersonRow): Promise<PortalError | null> {
  const { deps, call } = saving;
  try {
    await insertAsCaller(saving, [row]);
    return null;
  } catch (error) {
    const failure = await endUserFailure(deps, call, error);
    if (isRefusalOfRows(error) || error instanceof PinAttemptsUsedUpError) return failure;
    throw failure;
  }
}

class RowsRefused extends Error {
  override name = "RowsRefused";
}

async function insertAsCaller(
  saving: Saving,
  rows: readonly PersonRow[],
  before?: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const { call, deps, request, organizationId } = saving;
  const people = rows.map((row) => importedPerson(row, { ...saving, keys: deps.keys }));
  await call.asCaller(async (client) => {
    const noted = await noteImport(client, saving, request);
    await deleteStalePlans(client);
    try {
      await insertPeople(client, { importId: request.import_id, organizationId, people });
      requireRoom(noted, await peopleOfImport(client, noted));
      await before?.(client);
    } catch (error) {
      if (before !== undefined && (isRefusalOfRows(error) || isChargeDue(error)))
        throw new RowsRefused("the database refused rows", { cause: error });
      throw error;
    }
  });
}

/** Returns the rows that are people of the organisation already. */
export async function checkPeople(deps: OrganizationDeps, request: CheckPeopleRequest): Promise<ExistingPerson[]> {
  const organizationId = await importOrganization(deps, request.organization_id);
  return matchPeople(
    deps.client,
    organizationId,
    request.rows.map(({ row, first_name, last_name, apartment, email }) => ({
      row,
      name: `${plainLine(first_name)} ${plainLine(last_name)}`,
      apartment: plainLine(apartment),
      email: plainLine(email),
    })),
  );
}
