// Derives the ids of imported rows, so that a repeated chunk finds its own people and no other import does.
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { TenantGuard } from "#server/platform/database/tenant-guard.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { organizationExists } from "./imports.store.ts";

export interface OrganizationDeps {
  client: PoolClient;
  caller: Caller;
  guard: TenantGuard;
}

/** Returns an org admin's own organisation, or the one that a system admin names. */
export async function importOrganization({ client, caller, guard }: OrganizationDeps, named?: string): Promise<string> {
  if (named !== undefined && !guard.admits(caller, named)) {
    throw new PortalError(peopleErrors.import_to_other_organization());
  }
  const id = named ?? caller.organizationId;
  if (id === null || !(await organizationExists(client, id))) {
    throw new PortalError(peopleErrors.import_without_organization());
  }
  return id;
}

/** Returns a maker of ids that belong to this organisation and account only, even if others send the same import id. */
export function importNames(
  kind: "vehicle-import" | "people-import",
  { organizationId, caller, importId }: { organizationId: string; caller: Caller; importId: string },
): (part: string) => string {
  return (part) => nameId(`${kind}/${organizationId}/${caller.userId}/${importId}/${part}`);
}

/** Returns the id of the one email with this PIN for this import. */
export const importMailId = (importId: string, credentialId: string): string =>
  nameId(`import-mail/${importId}/${credentialId}`);

/** Makes an id from a name. Version 8 UUID, RFC 9562. */
function nameId(name: string): string {
  const bytes = createHash("sha256").update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
