// Counts, for each organisation, what it loses when a controller is taken from all of them.
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

export interface OrganizationAtController {
  id: string;
  name: string;
  people: number;
  /** PINs and vehicles that are valid there. */
  credentials: number;
  /** Groups with a place there, also those without people. */
  groups: number;
}

const FROM = { organization_id: z.uuid(), name: z.string() };
const link = z.object(FROM);
const counted = z.object({ ...FROM, count: z.int() });
const ofOrganization = z.object({ organization_id: z.uuid(), count: z.int() });

/** Reads the organisations that have the controller, or people or groups there, by name. */
export async function readOrganizationsAt(controllerId: string): Promise<OrganizationAtController[]> {
  const [links, people, credentials, groups] = await Promise.all([
    readRows(
      link,
      backend
        .from("organization_controllers")
        .select("organization_id, ...organizations(name)")
        .eq("controller_id", controllerId),
    ),
    readRows(
      counted,
      backend
        .from("end_users")
        .select("organization_id, count(), ...organizations(name), credentials!inner(access_rights!inner())")
        .eq("credentials.access_rights.controller_id", controllerId),
    ),
    readRows(
      ofOrganization,
      backend
        .from("credentials")
        .select("organization_id, count(), access_rights!inner()")
        .eq("access_rights.controller_id", controllerId),
    ),
    readRows(
      counted,
      backend
        .from("access_groups")
        .select("organization_id, count(), ...organizations(name), access_group_doors!inner()")
        .eq("access_group_doors.controller_id", controllerId),
    ),
  ]);
  const found = new Map<string, OrganizationAtController>();
  for (const { organization_id: id, name } of [...links, ...people, ...groups])
    found.set(id, { id, name, people: 0, credentials: 0, groups: 0 });
  const count = (of: "people" | "credentials" | "groups", rows: z.infer<typeof ofOrganization>[]) => {
    for (const row of rows) {
      const organization = found.get(row.organization_id);
      if (organization) organization[of] = row.count;
    }
  };
  count("people", people);
  count("credentials", credentials);
  count("groups", groups);
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, "sv"));
}
