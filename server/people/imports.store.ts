// SQL of the imports of vehicles and of people: a fixed number of statements, so that triggers change each controller once.
import { DatabaseError, type PoolClient } from "pg";
import { z } from "zod";
import type { CredentialType } from "#contract/devices.ts";
import { peopleErrors } from "#contract/errors/people.ts";
import { PERSON_FIELDS, type PersonField } from "#contract/person-fields.ts";
import { plainLine } from "#contract/plain-line.ts";
import type { StoredValidity, ValidityWindow } from "#contract/validity.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type Target, targetKey } from "./assignments.store.ts";
import { importDigest } from "./import-digest.rules.ts";

/** A credential of a person to add. */
export interface ImportedCredential {
  id: string;
  type: CredentialType;
  /** The plate, or the encrypted PIN. */
  value: string;
  /** A PIN's search tokens; null for a plate. */
  grams: readonly string[] | null;
  vehicleType: string | null;
  period: StoredValidity;
  window: ValidityWindow;
  targets: readonly Target[];
  /** Stands for the PIN in the digest (`private.pin_mark`); null for a plate. */
  mark: string | null;
}

/** Returns the credential of a plate, valid at all of these gates. */
export function plateCredential(
  facts: Pick<ImportedCredential, "id" | "vehicleType" | "period" | "window"> & {
    plate: string;
    gateIds: readonly string[];
  },
): ImportedCredential {
  const { plate, gateIds, ...rest } = facts;
  return {
    ...rest,
    type: "license_plate",
    value: plainLine(plate).toUpperCase(),
    grams: null,
    mark: null,
    targets: gateIds.map((controllerId) => ({ controllerId, accessPointId: null })),
  };
}

export interface NewPerson {
  /** Chosen by the import; an existing person with this id is left alone. */
  id: string;
  firstName: string;
  lastName: string;
  texts: Partial<Record<PersonField, string | null>>;
  credentials: readonly ImportedCredential[];
  /** Access groups that the person joins. */
  groupIds?: readonly string[];
}

export interface ImportBatch {
  importId: string;
  organizationId: string;
  people: readonly NewPerson[];
}

const idRow = z.object({ id: z.string() });

/**
 * Ends stale plans. A plan made on empty tables scans the organisation per row and lives as long as the connection: at 3,000 people a chunk
 * took 370 ms instead of 45. Otherwise only ANALYZE would end them, which callers may not run.
 */
export async function deleteStalePlans(client: PoolClient): Promise<void> {
  await client.query("discard plans");
}

const TEXT_COLUMNS = PERSON_FIELDS.join(", ");
/** Parameters $6 and on. */
const TEXT_ARRAYS = PERSON_FIELDS.map((_, at) => `, $${at + 6}::text[]`).join("");

/** Inserts new people with their credentials and assignments; existing ones stay untouched. */
export async function insertPeople(client: PoolClient, batch: ImportBatch): Promise<void> {
  const { people, organizationId, importId } = batch;
  const inserted = await client.query(
    `insert into end_users (id, organization_id, first_name, last_name, import_id, import_digest, ${TEXT_COLUMNS})
     select p.id, $1, p.first_name, p.last_name, $2, p.digest, ${PERSON_FIELDS.map((field) => `p.${field}`).join(", ")}
     from unnest($3::uuid[], $4::text[], $5::text[]${TEXT_ARRAYS}, $${PERSON_FIELDS.length + 6}::text[])
       as p(id, first_name, last_name, ${TEXT_COLUMNS}, digest)
     order by p.id on conflict (id) do nothing returning id`,
    [
      organizationId,
      importId,
      people.map((person) => person.id),
      people.map((person) => person.firstName),
      people.map((person) => person.lastName),
      ...PERSON_FIELDS.map((field) => people.map((person) => person.texts[field] ?? null)),
      people.map(digestOf),
    ],
  );
  const fresh = new Set(
    idRow
      .array()
      .parse(inserted.rows)
      .map(({ id }) => id),
  );
  const added = people.filter((person) => fresh.has(person.id));
  if (added.length > 0) await insertCredentials(client, added);
  await joinGroups(client, added);
}

