// Imports one chunk of vehicles in the caller's transaction: whole people or none, with a result per row.

import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import { vehicleRowSentence } from "#contract/errors/vehicle-rows.ts";
import type { ImportRowsRequest, VehicleRowResult } from "#contract/functions/vehicle-import.ts";
import type { Language } from "#contract/language.ts";
import { plainLine } from "#contract/plain-line.ts";
import { plateKey } from "#contract/plate.ts";
import { validityWindow } from "#contract/validity.ts";
import { type VehicleProblem, vehicleProblem } from "#contract/vehicle-csv.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { TenantGuard } from "#server/platform/database/tenant-guard.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { offeredGates } from "./offered-access.store.ts";
import {
  deleteStalePlans,
  type ExistingPlate,
  existingPeople,
  existingPlates,
  organizationExists,
  peopleOfImport,
  recordImport,
  tryVehiclePeople,
  type VehicleBatch,
  type VehiclePerson,
} from "./vehicle-import.store.ts";

const PERIOD = "12_months";

export interface ImportDeps {
  client: PoolClient;
  caller: Caller;
  guard: TenantGuard;
  now: Date;
  language: Language;
  log: Deps["log"];
}

type OrganizationDeps = Pick<ImportDeps, "client" | "caller" | "guard">;

/** Imports a chunk. Throws PortalError `no_organization`, `forbidden`, or `conflict`: no gate, or more rows than the import announced. */
export async function importVehicles(deps: ImportDeps, request: ImportRowsRequest): Promise<VehicleRowResult[]> {
  const { client, caller } = deps;
  const organizationId = await importOrganization(deps, request.organization_id);
  const gates = await offeredGates(client, organizationId);
  if (gates.length === 0) {
    throw new PortalError(peopleErrors.import_without_gates());
  }
  // The name belongs to this organisation and account only, even if others send the same id.
  const name = (part: string) =>
    nameId(`vehicle-import/${organizationId}/${caller.userId}/${request.import_id}/${part}`);
  // Without a total, each chunk is an import of its own.
  const chunk = request.total === undefined ? request.rows.map(({ row }) => row).join() : "";
  const noted = await recordImport(client, {
    id: name(`audit/${chunk}`),
    importId: request.import_id,
    organizationId,
    rows: request.total ?? request.rows.length,
  });
  const errors = new Map<number, VehicleProblem>();
  const people = new Map<number, VehiclePerson>();
  for (const row of request.rows) {
    const problem = vehicleProblem(row);
    if (problem !== null) errors.set(row.row, problem);
    else
      people.set(row.row, {
        id: name(`${row.row}/person`),
        credentialId: name(`${row.row}/plate`),
        firstName: plainLine(row.first_name),
        lastName: plainLine(row.last_name),
        plate: plainLine(row.plate).toUpperCase(),
        vehicleType: plainLine(row.vehicle_type ?? "") || null,
      });
  }
  await deleteStalePlans(client);
  const window = validityWindow(PERIOD, deps.now);
  const gateIds = gates.map((gate) => gate.id);
  await insertWhole(deps, {
    organizationId,
    importId: request.import_id,
    gateIds,
    period: PERIOD,
    window,
    people: [...people.values()],
  });
  if ((await peopleOfImport(client, noted)) > noted.announced) throw new PortalError(peopleErrors.import_over_total());
  const ids = [...people.values()].map((person) => person.id);
  const present = await existingPeople(client, organizationId, ids);
  return request.rows.map(({ row }) => {
    const id = people.get(row)?.id;
    if (id !== undefined && present.has(id)) return { row, end_user_id: id };
    return { row, error: vehicleRowSentence(row, errors.get(row), deps.language) };
  });
}

/** Inserts all at once, or one by one when the database refuses one of them. */
async function insertWhole(deps: ImportDeps, batch: VehicleBatch): Promise<void> {
  if (batch.people.length === 0) return;
  if (await insertGuarded(deps, batch)) return;
  if (batch.people.length === 1) return;
  for (const person of batch.people) await insertGuarded(deps, { ...batch, people: [person] });
}

/** Inserts rows; returns false, with nothing written, when the database refused them. */
async function insertGuarded({ client, log }: ImportDeps, batch: VehicleBatch): Promise<boolean> {
  const refusal = await tryVehiclePeople(client, batch);
  if (refusal === null) return true;
  const { code, constraint } = refusal;
  log.warn({ code, constraint, rows: batch.people.length }, "vehicles refused");
  return false;
}

export async function checkPlates(
  deps: OrganizationDeps,
  request: { organization_id?: string | undefined; plates: readonly string[] },
): Promise<ExistingPlate[]> {
  const organizationId = await importOrganization(deps, request.organization_id);
  const keys = new Set(request.plates.map(plateKey).filter((key) => key !== ""));
  return existingPlates(deps.client, organizationId, [...keys]);
}

/** Returns an org admin's own organisation, or the one that a system admin names. */
async function importOrganization({ client, caller, guard }: OrganizationDeps, named?: string): Promise<string> {
  if (named !== undefined && !guard.admits(caller, named)) {
    throw new PortalError(peopleErrors.import_to_other_organization());
  }
  const id = named ?? caller.organizationId;
  if (id === null || !(await organizationExists(client, id))) {
    throw new PortalError(peopleErrors.import_without_organization());
  }
  return id;
}

/** Makes an id from a name, so that a repeated chunk finds its own people. Version 8 UUID, RFC 9562. */
function nameId(name: string): string {
  const bytes = createHash("sha256").update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
