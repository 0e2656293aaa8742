import type { Role } from "#contract/roles.ts";

/** The list of people of each role; a person's data stand at its address with the person's id. */
export const PEOPLE_OF_ROLE: Readonly<Record<Role, string>> = {
  system_admin: "/system-admin/end-users",
  org_admin: "/org-admin/end-users",
};
