// Undoes an import of vehicles or people within a day: removes the people it created, unless somebody has changed them since.
import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import type { RecentImport, UndoImportReply } from "#contract/functions/vehicle-import.ts";
import { IMPORT_KEPT_NAMES, IMPORT_UNDO_CHUNK, IMPORT_UNDO_HOURS } from "#contract/limits.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { TenantGuard } from "#server/platform/database/tenant-guard.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { importDigest } from "./import-digest.rules.ts";
import { deletePeople, type ImportedPerson, importedPeople } from "./undo-import.store.ts";

export interface UndoDeps {
  client: PoolClient;
  caller: Caller;
  guard: TenantGuard;
  now: Date;
}

const HOUR_MS = 3_600_000;

/** Returns the time since which an import is recent. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - IMPORT_UNDO_HOURS * HOUR_MS);

/** Returns recent imports, newest first. */
export async function recentImports(deps: UndoDeps): Promise<RecentImport[]> {
  const imports = new Map<string, RecentImport>();
  for (const person of await ownPeople(deps, null)) {
    const known: RecentImport = imports.get(person.importId) ?? {
      import_id: person.importId,
      at: person.createdAt.toISOString(),
      kind: "vehicles",
      unchanged: 0,
      changed: 0,
    };
    if (hasMoreThanPlate(person)) known.kind = "people";
    if (isUnchanged(person)) known.unchanged += 1;
    else known.changed += 1;
    imports.set(person.importId, known);
  }
  return [...imports.values()].toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Undoes one chunk; the page repeats it until nothing is left. Throws PortalError 404 when the import has nobody. */
export async function undoImport(deps: UndoDeps, importId: string): Promise<Omit<UndoImportReply, "success">> {
  const people = await ownPeople(deps, importId);
  const [anybody] = people;
  if (anybody === undefined) throw new PortalError(peopleErrors.import_gone());
  const unchanged = people.filter(isUnchanged);
  const kept = people.length - unchanged.length;
  // Several organisations may use the same id, so each call handles one organisation's people, with an event of its own.
  const { organizationId } = unchanged[0] ?? anybody;
  const chunk = unchanged.filter((person) => person.organizationId === organizationId).slice(0, IMPORT_UNDO_CHUNK);
  if (chunk.length > 0) {
    await deletePeople(
      deps.client,
      chunk.map(({ id }) => id),
    );
    await writeAudit(deps.client, {
      action: "import_undone",
      objectType: null,
      objectId: importId,
      organizationId,
      after: { rows: chunk.length, kept, ...(people.some(hasMoreThanPlate) ? { kind: "people" } : {}) },
    });
  }
  const kept_people = people
    .filter((person) => !isUnchanged(person))
    .slice(0, IMPORT_KEPT_NAMES)
    .map(({ id, firstName, lastName }) => ({ end_user_id: id, name: `${firstName} ${lastName}` }));
  return { removed: chunk.length, left: unchanged.length - chunk.length, kept, kept_people };
}

/** The vehicle import writes only a name and a plate. */
function hasMoreThanPlate({ texts, credentials }: ImportedPerson): boolean {
  return credentials.some(({ plate }) => plate === null) || Object.values(texts).some((text) => text !== null);
}

async function ownPeople({ client, caller, guard, now }: UndoDeps, importId: string | null): Promise<ImportedPerson[]> {
  const people = await importedPeople(client, { importId, since: recentSince(now) });
  return people.filter(({ organizationId }) => guard.admits(caller, organizationId));
}

/** Tells whether a person is as the import made them. */
export function isUnchanged(person: ImportedPerson): boolean {
  return person.credentials.length > 0 && importDigest(person) === person.digest;
}
