// SQL of the vehicle import: a fixed number of statements, so that triggers change each controller once.
import { DatabaseError, type PoolClient } from "pg";
import { z } from "zod";
import type { ValidityPeriod, ValidityWindow } from "#contract/validity.ts";
import { importDigest } from "./import-digest.rules.ts";

export interface VehiclePerson {
  /** Chosen by the caller; an existing person with this id is left alone. */
  id: string;
  credentialId: string;
  firstName: string;
  lastName: string;
  plate: string;
  vehicleType: string | null;
}

export interface VehicleBatch {
  importId: string;
  organizationId: string;
  people: readonly VehiclePerson[];
  gateIds: readonly string[];
  period: ValidityPeriod;
  window: ValidityWindow;
}

const idRow = z.object({ id: z.string() });

/**
 * Ends stale plans. A plan made on empty tables scans the organisation per row and lives as long as the connection: at 3,000 people a chunk
 * took 370 ms instead of 45. Otherwise only ANALYZE would end them, which callers may not run.
 */
export async function deleteStalePlans(client: PoolClient): Promise<void> {
  await client.query("discard plans");
}

/** Inserts new people with their plate and all gates; existing ones stay untouched. */
export async function insertVehiclePeople(client: PoolClient, batch: VehicleBatch): Promise<void> {
  const { people, organizationId, importId, gateIds, period, window } = batch;
  const inserted = await client.query(
    `insert into end_users (id, organization_id, first_name, last_name, import_id, import_digest)
     select p.id, $1, p.first_name, p.last_name, $5, p.digest
     from unnest($2::uuid[], $3::text[], $4::text[], $6::text[]) as p(id, first_name, last_name, digest)
     order by p.id on conflict (id) do nothing returning id`,
    [
      organizationId,
      people.map((person) => person.id),
      people.map((person) => person.firstName),
      people.map((person) => person.lastName),
      importId,
      people.map((person) => importDigest({ ...person, ...window, enabled: true, gateIds })),
    ],
  );
  const fresh = new Set(
    idRow
      .array()
      .parse(inserted.rows)
      .map(({ id }) => id),
  );
  const added = people.filter((person) => fresh.has(person.id));
  if (added.length === 0) return;
  await client.query(
    `insert into credentials (id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to, enabled)
     select v.id, v.end_user_id, 'license_plate', v.plate, v.vehicle_type, $1, $2, $3, true
     from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[]) as v(id, end_user_id, plate, vehicle_type)`,
    [
      period,
      window.validFrom,
      window.validTo,
      added.map((person) => person.credentialId),
      added.map((person) => person.id),
      added.map((person) => person.plate),
      added.map((person) => person.vehicleType),
    ],
  );
  await client.query(
    `insert into controller_assignments (credential_id, controller_id)
     select v.id, g.id from unnest($1::uuid[]) as v(id) cross join unnest($2::uuid[]) as g(id)`,
    [added.map((person) => person.credentialId), gateIds],
  );
}

/** SQLSTATE classes for data and integrity constraints. */
const REFUSED = /^2[23]/;

/** Calls `insertVehiclePeople`. When the database refuses the rows, nothing is written and the refusal is returned. */
export async function tryVehiclePeople(client: PoolClient, batch: VehicleBatch): Promise<DatabaseError | null> {
  await client.query("savepoint vehicles");
  try {
    await insertVehiclePeople(client, batch);
    await client.query("release savepoint vehicles");
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseError) || !REFUSED.test(error.code ?? "")) throw error;
    await client.query("rollback to savepoint vehicles");
    return error;
  }
}

/** Returns existing people. It is a separate statement, so that it sees what a repeated chunk has just committed. */
export async function existingPeople(
  client: PoolClient,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query("select id from end_users where organization_id = $1 and id = any ($2::uuid[])", [
    organizationId,
    ids,
  ]);
  return new Set(
    idRow
      .array()
      .parse(rows)
      .map(({ id }) => id),
  );
}

const plateRow = z.object({ plate_key: z.string(), last_names: z.array(z.string()) });
export type ExistingPlate = z.infer<typeof plateRow>;

/** Returns existing plates with the last names of their people. */
export async function existingPlates(
  client: PoolClient,
  organizationId: string,
  plateKeys: readonly string[],
): Promise<ExistingPlate[]> {
  const { rows } = await client.query(
    `select k.plate_key, array_agg(distinct u.last_name) as last_names
     from credentials k join end_users u on u.id = k.end_user_id
     where k.organization_id = $1 and k.plate_key = any ($2::text[]) group by k.plate_key`,
    [organizationId, plateKeys],
  );
  return plateRow.array().parse(rows);
}

export async function organizationExists(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("select from organizations where id = $1", [id]);
  return rowCount === 1;
}

const noted = z.object({ eventId: z.string(), announced: z.number() });
export type NotedImport = z.infer<typeof noted>;

/** Records an import in one audit row; a repeat changes nothing. Returns whether it is a repeat, and how many rows it announced. */
export async function recordImport(
  client: PoolClient,
  entry: { id: string; importId: string; organizationId: string; rows: number },
): Promise<NotedImport> {
  const { rows } = await client.query(
    'select event_id as "eventId", announced from private.record_import($1, $2, $3, $4)',
    [entry.id, entry.importId, entry.organizationId, entry.rows],
  );
  return noted.parse(rows[0]);
}

/** Counts people whom the import has added so far, including those deleted since. */
export async function peopleOfImport(client: PoolClient, { eventId }: NotedImport): Promise<number> {
  const { rows } = await client.query<{ people: number }>(
    "select coalesce(sum(row_count), 0)::int as people from audit where part_of = $1 and action = 'end_users.insert'",
    [eventId],
  );
  return rows[0]?.people ?? 0;
}
