// Reads everybody whom search and filters find, not only the page.
import { z } from "zod";
import { PERSON_FIELDS } from "#contract/person-fields.ts";
import { credentialRow } from "#contract/tables/end-users.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { type FileRows, readForFile } from "#web/lib/lists/read-for-file.ts";
import { PERSON_COLUMNS, type Person, personRow } from "../person.ts";
import { findPeople, type PeopleAsked } from "./get-end-users.ts";

/** Ids of one call: the address has room for twice as many. */
const IDS_A_CALL = 500;

export const exportedPerson = personRow.omit({ organization_id: true, updated_at: true }).extend({
  credentials: z.array(credentialRow.omit({ id: true, vehicle_type: true, validity_period: true, valid_from: true })),
});
export type ExportedPerson = z.infer<typeof exportedPerson>;
const EXPORT_COLUMNS =
  `id, first_name, last_name, ${PERSON_FIELDS.join(", ")}, created_at, organizations(id, name), ` +
  "credentials(credential_type, credential_value, valid_to, enabled)";

/** Reads the rows of a file, in the list's order. Throws BackendError. */
export async function readForExport(asked: PeopleAsked): Promise<FileRows<ExportedPerson>> {
  const found = await readForFile<ExportedPerson | null>(async (before, count) => {
    const { ids } = await findPeople({ ...asked, from: before.length, pageSize: count });
    const people = await readByIds(ids, exportedPerson, EXPORT_COLUMNS);
    // Somebody deleted meanwhile keeps the place, so that the next page begins where this one ends.
    return ids.map((id) => people.get(id) ?? null);
  });
  return { rows: found.rows.filter((person) => person !== null), isCut: found.isCut };
}

/** Reads everybody found, for an operation on all of them. Throws BackendError. */
export async function readAllFound(asked: PeopleAsked): Promise<Map<string, Person>> {
  const { rows } = await readForFile<string>(async (before, count) => {
    const { ids } = await findPeople({ ...asked, from: before.length, pageSize: count });
    return ids;
  });
  return readByIds(rows, personRow, PERSON_COLUMNS);
}

/** Reads people by their ids, in this order, with a call for every few hundred. Throws BackendError. */
export async function readByIds<Row extends { id: string }>(
  ids: readonly string[],
  row: z.ZodType<Row>,
  columns: string,
  signal?: AbortSignal,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (let at = 0; at < ids.length; at += IDS_A_CALL) {
    const call = backend
      .from("end_users")
      .select(columns)
      .in("id", ids.slice(at, at + IDS_A_CALL));
    const rows = await readRows(row, signal ? call.abortSignal(signal) : call);
    for (const one of rows) found.set(one.id, one);
  }
  // A person may be deleted between two calls.
  return new Map(ids.flatMap((id) => pairOf(id, found.get(id))));
}

const pairOf = <Row>(id: string, row: Row | undefined): [string, Row][] => (row === undefined ? [] : [[id, row]]);
