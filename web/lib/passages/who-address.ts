import type { Role } from "#contract/roles.ts";

const WHO_OF_ROLE: Readonly<Record<Role, string>> = { system_admin: "/system-admin/who", org_admin: "/org-admin/who" };

/** Returns the page that answers who gets in at a door or gate, or where a person does. */
export const whoAddress = (role: Role, about: "door" | "gate" | "user", id: string): string =>
  `${WHO_OF_ROLE[role]}?${about}=${encodeURIComponent(id)}`;
