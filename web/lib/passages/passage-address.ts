import type { Role } from "#contract/roles.ts";

/** The parameter that opens the explanation of a passage or a refusal. */
export const PASSAGE = "passage";

const LOGS: Readonly<Record<Role, string>> = {
  system_admin: "/system-admin/access-logs?",
  org_admin: "/org-admin/access-logs?",
};

/** Returns the address of the log of doors and gates with the explanation of one event open. */
export const passageAddress = (role: Role, id: string): string => `${LOGS[role]}${PASSAGE}=${id}`;

/** Returns the address of the log with refusals from a day on, yyyy-MM-dd. */
export const refusedSince = (role: Role, day: string): string => `${LOGS[role]}show=refused&from=${day}`;

const DOOR_LOGS: Readonly<Record<Role, string>> = {
  system_admin: "/system-admin/access-logs?log=doors&",
  org_admin: "/org-admin/access-logs?log=doors&",
};

/** Returns the address of one door's log. */
export const doorLogAddress = (role: Role, doorId: string): string => `${DOOR_LOGS[role]}door=${doorId}`;