/** Puts people in their groups, one statement a group. */
async function joinGroups(client: PoolClient, people: readonly NewPerson[]): Promise<void> {
  const joining = new Map<string, string[]>();
  for (const { id, groupIds = [] } of people)
    for (const group of groupIds) joining.set(group, [...(joining.get(group) ?? []), id]);
  for (const [group, ids] of joining) {
    const { rows } = await client.query<{ id: string | null }>(
      "select private.set_group_members($1, $2, '{}', null, null) as id",
      [group, ids],
    );
    if (rows[0]?.id == null) throw new PortalError(peopleErrors.access_group_gone());
  }
}

function digestOf(person: NewPerson): string {
  return importDigest({
    ...person,
    memberships: (person.groupIds ?? []).map((id) => `${id}//`),
    credentials: person.credentials.map(({ value, window, mark, ...facts }) => ({
      ...facts,
      plate: mark === null ? value : null,
      mark,
      enabled: true,
      from: window.validFrom.getTime(),
      to: window.validTo.getTime(),
      targets: facts.targets.map(targetKey),
    })),
  });
}

async function insertCredentials(client: PoolClient, people: readonly NewPerson[]): Promise<void> {
  const added = people.flatMap((person) => person.credentials.map((one) => ({ ...one, endUserId: person.id })));
  await client.query(
    // The search tokens are set for each row just before its trigger stores them (people/credentials.trigger.sql).
    `insert into credentials (id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to, enabled)
     select v.id, v.end_user_id, v.type, case when set_config('app.pin_grams', v.grams, true) is not null then v.value end, v.vehicle_type,
       v.period, v.valid_from, v.valid_to, true
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::text[])
       as v(id, end_user_id, type, value, vehicle_type, period, valid_from, valid_to, grams)`,
    [
      added.map(({ id }) => id),
      added.map(({ endUserId }) => endUserId),
      added.map(({ type }) => type),
      added.map(({ value }) => value),
      added.map(({ vehicleType }) => vehicleType),
      added.map(({ period }) => period),
      added.map(({ window }) => window.validFrom),
      added.map(({ window }) => window.validTo),
      added.map(({ id, grams }) => (grams === null ? "" : `${id} ${grams.join(",")}`)),
    ],
  );
  // Most people have the same places, so each set of places is sent once.
  const sets = new Map<string, { at: number; targets: readonly Target[] }>();
  const setOf = ({ targets }: ImportedCredential) => {
    const key = targets.map(targetKey).join();
    const known = sets.get(key) ?? { at: sets.size, targets };
    sets.set(key, known);
    return known.at;
  };
  const places = added.map(setOf);
  const targets = [...sets.values()].flatMap(({ at, targets: all }) => all.map((target) => ({ ...target, at })));
  await client.query(
    `insert into controller_assignments (credential_id, controller_id, access_point_id)
     select v.id, t.controller_id, t.access_point_id from unnest($1::uuid[], $2::integer[]) as v(id, at)
     join unnest($3::integer[], $4::uuid[], $5::uuid[]) as t(at, controller_id, access_point_id) on t.at = v.at`,
    [
      added.map(({ id }) => id),
      places,
      targets.map(({ at }) => at),
      targets.map(({ controllerId }) => controllerId),
      targets.map(({ accessPointId }) => accessPointId),
    ],
  );
}

/** SQLSTATE classes for data and integrity constraints. */
const REFUSED = /^2[23]/;

/** Tells whether the database refused rows, and not the statement or the moment. */
export const isRefusalOfRows = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && REFUSED.test(error.code ?? "");

