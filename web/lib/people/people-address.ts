import type { Role } from "#contract/roles.ts";

/** The list of people of each role; a person's data have this address with the person's id. */
export const PEOPLE_OF_ROLE: Readonly<Record<Role, string>> = {
  system_admin: "/system-admin/end-users",
  org_admin: "/org-admin/end-users",
};

/** Returns the address of a person: the list with the person open. */
export const personAddress = (role: Role, id: string): string => `${PEOPLE_OF_ROLE[role]}?person=${id}`;

/** Returns the page that adds people by file, of a list of people. */
export const importPath = (people: string): string => `${people}/import`;

/** The parameter in which the list of all people keeps its organisation. */
export const OF_ORGANIZATION = "organization";

/** Returns the address of everybody in one organisation. */
export const peopleOf = (organizationId: string): string =>
  `${PEOPLE_OF_ROLE.system_admin}?${OF_ORGANIZATION}=${encodeURIComponent(organizationId)}`;

/** The parameter in which a list of people keeps its controller or gate. */
export const THROUGH = "through";

/** Returns the address of everybody with access through one controller or gate. */
export const peopleThrough = (controllerId: string): string =>
  `${PEOPLE_OF_ROLE.system_admin}?${THROUGH}=${encodeURIComponent(controllerId)}`;
