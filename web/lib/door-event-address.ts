import type { Role } from "#contract/roles.ts";

export const EVENT = "event";

const LOGS: Readonly<Record<Role, string>> = {
  system_admin: "/system-admin/access-logs?log=doors&",
  org_admin: "/org-admin/access-logs?",
};

/** The log of doors with the explanation of one event open. */
export const doorEventAddress = (role: Role, id: string): string => `${LOGS[role]}${EVENT}=${id}`;

/** The log of one door: its refusals and alarms. */
export const doorLogAddress = (role: Role, doorId: string): string => `${LOGS[role]}door=${doorId}`;