/** Calls `insertPeople`. When the database refuses the rows, nothing is written and the refusal is returned. */
export async function tryPeople(client: PoolClient, batch: ImportBatch): Promise<DatabaseError | null> {
  await client.query("savepoint people");
  try {
    await insertPeople(client, batch);
    await client.query("release savepoint people");
    return null;
  } catch (error) {
    if (!isRefusalOfRows(error)) throw error;
    await client.query("rollback to savepoint people");
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
type ImportAction = "vehicles_imported" | "people_imported";

/** Records an import in one audit row; a repeat changes nothing. Returns whether it is a repeat, and how many rows it announced. */
export async function recordImport(
  client: PoolClient,
  entry: { id: string; importId: string; organizationId: string; rows: number; action: ImportAction },
): Promise<NotedImport> {
  const { rows } = await client.query(
    'select event_id as "eventId", announced from private.record_import($1, $2, $3, $4, $5)',
    [entry.id, entry.importId, entry.organizationId, entry.rows, entry.action],
  );
  return noted.parse(rows[0]);
}

/** Reserves the transaction's PINs now and not at its commit. */
export async function settlePins(client: PoolClient): Promise<void> {
  await client.query("set constraints all immediate");
}

/** Counts people whom the import has added so far, including those deleted since. */
export async function peopleOfImport(client: PoolClient, { eventId }: NotedImport): Promise<number> {
  const { rows } = await client.query<{ people: number }>(
    "select coalesce(sum(row_count), 0)::int as people from audit where part_of = $1 and action = 'end_users.insert'",
    [eventId],
  );
  return rows[0]?.people ?? 0;
}

/** Throws PortalError `import_over_total` where an import has more people than it announced. */
export function requireRoom({ announced }: NotedImport, people: number): void {
  if (people > announced) throw new PortalError(peopleErrors.import_over_total());
}

const match = z.object({ row: z.number(), end_user_id: z.string(), same: z.enum(["name", "email"]) });
export type ExistingPerson = z.infer<typeof match>;

export interface Likeness {
  row: number;
  name: string;
  apartment: string;
  email: string;
}

/** Returns which rows are people of the organisation: by email address, or by name and apartment. */
export async function matchPeople(
  client: PoolClient,
  organizationId: string,
  rows: readonly Likeness[],
): Promise<ExistingPerson[]> {
  const found = await client.query(
    `with r as (select r.at, private.search_key(r.name) as name, lower(r.apartment) as apartment, lower(r.email) as email
       from unnest($2::integer[], $3::text[], $4::text[], $5::text[]) as r(at, name, apartment, email)),
     u as materialized (select u.id, u.search, lower(coalesce(u.apartment, '')) as apartment, lower(u.email) as email
       from end_users u where u.organization_id = $1)
     select distinct on (f.at) f.at as row, f.id as end_user_id, f.same from (
       select r.at, u.id, 'email' as same from r join u on u.email = r.email where r.email <> ''
       union all
       select r.at, u.id, 'name' from r join u on u.search = r.name and u.apartment = r.apartment) f
     order by f.at, f.same, f.id`,
    [
      organizationId,
      rows.map(({ row }) => row),
      rows.map(({ name }) => name),
      rows.map(({ apartment }) => apartment),
      rows.map(({ email }) => email),
    ],
  );
  return match.array().parse(found.rows);
}

/** Returns which PINs the portal has proposed to the caller for all their controllers, so that saving them uses no quota. */
export async function offeredPins(
  client: PoolClient,
  pins: readonly { hmac: string; controllerIds: readonly string[] }[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ hmac: string }>(
    `select r.hmac from unnest($1::text[], $2::text[]) as r(hmac, controllers)
     where not exists (select from unnest(string_to_array(r.controllers, ',')::uuid[]) as c(id)
                       where not private.is_offered_pin(c.id, array[r.hmac]))`,
    [pins.map(({ hmac }) => hmac), pins.map(({ controllerIds }) => controllerIds.join())],
  );
  return new Set(rows.map(({ hmac }) => hmac));
}
