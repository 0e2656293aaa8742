import type { Role } from "#contract/roles.ts";

/** The list of people of each role; a person's data stand at its address with the person's id. */
export const PEOPLE_OF_ROLE: Readonly<Record<Role, string>> = {
  system_admin: "/system-admin/end-users",
  org_admin: "/org-admin/end-users",
};

/** The name under which a list of people keeps the controller or gate that they reach. */
export const THROUGH = "through";

/** Everybody with access through one controller or gate. */
export const peopleThrough = (controllerId: string): string =>
  `${PEOPLE_OF_ROLE.system_admin}?${THROUGH}=${encodeURIComponent(controllerId)}`;
