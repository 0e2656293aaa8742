// Imports one chunk of vehicles in the caller's transaction: whole people or none, with a result per row.
import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import { vehicleRowSentence } from "#contract/errors/vehicle-rows.ts";
import type { ImportRowsRequest, VehicleRowResult } from "#contract/functions/vehicle-import.ts";
import type { Language } from "#contract/language.ts";
import { plainLine } from "#contract/plain-line.ts";
import { plateKey } from "#contract/plate.ts";
import { validityWindow } from "#contract/validity.ts";
import { type VehicleProblem, vehicleProblem } from "#contract/vehicle-csv.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { groupsForImport } from "./access-groups.store.ts";
import { groupsToJoin } from "./groups-to-join.ts";
import { importNames, importOrganization, type OrganizationDeps } from "./import-identity.ts";
import {
  deleteStalePlans,
  type ExistingPlate,
  existingPeople,
  existingPlates,
  type ImportBatch,
  type NewPerson,
  peopleOfImport,
  plateCredential,
  recordImport,
  requireRoom,
  tryPeople,
} from "./imports.store.ts";
import { offeredGates } from "./offered-access.store.ts";

const PERIOD = "12_months";

export interface ImportDeps extends OrganizationDeps {
  now: Date;
  language: Language;
  log: Deps["log"];
}

/** Imports a chunk. Throws PortalError `no_organization`, `forbidden`, or `conflict`: no gate, or more rows than the import announced. */
export async function importVehicles(deps: ImportDeps, request: ImportRowsRequest): Promise<VehicleRowResult[]> {
  const { client } = deps;
  const organizationId = await importOrganization(deps, request.organization_id);
  const gates = await offeredGates(client, organizationId);
  if (gates.length === 0) {
    throw new PortalError(peopleErrors.import_without_gates());
  }
  const groupIds = await joinedBy(client, organizationId, request.group_ids);
  const name = importNames("vehicle-import", { organizationId, caller: deps.caller, importId: request.import_id });
  // Without a total, each chunk is an import of its own.
  const chunk = request.total === undefined ? request.rows.map(({ row }) => row).join() : "";
  const noted = await recordImport(client, {
    id: name(`audit/${chunk}`),
    importId: request.import_id,
    organizationId,
    rows: request.total ?? request.rows.length,
    action: "vehicles_imported",
  });
  const errors = new Map<number, VehicleProblem>();
  const people = new Map<number, NewPerson>();
  const window = validityWindow(PERIOD, deps.now);
  const gateIds = gates.map(({ id }) => id);
  for (const row of request.rows) {
    const problem = vehicleProblem(row);
    if (problem !== null) errors.set(row.row, problem);
    else
      people.set(row.row, {
        id: name(`${row.row}/person`),
        firstName: plainLine(row.first_name),
        lastName: plainLine(row.last_name),
        texts: {},
        credentials: [
          plateCredential({
            id: name(`${row.row}/plate`),
            plate: row.plate,
            vehicleType: plainLine(row.vehicle_type ?? "") || null,
            period: PERIOD,
            window,
            gateIds,
          }),
        ],
        groupIds,
      });
  }
  await deleteStalePlans(client);
  await insertWhole(deps, { organizationId, importId: request.import_id, people: [...people.values()] });
  requireRoom(noted, await peopleOfImport(client, noted));
  const ids = [...people.values()].map((person) => person.id);
  const present = await existingPeople(client, organizationId, ids);
  return request.rows.map(({ row }) => {
    const id = people.get(row)?.id;
    if (id !== undefined && present.has(id)) return { row, end_user_id: id };
    return { row, error: vehicleRowSentence(row, errors.get(row), deps.language) };
  });
}

async function joinedBy(client: PoolClient, organizationId: string, chosen: readonly string[] = []): Promise<string[]> {
  if (chosen.length === 0) return [];
  return groupsToJoin(await groupsForImport(client, organizationId), chosen).map(({ id }) => id);
}

/** Inserts all at once, or one by one when the database refuses one of them. */
async function insertWhole(deps: ImportDeps, batch: ImportBatch): Promise<void> {
  if (batch.people.length === 0) return;
  if (await insertGuarded(deps, batch)) return;
  if (batch.people.length === 1) return;
  for (const person of batch.people) await insertGuarded(deps, { ...batch, people: [person] });
}

/** Inserts rows; returns false, with nothing written, when the database refused them. */
async function insertGuarded({ client, log }: ImportDeps, batch: ImportBatch): Promise<boolean> {
  const refusal = await tryPeople(client, batch);
  if (refusal === null) return true;
  const { code, constraint } = refusal;
  log.warn({ code, constraint, rows: batch.people.length }, "vehicles refused");
  return false;
}

/** Returns those of the plates that the organisation has already, compared by their keys. */
export async function checkPlates(
  deps: OrganizationDeps,
  request: { organization_id?: string | undefined; plates: readonly string[] },
): Promise<ExistingPlate[]> {
  const organizationId = await importOrganization(deps, request.organization_id);
  const keys = new Set(request.plates.map(plateKey).filter((key) => key !== ""));
  return existingPlates(deps.client, organizationId, [...keys]);
}
