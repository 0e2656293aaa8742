import type { PreviewCall } from "#contract/functions/access-preview.ts";
import { endUserManager, type ImportedPinMail } from "#contract/functions/end-user-manager.ts";
import { type PersonRowResult, peopleImport } from "#contract/functions/people-import.ts";
import { IMPORT_MATCH_ROWS, PEOPLE_CHUNK_ROWS } from "#contract/limits.ts";
import type { PersonRow } from "#contract/people-file.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Returns the rows that are people of the organisation already. Throws FunctionError. */
export async function checkPeople(
  organizationId: string,
  rows: readonly PersonRow[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let at = 0; at < rows.length; at += IMPORT_MATCH_ROWS) {
    const part = rows.slice(at, at + IMPORT_MATCH_ROWS);
    const facts = part.map(({ row, first_name, last_name, apartment, email }) => ({
      row,
      first_name,
      last_name,
      apartment,
      email,
    }));
    const body = { organization_id: organizationId, rows: facts };
    const { existing } = await callAction(peopleImport.CHECK_PEOPLE, body, { signal });
    for (const { row, end_user_id } of existing) found.set(row, end_user_id);
  }
  return found;
}

export const suggestPins = async (organizationId: string, accessPointIds: string[], count: number): Promise<string[]> =>
  (
    await callAction(peopleImport.SUGGEST_PINS, {
      organization_id: organizationId,
      access_point_ids: accessPointIds,
      count,
    })
  ).pins;

export interface PeopleImport {
  importId: string;
  organizationId: string;
  total: number;
  accessPointIds: string[];
  groupIds: string[];
}

/** Imports one chunk; idempotent by the import's id. Throws FunctionError. */
export async function importPeople(request: PeopleImport, rows: PersonRow[]): Promise<PersonRowResult[]> {
  return (await callAction(peopleImport.IMPORT, bodyOf(request, rows))).results;
}

const bodyOf = ({ importId, organizationId, total, accessPointIds, groupIds }: PeopleImport, rows: PersonRow[]) => ({
  import_id: importId,
  organization_id: organizationId,
  total,
  access_point_ids: accessPointIds,
  group_ids: groupIds,
  rows,
});

/** Returns the calls that answer what an import gives, chunk by chunk. */
export function previewCallsOf(request: PeopleImport, rows: readonly PersonRow[]): PreviewCall[] {
  const chunks = Array.from({ length: Math.ceil(rows.length / PEOPLE_CHUNK_ROWS) }, (_, at) =>
    rows.slice(at * PEOPLE_CHUNK_ROWS, (at + 1) * PEOPLE_CHUNK_ROWS),
  );
  return chunks.map((chunk) => ({
    call: "people-import",
    body: { action: "IMPORT" as const, ...bodyOf(request, chunk) },
  }));
}

/** Mails people of an import their PINs, each once. Requires recent re-authentication; audited. Throws FunctionError. */
export async function mailImportedPins(importId: string, ids: string[]): Promise<ImportedPinMail[]> {
  const body = { import_id: importId, ids };
  return (await withStepUp("mail_pin", () => callAction(endUserManager.MAIL_IMPORTED_PINS, body))).results;
}
